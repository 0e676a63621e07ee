import * as z from 'zod/mini'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import { relativePath } from '@/lib/base/relative-path'

/** Files of a registry by their paths in it. */
export type DescriptorFiles = ReadonlyMap<string, string>

/** The files that are for one contract or domain. */
export interface IndexedFiles {
  /** Paths of the descriptors, in the order of the registry. */
  descriptors: string[]
  /** The same and what they include, directly and through others. */
  files: string[]
}

const mostFiles = 40

/** The key under which a contract's descriptors are found. @param address lower case */
export function contractKey(chainId: number, address: string): string {
  return `contract:${chainId}:${address}`
}

/** The key under which descriptors for messages are found that name a domain and no contract. */
export function domainKey(name: string): string {
  return `domain:${name.slice(0, 200)}`
}

const deploymentsSchema = z.array(z.object({ chainId: z.int(), address: addressSchema }))
const fileSchema = z.lazy(() =>
  z.object({
    includes: z.catch(z.union([z.array(z.string()), z.string()]), []),
    context: z.catch(
      z.object({
        contract: z.catch(z.object({ deployments: z.catch(deploymentsSchema, []) }), { deployments: [] }),
        eip712: z.catch(
          z.object({
            deployments: z.catch(deploymentsSchema, []),
            domain: z.catch(z.object({ name: z.catch(z.string(), '') }), { name: '' }),
          }),
          { deployments: [], domain: { name: '' } },
        ),
      }),
      { contract: { deployments: [] }, eip712: { deployments: [], domain: { name: '' } } },
    ),
  }),
)

/**
 * Which files are for which contract or domain: a decision then reads a few files of a registry, not all of them. Files
 * that only others include are for none.
 * @returns by `contractKey` and `domainKey`
 * @see ERC-7730, Context section
 */
export function indexDescriptors(all: DescriptorFiles): Map<string, IndexedFiles> {
  const read = new Map<string, z.infer<typeof fileSchema>>()
  for (const [path, text] of all) {
    const { data } = fileSchema.safeParse(parseJson(text))
    if (data !== undefined) read.set(path, data)
  }
  const index = new Map<string, IndexedFiles>()
  for (const path of read.keys()) {
    const files = withIncludes(path)
    const parts = files.flatMap(each => read.get(each) ?? [])
    for (const key of new Set(parts.flatMap(({ context }) => keysOf(context)))) {
      const before = index.get(key) ?? { descriptors: [], files: [] }
      index.set(key, {
        descriptors: [...before.descriptors, path],
        files: [...new Set([...before.files, ...files])].slice(0, mostFiles),
      })
    }
  }
  return index

  function withIncludes(path: string): string[] {
    const found = new Set<string>()
    const wanted = [path]
    for (let next = wanted.pop(); next !== undefined && found.size < mostFiles; next = wanted.pop()) {
      const file = read.get(next)
      if (file === undefined || found.has(next)) continue
      const including = next
      found.add(including)
      wanted.push(...[file.includes].flat().map(reference => relativePath(reference, including)))
    }
    return [...found]
  }
}

function keysOf({ contract, eip712 }: z.infer<typeof fileSchema>['context']): string[] {
  const deployments = [...contract.deployments, ...eip712.deployments]
  const keys = deployments.map(({ chainId, address }) => contractKey(chainId, lowerCaseAddress(address)))
  return eip712.domain.name !== '' && eip712.deployments.length === 0 ? [...keys, domainKey(eip712.domain.name)] : keys
}
