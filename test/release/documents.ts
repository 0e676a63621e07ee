import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBundledBytes } from './bundled-modules.ts'
import { dependencyTable, noReason } from './dependency-table.ts'
import { editions } from './editions.ts'
import { blockOf, replaceBlock } from './generated-block.ts'
import { readLockFile } from './lock-file.ts'
import { type Language, presetHosts, privacyTable } from './privacy-table.ts'
import { readableTable } from './readable-table.ts'
import { readRecord } from './what-leaves.ts'

const languages = ['en', 'de'] as const satisfies readonly Language[]

export interface GeneratedDocument {
  /** From the project's root. */
  file: string
  is: string
  shouldBe: string
}

/**
 * Every document with a generated part, as it is and as it should be.
 * @param root the project's root, with a store build in it
 */
export async function generatedDocuments(root: string): Promise<GeneratedDocument[]> {
  return [
    await dependencies(root),
    await providerTypes(root),
    await readable(root),
    ...(await Promise.all(languages.map(language => privacy(root, language)))),
    ...(await Promise.all(languages.map(language => listing(root, language)))),
  ]
}

/** What is wrong with the generated documents, each as a sentence. */
export async function faultsOfGeneratedParts(root: string): Promise<string[]> {
  const documents = await generatedDocuments(root)
  return documents.flatMap(({ file, is, shouldBe }) => {
    const stale = is === shouldBe ? [] : [`${file} is not up to date: run npm run documents.`]
    const unreasoned = is.split('\n').filter(line => line.includes(noReason))
    return [...stale, ...unreasoned.map(line => `${file} gives no reason: ${line}`)]
  })
}

async function dependencies(root: string): Promise<GeneratedDocument> {
  const file = 'docs/dependencies.md'
  const is = await readFile(join(root, file), 'utf8')
  const bundled = await readBundledBytes(join(root, editions.chrome.output))
  const table = dependencyTable(bundled, await readLockFile(root), blockOf(is, 'packages'))
  return { file, is, shouldBe: replaceBlock(is, 'packages', table) }
}

/** The types of the provider for those without the package: what it exports, and the event of the window. */
async function providerTypes(root: string): Promise<GeneratedDocument> {
  const file = 'docs/prelude-provider.d.ts'
  const types = await readFile(join(root, 'test/viem-levels/provider.ts'), 'utf8')
  return { file, is: await readFile(join(root, file), 'utf8'), shouldBe: `${types}${announcement}` }
}

// Not in the package: other packages declare the same event, and two declarations must agree to the letter.
const announcement = `
declare global {
  interface WindowEventMap {
    'eip6963:announceProvider': CustomEvent<PreludeAnnouncement>
  }
}
`

async function readable(root: string): Promise<GeneratedDocument> {
  const file = 'SECURITY.md'
  const is = await readFile(join(root, file), 'utf8')
  return { file, is, shouldBe: replaceBlock(is, 'readable', readableTable()) }
}

async function privacy(root: string, language: Language): Promise<GeneratedDocument> {
  const file = `docs/store/privacy.${language}.md`
  const is = await readFile(join(root, file), 'utf8')
  const hosts = presetHosts(await readFile(join(root, 'lib/chain/networks/presets.ts'), 'utf8'))
  const withHosts = replaceBlock(is, 'hosts', hosts.map(host => `\`${host}\``).join(', '))
  return { file, is, shouldBe: replaceBlock(withHosts, 'leaves', privacyTable(await readRecord(root), language)) }
}

/** The store's short description is the one that the browser shows. */
async function listing(root: string, language: Language): Promise<GeneratedDocument> {
  const file = `docs/store/listing.${language}.md`
  const is = await readFile(join(root, file), 'utf8')
  const catalogue = await readFile(join(root, `components/locales/${language}.yml`), 'utf8')
  const description = /^extension_description: (.+)$/m.exec(catalogue)?.[1] ?? ''
  return { file, is, shouldBe: replaceBlock(is, 'short', description) }
}
