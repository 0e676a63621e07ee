import fc from 'fast-check'
import { bytesToHex, keccak256, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { readSigned } from './signed'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value): `0x${string}` => bytesToHex(value))
const key = fc
  .bigInt({ min: 1n, max: 2n ** 255n })
  .map((value): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`)
const common = {
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  to: fc.option(bytes(20), { nil: null }),
  value: fc.bigInt({ min: 0n, max: 2n ** 128n }),
  data: fc.uint8Array({ maxLength: 70 }).map((value): `0x${string}` => bytesToHex(value)),
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
}
const price = fc.bigInt({ min: 0n, max: 2n ** 60n })

const accessList = fc.array(fc.record({ address: bytes(20), storageKeys: fc.array(bytes(32), { maxLength: 2 }) }), {
  maxLength: 3,
})
const transactions: fc.Arbitrary<TransactionSerializable> = fc.oneof(
  fc.record({ ...common, type: fc.constant('legacy'), gasPrice: price }),
  fc.record({ ...common, type: fc.constant('eip2930'), gasPrice: price, accessList }),
  fc
    .record({ ...common, type: fc.constant('eip1559'), maxFeePerGas: price, maxPriorityFeePerGas: price, accessList })
    .map(fields => ({ ...fields, maxPriorityFeePerGas: fields.maxPriorityFeePerGas % (fields.maxFeePerGas + 1n) })),
) as fc.Arbitrary<TransactionSerializable>

test('what a library signed is read back, field by field, with its signer', async () => {
  await fc.assert(
    fc.asyncProperty(key, transactions, async (privateKey, transaction) => {
      const account = privateKeyToAccount(privateKey)
      const raw = await account.signTransaction(transaction)
      expect(readSigned(raw)).toEqual({
        hash: keccak256(raw),
        chainId: transaction.chainId,
        from: account.address.toLowerCase(),
        nonce: transaction.nonce,
        to: transaction.to,
        value: transaction.value,
        data: transaction.data,
        ...(transaction.accessList?.length ? { accessList: transaction.accessList } : {}),
        gas: transaction.gas,
        maxFeePerGas: transaction.maxFeePerGas ?? transaction.gasPrice,
        maxPriorityFeePerGas: transaction.maxPriorityFeePerGas ?? transaction.gasPrice,
      })
    }),
    { numRuns: 60 },
  )
})

test('a delegation is read as well', async () => {
  const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
  const authorization = await account.signAuthorization({ address: `0x${'33'.repeat(20)}`, chainId: 5, nonce: 4 })
  const raw = await account.signTransaction({
    type: 'eip7702',
    chainId: 5,
    nonce: 3,
    to: account.address,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 1n,
    gas: 60_000n,
    authorizationList: [authorization],
  })
  expect(readSigned(raw)).toMatchObject({ from: account.address.toLowerCase(), nonce: 3, maxFeePerGas: 9n })
})

test('what is no whole transaction is left to the node, and nothing throws', async () => {
  const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
  const raw = await account.signTransaction({ type: 'eip1559', chainId: 5, nonce: 3, maxFeePerGas: 9n })
  expect(readSigned(`${raw}00`)).toBeNull()
  fc.assert(
    fc.property(fc.integer({ min: 4, max: raw.length - 2 }), end => {
      expect(readSigned(`0x${raw.slice(2, end)}`)).toBeNull()
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), noise => {
      readSigned(bytesToHex(noise))
    }),
  )
})
