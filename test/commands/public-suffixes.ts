import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/**
 * Makes `components/sites/public-suffixes.json` from the public suffix list in the package `tldts`. Run by hand after
 * an update of that package: `node test/commands/public-suffixes.ts`. Hosts reach the wallet in Punycode, so rules in
 * other letters are left out.
 */
const require = createRequire(import.meta.url)
const folder = new URL('./', pathToFileURL(require.resolve('tldts/package.json')))
const source = readFileSync(new URL('dist/es6/src/data/trie.js', folder), 'utf8')
/** The value of an exported constant: a number, a text or an array of numbers. */
function constant(name: string): unknown {
  const [, value = ''] =
    new RegExp(`export const ${name} = (?:.*?Array\\()?(\\[[\\d, ]*\\]|"[^"]*"|\\d+)\\)?;`).exec(source) ?? []
  return JSON.parse(value)
}
const numbers = z.array(z.number())
const trie = {
  /** Per node: 0 if no rule ends there. */
  nodeFlags: numbers.parse(constant('nodeFlags')),
  /** Per node: its first edge. */
  edgeStart: numbers.parse(constant('edgeStart')),
  edgeLength: numbers.parse(constant('edgeLength')),
  edgeChild: numbers.parse(constant('edgeChild')),
  labelText: z.string().parse(constant('labelText')),
  rulesRoot: z.number().parse(constant('rulesRoot')),
  exceptionsRoot: z.number().parse(constant('exceptionsRoot')),
}
const { version } = z.object({ version: z.string() }).parse(require('tldts/package.json'))

const offsets: number[] = []
for (let edge = 0, offset = 0; edge < trie.edgeLength.length; edge += 1) {
  offsets.push(offset)
  offset += trie.edgeLength[edge] ?? 0
}

interface Level {
  rule: boolean
  exception: boolean
  below: Map<string, Level>
}
const emptyLevel = (): Level => ({ rule: false, exception: false, below: new Map() })
const root = emptyLevel()

function collect(node: number, level: Level, mark: 'rule' | 'exception'): void {
  if (trie.nodeFlags[node] !== 0) level[mark] = true
  for (let edge = trie.edgeStart[node] ?? 0; edge < (trie.edgeStart[node + 1] ?? 0); edge += 1) {
    const offset = offsets[edge] ?? 0
    const label = trie.labelText.slice(offset, offset + (trie.edgeLength[edge] ?? 0))
    if (!/^[a-z0-9*-]+$/.test(label)) continue
    const below = level.below.get(label) ?? emptyLevel()
    level.below.set(label, below)
    collect(trie.edgeChild[edge] ?? 0, below, mark)
  }
}
collect(trie.rulesRoot, root, 'rule')
collect(trie.exceptionsRoot, root, 'exception')

/** See `readRules` in components/sites/public-suffix.ts. */
function write(level: Level): string {
  return sorted(level)
    .map(([label, each]) => {
      const mark = each.exception ? '!' : each.rule ? '' : '?'
      return `${label}${mark}${each.below.size === 0 ? '' : `(${write(each)})`}`
    })
    .join(',')
}

function sorted(level: Level): [string, Level][] {
  return [...level.below].sort(([left], [right]) => (left < right ? -1 : 1))
}

const lines = sorted(root)
  .filter(([, level]) => level.below.size > 0)
  .map(([label, level]) => `${label}(${write(level)})`)
const file = {
  source: `publicsuffix.org, as in tldts ${version}`,
  licence: 'MPL-2.0',
  suffixes: lines,
}
writeFileSync(
  new URL('../../components/sites/public-suffixes.json', import.meta.url),
  `${JSON.stringify(file, null, 2)}\n`,
)
console.log(`${lines.length} top-level domains, ${lines.join('').length} characters`)
