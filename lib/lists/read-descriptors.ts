import { readArchive } from './read-archive'
import { parseJson, unreadable } from './read-names'
import type { ReadEntries } from './read-records'

const mostFiles = 20_000
const mostCharacters = 1_000_000

/**
 * A registry of clear-signing descriptors: the archive of its repository, or JSON of path → descriptor. The files are
 * kept as text under their paths in the registry: `registry/lido/calldata-stETH.json`,
 * `ercs/calldata-erc20-tokens.json`.
 * @throws Failure `list-unreadable`
 * @see ERC-7730
 */
export async function readDescriptors(bytes: Uint8Array<ArrayBuffer>): Promise<ReadEntries> {
  const files = bytes[0] === 0x1f && bytes[1] === 0x8b ? await filesOfArchive(bytes) : filesOfJson(bytes)
  const entries = [...files].map(([key, value]) => ({ key, value }))
  if (entries.length === 0 || entries.length > mostFiles) throw unreadable('count')
  if (entries.some(({ value }) => value.length > mostCharacters)) throw unreadable('size')
  return { entries, date: null }
}

async function filesOfArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  // The archive of a repository has one folder at its top, named after branch or commit.
  const path = /^[^/]+\/((?:registry|ercs)\/(?!.*\/?tests?\/).+\.json)$/
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
