import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { licences } from './licences'

it('names the licence of each package in the table of dependencies', () => {
  const table = readFileSync('docs/dependencies.md', 'utf8')
  const rows = [...table.matchAll(/^\| (?:.* › )?([^ |]+) \| [\d.]+ \| \(?([^|)]+?)\)? \|/gm)]
  const listed = Object.entries(licences).flatMap(([licence, names]) =>
    names.split(', ').map(name => `${name} ${licence}`),
  )
  expect(listed.sort()).toEqual([...new Set(rows.map(([, name, licence]) => `${name} ${licence}`))].sort())
})
