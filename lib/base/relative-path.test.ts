import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relativePath } from './relative-path'

it('agrees with Node on every reference that stays below the top', () => {
  const name = fc.constantFrom('registry', 'ercs', 'a.json', 'calldata-b.json')
  const part = fc.oneof(name, fc.constantFrom('.', '..'))
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(part, { minLength: 1 }), (from, parts) => {
      const expected = posix.normalize(posix.join(posix.dirname(from.join('/')), ...parts))
      fc.pre(!expected.startsWith('..'))
      expect(relativePath(parts.join('/'), from.join('/'))).toBe(expected.replace(/^\.?\/?|\/$/g, ''))
    }),
  )
})

it('does not leave the top', () => {
  expect(relativePath('../../../secret.json', 'registry/a.json')).toBe('secret.json')
})
