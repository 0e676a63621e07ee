import { expect, test } from 'vitest'
import { dependencyTable, noReason } from './dependency-table.ts'
import { blockOf, replaceBlock } from './generated-block.ts'

const locked = (path: string, version: string) =>
  [path, { path, name: path, version, license: 'MIT', hasInstallScript: false }] as const
const packages = new Map([
  locked('node_modules/a', '1.0.0'),
  locked('node_modules/b', '2.0.0'),
  locked('node_modules/b/node_modules/a', '0.9.0'),
])
const bundled = { '': 5_000, 'node_modules/a': 40_000, 'node_modules/b/node_modules/a': 1_200 }

const first = dependencyTable(bundled, packages, '')
const withReasons = first.replaceAll(noReason, 'needed')

test('what is in the scripts, largest first, and a reason is asked for', () => {
  expect(first.split('\n').slice(2)).toEqual([
    `| a | 1.0.0 | MIT | 40 | ${noReason} |`,
    `| b › a | 0.9.0 | MIT | 1 | ${noReason} |`,
  ])
})

test('reasons stay, and sizes that are about right', () => {
  expect(dependencyTable({ ...bundled, 'node_modules/a': 43_000 }, packages, withReasons)).toBe(withReasons)
})

test('a new package, another version and another size are written', () => {
  const changed = dependencyTable(
    { 'node_modules/a': 60_000, 'node_modules/b': 10 },
    new Map([...packages, locked('node_modules/a', '1.1.0')]),
    withReasons,
  )
  expect(changed.split('\n').slice(2)).toEqual([
    '| a | 1.1.0 | MIT | 60 | needed |',
    `| b | 2.0.0 | MIT | 0 | ${noReason} |`,
  ])
})

test('a part of a document is found and replaced, and the rest stays', () => {
  const document = 'Before\n\n<!-- x -->\nold\n<!-- /x -->\n\nAfter\n'
  const next = replaceBlock(document, 'x', 'new')
  expect(next).toBe('Before\n\n<!-- x -->\n\nnew\n\n<!-- /x -->\n\nAfter\n')
  expect(blockOf(next, 'x')).toBe('new')
  expect(replaceBlock(next, 'x', 'new')).toBe(next)
  expect(() => blockOf(document, 'y')).toThrow('has no part')
})
