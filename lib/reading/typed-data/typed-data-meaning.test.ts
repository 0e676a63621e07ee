import { keccak256, stringToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { encodeType } from './typed-data'
import { kinds, typedDataOf } from './typed-data-kinds.fixture'
import { isForEveryChain, meaningOf } from './typed-data-meaning'

const alice = '0xa11ce00000000000000000000000000000000001'
const shop = '0x5402000000000000000000000000000000000002'
const token = '0x7070000000000000000000000000000000000007'

const textOf = (label: (typeof kinds)[number][0]) => kinds.find(([each]) => each === label)?.[3] ?? ''

describe('typed data that moves money', () => {
  it.each(kinds)('is known by its exact type: %s', (_label, kind, typehash, text) => {
    const typedData = typedDataOf(text)
    expect(encodeType(typedData)).toBe(text)
    expect(keccak256(stringToBytes(encodeType(typedData)))).toBe(typehash)
    expect(meaningOf(typedData)?.kind).toBe(kind)
  })

  it('is not known with one field more', () => {
    expect(meaningOf(typedDataOf(textOf('EIP-2612').replace(')', ',uint256 fee)')))).toBeNull()
  })

  it('says who may take how much of what until when', () => {
    expect(meaningOf(typedDataOf(textOf('EIP-2612'), { owner: alice, spender: shop, value: '5000000' }))).toEqual({
      kind: 'permit',
      owner: alice,
      spender: shop,
      recipient: null,
      spends: [{ token, amount: 5_000_000n, isUnlimited: false }],
      validFrom: null,
      validUntil: 5n,
      period: null,
      grants: [],
      orders: [],
      call: null,
      statedAmount: null,
    })
    expect(
      meaningOf(
        typedDataOf(textOf('EIP-3009 transfer'), { from: alice, to: shop, value: '7', validAfter: 1, validBefore: 9 }),
      ),
    ).toMatchObject({ owner: alice, recipient: shop, spends: [{ token, amount: 7n }], validFrom: 1n, validUntil: 9n })
  })

  it('knows what is as much as everything', () => {
    const all = `${2n ** 256n - 1n}`
    expect(meaningOf(typedDataOf(textOf('EIP-2612'), { value: all }))?.spends[0]?.isUnlimited).toBe(true)
    expect(meaningOf(typedDataOf(textOf('DAI-style permit'), { allowed: true }))?.spends[0]?.isUnlimited).toBe(true)
    expect(meaningOf(typedDataOf(textOf('DAI-style permit'), { allowed: false }))?.spends[0]?.amount).toBe(0n)
    const details = { token, amount: `${2n ** 160n - 1n}`, expiration: '9', nonce: 0 }
    expect(meaningOf(typedDataOf(textOf('Permit2 single'), { details }))).toMatchObject({
      spends: [{ token, isUnlimited: true }],
      validUntil: 9n,
    })
  })

  it('reads every token of a batch', () => {
    const permitted = [
      { token, amount: '1' },
      { token: shop, amount: '2' },
    ]
    expect(meaningOf(typedDataOf(textOf('Permit2 batch transfer'), { permitted }))?.spends).toMatchObject([
      { token, amount: 1n },
      { token: shop, amount: 2n },
    ])
  })

  it('names who may take money only where that is the same one for all of it', () => {
    const permission = { spender: shop, token, allowance: '1', salt: '1', extraData: '0x' }
    const spenderOf = (...permissions: unknown[]) =>
      meaningOf(typedDataOf(textOf('spend permission batch'), { permissions }))?.spender
    expect(spenderOf(permission, permission)).toBe(shop)
    expect(spenderOf(permission, { ...permission, spender: alice })).toBeNull()
  })

  it('reads what Permit2 enforces even where the witness is unknown', () => {
    const text = textOf('x402 exact permit2')
      .replaceAll('Witness witness', 'Order witness')
      .replace('Witness(', 'Order(')
    const sorted = text.replace(/(TokenPermissions\([^)]*\))(Order\([^)]*\))/, '$2$1')
    const typedData = typedDataOf(sorted, { spender: shop }, { name: 'Permit2', verifyingContract: permit2Address })
    expect(meaningOf(typedData)).toMatchObject({
      kind: 'permit2-unknown-witness',
      spender: shop,
      spends: [{ amount: 5n }],
    })
  })

  it('exempts only x402’s own offers and receipts from naming the right chain', () => {
    const offer = textOf('x402 signed offer')
    const asSpecified = { name: 'x402 offer', version: '1', chainId: 1, verifyingContract: undefined }
    expect(isForEveryChain(typedDataOf(offer, {}, asSpecified))).toBe(true)
    expect(isForEveryChain(typedDataOf(offer, {}, { ...asSpecified, chainId: 10 }))).toBe(false)
    expect(isForEveryChain(typedDataOf(offer, {}, { ...asSpecified, verifyingContract: token }))).toBe(false)
    expect(isForEveryChain(typedDataOf(textOf('EIP-2612'), {}, asSpecified))).toBe(false)
  })
})
