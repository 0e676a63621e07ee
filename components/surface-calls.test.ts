import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isProcedure, procedures } from '@/lib/language/procedures'
import type { Surface } from '@/lib/language/ui'

const root = join(import.meta.dirname, '..')

/** Screens that show this only in a full tab or the decision window, although a page beside it loads them. */
const shownInTabOnly: Record<string, readonly string[]> = {
  'components/report/Report.tsx': ['fault.list', 'fault.clear', 'fault.networks'],
  'components/settings/Erase.tsx': ['vault.erase'],
  'components/signers/SignWithCode.tsx': ['signer.answer'],
  'components/signers/SignWithLedger.tsx': ['signer.answer'],
  'components/trouble/Trouble.tsx': ['database.vault-copy'],
}

/** Every source file that a page loads, at first or later. */
function filesOf(entry: string): string[] {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const target = path.startsWith('@/') ? path.slice(2) : path.startsWith('.') ? join(dirname(file), path) : null
      if (target === null || target.startsWith('lib/')) continue
      const found = ['.ts', '.tsx'].map(ending => target + ending).find(name => existsSync(join(root, name)))
      if (found !== undefined) visit(found)
    }
  }
  visit(entry)
  return [...seen]
}

/** Procedures that a file names in a call. */
function callsIn(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const names = [...source.matchAll(/(?:\.call|\bpropose)\(([^{]*)/g)].flatMap(
    ([, start = '']) => start.match(/'[^']+'/g) ?? [],
  )
  return names.map(quoted => quoted.slice(1, -1)).filter(isProcedure)
}

describe.each<[page: string, surface: Surface, leastCalls: number]>([
  ['popup', 'popup', 5],
  ['approval', 'approval', 5],
  ['home', 'tab', 5],
  ['panel', 'developer-panel', 1],
])('the page %s', (page, surface, leastCalls) => {
  const calls = filesOf(`entrypoints/${page}/app.tsx`).flatMap(file => callsIn(file).map(name => ({ file, name })))

  it('calls the worker', () => {
    expect(calls.length).toBeGreaterThanOrEqual(leastCalls)
  })

  it('calls only what its surface may call', () => {
    const refused = calls.filter(
      ({ file, name }) =>
        isProcedure(name) &&
        !procedures[name].surfaces.includes(surface) &&
        !(shownInTabOnly[file] ?? []).includes(name),
    )
    expect(refused).toEqual([])
  })
})

it('finds every call of a procedure in the screens', () => {
  const pages = ['entrypoints/home/app.tsx', 'entrypoints/panel/app.tsx']
  const found = new Set(pages.flatMap(filesOf).flatMap(callsIn))
  expect(Object.keys(procedures).filter(name => !found.has(name))).toEqual([])
})
