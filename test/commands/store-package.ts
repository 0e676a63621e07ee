import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { root } from './project.ts'

/** The newest store package that `npm run zip` left. */
export async function findStorePackage(): Promise<string> {
  const folder = join(root, '.output')
  const names = (await readdir(folder)).filter(name => name.endsWith('-chrome.zip'))
  const dated = await Promise.all(
    names.map(async name => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  )
  const newest = dated.sort((a, b) => b.at - a.at)[0]
  if (!newest) throw new Error('There is no store package: run npm run zip.')
  return newest.file
}

/** What a store package must not contain, each as a sentence; empty when it is as it should be. */
export async function faultsOfStorePackage(file: string): Promise<string[]> {
  const faults: string[] = []
  const entries = unzipSync(new Uint8Array(await readFile(file)))
  const manifest = entries['manifest.json']
  if (!manifest) return ['It has no manifest.json at its root.']
  if ('key' in JSON.parse(text(manifest))) faults.push('Its manifest carries a `key`; the store assigns the id.')
  for (const [name, bytes] of Object.entries(entries)) {
    if (name === 'preview-network.json') faults.push('It carries the addresses of an embedded network.')
    if (name.endsWith('.map')) faults.push(`It carries a source map, ${name}.`)
    if (!/\.(?:js|json|html|css)$/.test(name)) continue
    const endpoint = /(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(text(bytes))
    if (endpoint) faults.push(`${name} names the endpoint ${endpoint[0]}.`)
  }
  return faults
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
