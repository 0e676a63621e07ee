import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { readCanonicalCode } from './canonical-code.ts'
import { buildSchema, type ContractBuild, hexSchema } from './contract-build.ts'
import { readPublishedCode } from './published-code.ts'

const sourcesFolder = join(import.meta.dirname, 'sources')
const buildFolder = join(import.meta.dirname, 'build')
const require = createRequire(import.meta.url)

const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  // Without metadata the bytecode, and with it every CREATE2 address, depends on the code alone, not on comments or
  // paths.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

const outputSchema = z.object({
  errors: z
    .array(
      z.object({
        severity: z.string(),
        formattedMessage: z.string(),
        sourceLocation: z.object({ file: z.string() }).optional(),
      }),
    )
    .optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.record(z.string(), z.unknown())),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .optional(),
})

/**
 * The contracts, compiled. The first call after a change of a source takes seconds, every other one reads a file.
 * @param folder of the sources
 */
export async function buildContracts(folder = sourcesFolder): Promise<ContractBuild> {
  const sources = await readSources(folder)
  const file = join(buildFolder, `${await fingerprint(sources)}.json`)
  const cached = await readFile(file, 'utf8').catch(() => undefined)
  if (cached !== undefined) return buildSchema.parse(JSON.parse(cached))
  const build = {
    contracts: { ...(await compile(sources)), ...(await readPublishedCode()) },
    canonical: await readCanonicalCode(),
  }
  await mkdir(buildFolder, { recursive: true })
  // Several networks may build at once, in one process too: each writes its own file and the rename is atomic.
  const own = `${file}.${randomUUID()}`
  await writeFile(own, JSON.stringify(build))
  await rename(own, file)
  return build
}

async function readSources(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sol')).sort()
  const contents = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, index) => [name, contents[index] ?? '']))
}

async function fingerprint(sources: Record<string, string>): Promise<string> {
  const versions = await Promise.all(
    [
      'solc',
      '@openzeppelin/contracts',
      '@foundry-rs/anvil',
      '@metamask/delegation-abis',
      '@account-abstraction/contracts',
    ].map(name => readFile(require.resolve(`${name}/package.json`), 'utf8')),
  )
  const versionOf = z.object({ version: z.string() })
  const key = [sources, settings, versions.map(text => versionOf.parse(JSON.parse(text)).version)]
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 32)
}

async function compile(sources: Record<string, string>): Promise<ContractBuild['contracts']> {
  const { default: solc } = await import('solc')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings,
  }
  const imported = new Map<string, string>()
  const readImport = (path: string) => {
    const content = imported.get(path)
    return content === undefined ? { error: `${path} is not an installed package` } : { contents: content }
  }
  await readImports(Object.values(sources), imported)
  const output = outputSchema.parse(JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })))
  // A warning about our own sources is an error. What the packages' sources are warned of is theirs.
  const problems = (output.errors ?? []).filter(
    ({ severity, sourceLocation }) => severity === 'error' || (sourceLocation?.file ?? '') in sources,
  )
  if (problems.length > 0) throw new Error(problems.map(problem => problem.formattedMessage).join('\n'))
  const contracts = Object.entries(output.contracts ?? {})
    .filter(([path]) => path in sources)
    .flatMap(([, inFile]) => Object.entries(inFile))
    .filter(([, contract]) => contract.evm.bytecode.object !== '')
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [name, { abi, bytecode: hexSchema.parse(`0x${evm.bytecode.object}`) }]),
  )
}

/** solc asks for imports synchronously, so all that the sources reach is read before it starts. */
async function readImports(texts: string[], into: Map<string, string>, folder = ''): Promise<void> {
  const paths = texts.flatMap(text =>
    [...text.matchAll(/^\s*import\s[^"']*["']([^"']+)["']/gm)].map(([, path = '']) =>
      path.startsWith('.') && folder !== '' ? join(folder, path) : path,
    ),
  )
  for (const path of paths) {
    if (path.startsWith('.') || into.has(path)) continue
    const content = await readFile(require.resolve(path), 'utf8')
    into.set(path, content)
    await readImports([content], into, join(path, '..'))
  }
}
