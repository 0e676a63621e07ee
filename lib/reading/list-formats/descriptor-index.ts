import * as z from 'zod/mini'
import { indexBudget } from '@/lib/base/budgets'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import { relativePath } from '@/lib/base/relative-path'
import { inSlices, type Pause } from '@/lib/base/slices'
import { unreadable } from './read-names'

/** Files of a registry by their paths in it. */
export type DescriptorFiles = ReadonlyMap<string, string>

/** The files that are for one contract or domain. */
export interface IndexedFiles {
  /** Paths of the descriptors, in the order of the registry. */
  descriptors: string[]
  /** The same and what they include, directly and through others. */
  files: string[]
}

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
 * @throws Failure `list-unreadable`
 * @see ERC-7730, Context section
 */
export async function indexDescriptors(all: DescriptorFiles, pause: Pause): Promise<Map<string, IndexedFiles>> {
  const read = new Map<string, { includes: string[]; keys: string[] }>()
  const index = new Map<string, { descriptors: string[]; files: Set<string> }>()
  let steps = 0
  const take = (more: number): void => {
    steps += more
    if (steps > indexBudget.steps) throw unreadable('size')
  }
  await inSlices(all, pause, ([path, text]) => {
    const { data } = fileSchema.safeParse(parseJson(text))
    if (data === undefined) return
    const keys = [...new Set(keysOf(data.context))]
    take(keys.length)
    read.set(path, { includes: [data.includes].flat(), keys })
  })
  await inSlices(read.keys(), pause, path => {
    const files = withIncludes(path)
    for (const key of new Set(files.flatMap(each => read.get(each)?.keys ?? []))) {
      take(files.length)
      const known = index.get(key) ?? { descriptors: [], files: new Set<string>() }
      known.descriptors.push(path)
      for (const file of files) if (known.files.size < indexBudget.files) known.files.add(file)
      index.set(key, known)
    }
  })
  return new Map([...index].map(([key, { descriptors, files }]) => [key, { descriptors, files: [...files] }]))

  function withIncludes(path: string): string[] {
    const found = new Set<string>()
    const wanted = [path]
    for (let next = wanted.pop(); next !== undefined && found.size < indexBudget.files; next = wanted.pop()) {
      const file = read.get(next)
      if (file === undefined || found.has(next)) continue
      const including = next
      found.add(including)
      take(file.includes.length + file.keys.length)
      for (const reference of file.includes) wanted.push(relativePath(reference, including))
    }
    return [...found]
  }
}

function keysOf({ contract, eip712 }: z.infer<typeof fileSchema>['context']): string[] {
  const deployments = [...contract.deployments, ...eip712.deployments]
  const keys = deployments.map(({ chainId, address }) => contractKey(chainId, lowerCaseAddress(address)))
  return eip712.domain.name !== '' && eip712.deployments.length === 0 ? [...keys, domainKey(eip712.domain.name)] : keys
}
