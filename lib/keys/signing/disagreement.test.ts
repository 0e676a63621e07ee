import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { UnsignedTransaction } from '@/lib/keys/shared/signing'

/** A viem that encodes something else than it was given: what a poisoned dependency would do. */
const lie = { active: false }
async function lyingViem() {
  const viem = await vi.importActual<typeof import('viem')>('viem')
  return {
    ...viem,
    serializeTransaction: (transaction: Parameters<typeof viem.serializeTransaction>[0], signature?: never) =>
      viem.serializeTransaction(lie.active ? { ...transaction, to: `0x${'66'.repeat(20)}` } : transaction, signature),
    hashMessage: (message: Parameters<typeof viem.hashMessage>[0]) => viem.hashMessage(lie.active ? 'other' : message),
    hashTypedData: (typedData: Parameters<typeof viem.hashTypedData>[0]) =>
      viem.hashTypedData(lie.active ? { ...typedData, domain: { name: 'other' } } : typedData),
  }
}

// Test files of one process share their modules: these are loaded for this file alone, and forgotten after it.
let agreement: typeof import('./agreement')
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('viem', lyingViem)
  agreement = await import('./agreement')
})
afterAll(() => {
  vi.doUnmock('viem')
  vi.resetModules()
})

const transaction: UnsignedTransaction = {
  type: 'eip1559',
  chainId: 1,
  from: `0x${'11'.repeat(20)}`,
  nonce: 0,
  to: `0x${'22'.repeat(20)}`,
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
}
const encodings: [string, () => unknown][] = [
  ['a transaction to be signed', () => agreement.transactionDigest(transaction)],
  ['a signed transaction', () => agreement.signedTransaction(transaction, { r: 1n, s: 1n, yParity: 0 })],
  ['a message', () => agreement.messageDigest(new Uint8Array(3))],
  [
    'typed data',
    () =>
      agreement.typedDataDigest({
        types: { A: [{ name: 'x', type: 'bool' }] },
        primaryType: 'A',
        domain: { name: 'shop' },
        message: { x: true },
      }),
  ],
]

beforeEach(() => {
  lie.active = false
})

test.each(encodings)('%s is not released when the two encoders differ', (_name, encode) => {
  expect(encode).not.toThrow()
  lie.active = true
  expect(encode).toThrow(expect.objectContaining({ code: 'signature-refused' }))
})
