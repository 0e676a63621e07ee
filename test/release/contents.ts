import { homedir } from 'node:os'
import { posix } from 'node:path'
import * as z from 'zod'
import { root } from '../commands/project.ts'
import { licencesFile } from './licences.ts'
import { type Package, textOf } from './package.ts'

/**
 * What a build is for: `store` goes to people, `local` stays on this machine, `barriers` is for tests that kill the
 * worker.
 */
export type Purpose = 'store' | 'local' | 'barriers'

interface Rule {
  pattern: RegExp
  fault: string
  /** The builds that may not contain it. */
  in: readonly Purpose[]
}

/** Registered at run time by a name put together there. */
const registeredLater = ['pay', 'pose', 'pose-port', 'claim'].map(name => `content-scripts/${name}.js`)

const everywhere = ['store', 'local', 'barriers'] as const

const rules: readonly Rule[] = [
  {
    pattern: /\bjsxDEV\b|jsx-dev-runtime|react-stack-top-frame|\b_debugStack\b/,
    fault: 'is from a development build of React',
    in: everywhere,
  },
  { pattern: /process\.env\.NODE_ENV|import\.meta\.(?:env|hot)\b/, fault: 'asks for its build mode', in: everywhere },
  { pattern: /\[wxt\]/, fault: 'logs what WXT logs in development', in: everywhere },
  { pattern: /sourceMappingURL=/, fault: 'names a source map', in: everywhere },
  { pattern: /\beval\s*\(|\bnew Function\s*\(/, fault: 'makes code of text', in: everywhere },
  { pattern: /\bsrc=["']?(?:https?:)?\/\//, fault: 'loads from another place', in: everywhere },
  {
    pattern: /node_modules\/|file:\/\/\/|["'`(=\s](?:\/(?:home|Users|root|tmp|mnt|opt|private)\/[\w.-]|[A-Z]:\\\\?\w)/,
    fault: 'names a path of the machine that built it',
    in: everywhere,
  },
  { pattern: /barrierReached/, fault: 'has the places where tests hold the worker', in: ['store', 'local'] },
  { pattern: /preview-network\.json/, fault: 'asks for the embedded network', in: ['store'] },
  {
    pattern: /(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/,
    fault: 'names an endpoint of this machine',
    in: ['store'],
  },
]

/**
 * What keeps a built extension from being published as it is, each fault as a sentence; empty when there is none.
 * @param files the extension's files
 * @param purpose what the build is for; builds that stay here may name the embedded network
 */
export function faultsOfContents(files: Package, purpose: Purpose): string[] {
  const manifest = files.get('manifest.json')
  if (manifest === undefined) return ['There is no manifest.json at its root.']
  const faults = unknownFiles(files, purpose).map(name => `${name} is used by nothing in the extension.`)
  if (purpose === 'store' && 'key' in z.looseObject({}).parse(JSON.parse(textOf(manifest))))
    faults.push('manifest.json carries a `key`; the store assigns the id.')
  for (const [name, bytes] of files) {
    if (name.endsWith('.map')) faults.push(`${name} is a source map.`)
    if (!/\.(?:js|json|html|css|svg)$/.test(name)) continue
    const text = textOf(bytes)
    for (const { pattern, fault } of rules.filter(rule => rule.in.includes(purpose))) {
      const found = pattern.exec(text)
      if (found) faults.push(`${name} ${fault}: …${excerpt(text, found.index)}…`)
    }
    const path = [root, homedir()].find(folder => folder.length > 1 && text.includes(`${folder}/`))
    if (path !== undefined) faults.push(`${name} names a folder of the machine that built it, ${path}.`)
  }
  return faults
}

function excerpt(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 60).replace(/\s+/g, ' ')
}

/**
 * The files that nothing leads to: not the manifest, and no page, script or style sheet that the manifest leads to. A
 * script leads to a file by naming it, whether it imports, registers, opens or fetches it; a style sheet by `url()`.
 */
function unknownFiles(files: Package, purpose: Purpose): string[] {
  const isCatalogue = (name: string) => /^_locales\/[a-zA-Z_]+\/messages\.json$/.test(name)
  const isEmbeddedNetwork = (name: string) => purpose !== 'store' && name === 'preview-network.json'
  const isKnown = (name: string) =>
    name === licencesFile || isCatalogue(name) || isEmbeddedNetwork(name) || registeredLater.includes(name)
  const unknown = new Set([...files.keys()].filter(name => !isKnown(name)))
  const follow = (name: string): void => {
    if (!unknown.delete(name)) return
    if (!/\.(?:json|html|js|css)$/.test(name)) return
    const text = textOf(files.get(name) ?? new Uint8Array())
    for (const other of [...unknown]) if (isNamedIn(text, name, other)) follow(other)
  }
  follow('manifest.json')
  return [...unknown]
}

/** True if `text`, the contents of `from`, names the file: by its path from the root, or from the folder of `from`. */
function isNamedIn(text: string, from: string, file: string): boolean {
  const relative = posix.relative(posix.dirname(from), file)
  const spellings = [file, `/${file}`, relative, relative.startsWith('.') ? relative : `./${relative}`]
  const marks = [...['"', "'", '`'].map(quote => [quote, quote]), ['url(', ')']]
  return spellings.some(spelling => marks.some(([before, after]) => text.includes(`${before}${spelling}${after}`)))
}
