import { expect, it } from 'vitest'
import { lookAlike } from './alike'

const known = [{ address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', name: 'Anna' }] as const

it('an address with the same two ends as a known one is a look-alike, the known one itself is not', () => {
  expect(lookAlike('0x71c700000000000000000000000000000000976f', known)?.name).toBe('Anna')
  expect(lookAlike('0x71c7656ec7ab88b098defb751b7401b5f6d8976f', known)).toBeNull()
  expect(lookAlike('0x71c7000000000000000000000000000000001234', known)).toBeNull()
})
