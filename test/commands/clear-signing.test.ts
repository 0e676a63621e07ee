import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportOf } from './clear-signing-registry.ts'
import { root } from './project.ts'

it('says of the public registry’s own examples what the registry expects', async () => {
  expect(await reportOf(join(root, 'test/fixtures/erc7730'), true)).toEqual([
    '18 of 18 descriptors load, with 77 formats.',
    '35 of 35 tests of calls and 6 of 6 of messages agree.',
  ])
})
