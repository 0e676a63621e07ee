import { indexDescriptors } from './descriptor-index'
import { readArchive } from './read-archive'
import { parseJson, unreadable } from './read-names'
import type { ReadEntries } from './read-records'

const mostFiles = 20_000
const mostCharacters = 1_000_000

/**
 * A registry of clear-signing descriptors: the archive of its repository, or JSON of path → descriptor. The files are
 * kept as text under their paths in the registry: `registry/lido/calldata-stETH.json`,
 * `ercs/calldata-erc20-tokens.json`. Further entries say which of them are for which contract.
 * @throws Failure `list-unreadable`
 * @see ERC-7730
 */
export async function readDescriptors(bytes: Uint8Array<ArrayBuffer>): Promise<ReadEntries & { count: number }> {
  const files = await readDescriptorFiles(bytes)
  const texts = [...files].map(([key, value]) => ({ key, value }))
  if (texts.length === 0 || texts.length > mostFiles) throw unreadable('count')
  if (texts.some(({ value }) => value.length > mostCharacters)) throw unreadable('size')
  const index = [...indexDescriptors(files)].map(([key, value]) => ({ key, value }))
  return { entries: [...texts, ...index], count: texts.length, date: null }
}

/**
 * The files of a registry by their paths.
 * @throws Failure `list-unreadable`
 */
export async function readDescriptorFiles(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? filesOfArchive(bytes) : filesOfJson(bytes)
}

async function filesOfArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  // The archive of a repository has one folder at its top, named after branch or commit.
  const path = /^[^/]+\/((?:registry|ercs)\/(?!(?:.*\/)?(?:tests?|testsv\d|sigs)\/).+\.json)$/
  const files = await readArchive(bytes, name => path.test(name))
  return new Map(
    [...files].map(([name, text]) => {
      parseJson(text)
      return [path.exec(name)?.[1] ?? name, text]
    }),
  )
}

function filesOfJson(bytes: Uint8Array): Map<string, string> {
  const value = parseJson(new TextDecoder().decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('shape')
  const files = Object.entries(value)
  if (files.some(([path, file]) => !path.endsWith('.json') || typeof file !== 'object' || file === null))
    throw unreadable('shape')
  return new Map(files.map(([path, file]) => [path, JSON.stringify(file)]))
}
