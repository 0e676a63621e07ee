import { expect, test } from 'vitest'
import { unusedNonces } from './nonces.ts'

const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'
const states = new Map([
  [alice, { nonce: 5n }],
  [bob, { nonce: 0n }],
] as const)

test('where every nonce is used by a transaction there is none left over', () => {
  const block = [5n, 6n, 7n].map(nonce => ({ from: alice, nonce }) as const)
  expect(unusedNonces([...block, { from: bob, nonce: 0n }], states)).toEqual([])
})

test("what an account's own authorization used lies between its transactions, another's before them", () => {
  const block = [
    { from: alice, nonce: 5n },
    { from: bob, nonce: 1n },
    { from: alice, nonce: 8n },
    { from: bob, nonce: 2n },
  ] as const
  expect(unusedNonces([...block], states)).toEqual([
    { from: bob, nonce: 0n },
    { from: alice, nonce: 6n },
    { from: alice, nonce: 7n },
  ])
})
