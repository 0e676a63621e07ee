import { expect, it } from 'vitest'
import { preconfirmedDelta } from './delta'

it('what is only pre-confirmed is the difference of the two, in both directions', () => {
  expect(preconfirmedDelta({ sealed: '0x64', pending: '0x5a' })).toBe(-10n)
  expect(preconfirmedDelta({ sealed: '0x5a', pending: '0x64' })).toBe(10n)
  expect(preconfirmedDelta({ sealed: '0x5a', pending: '0x5a' })).toBe(0n)
})

it('nothing is said about it while either is not known', () => {
  expect(preconfirmedDelta({ sealed: null, pending: '0x64' })).toBeNull()
  expect(preconfirmedDelta({ sealed: '0x64', pending: null })).toBeNull()
})
