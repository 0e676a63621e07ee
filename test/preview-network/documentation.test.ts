import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { orderSchema } from './control.ts'
import * as errors from './errors.ts'
import { goodBehaviour, misbehaviourSchema } from './fault-schema.ts'
import { modeNames } from './modes.ts'
import { flagOf, optionsSchema } from './options.ts'

const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')

test.each(Object.keys(optionsSchema.in.shape))('the README explains the flag of %s', option => {
  expect(readme).toContain(`--${flagOf(option)}`)
})

test.each(modeNames)('the README explains the mode %s', mode => {
  expect(readme).toContain(`| \`${mode}\``)
})

test.each(Object.keys(goodBehaviour))('the README explains the fault %s', field => {
  expect(readme).toContain(`| \`${field}\` |`)
})

test.each(Object.keys(misbehaviourSchema.shape.lies.shape))('the README explains the lie %s', field => {
  expect(readme).toContain(`| \`${field}\` |`)
})

test.each(Object.keys(orderSchema.shape).filter(name => name !== 'set'))('the README explains the order %s', order => {
  expect(readme).toContain(`| \`{"${order}":`)
})

test.each(Object.keys(errors))('the README explains the error %s', name => {
  expect(readme).toContain(`\`${name}\``)
})

test('every fault and lie that the README explains exists', () => {
  const [, faults = '', lies = ''] =
    /by field of `set`:\n(.*?)Fields of `lies`(.*?)Events that happen once/s.exec(readme) ?? []
  const named = (table: string) => [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(named(faults).sort()).toEqual(Object.keys(goodBehaviour).sort())
  expect(named(lies).sort()).toEqual(Object.keys(misbehaviourSchema.shape.lies.shape).sort())
})
