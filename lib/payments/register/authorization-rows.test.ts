import { hashStruct, hashTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { authorizationRows } from './authorization-rows'
import {
  authorization,
  bytes32,
  cancellation,
  delegation,
  dollar,
  given,
  payee,
  permit,
  permit2Allowance,
  permit2Batch,
  permit2Transfer,
  spendPermission,
  spendPermissionBatch,
  taker,
  typedDataOf,
  voucher,
} from './signed.fixture'

const at = { epoch: 2, now: 1_000 }
const rowsOf = (typedData: string) => authorizationRows(given(typedData), at)

describe('the rows of a signature', () => {
  it('say of a transfer authorization who may take what, and until when', () => {
    expect(rowsOf(authorization())).toMatchObject([
      {
        id: 'approval-1:0',
        epoch: 2,
        kind: 'transfer-authorization',
        contract: dollar,
        token: dollar,
        recipient: payee,
        amount: 5n,
        validAfter: 0n,
        validBefore: 2000n,
        deadline: 2000n,
        nonce: bytes32(7),
        digest: hashTypedData(JSON.parse(authorization())),
        state: 'live',
        remaining: 5n,
        createdAt: 1_000,
        checkedAt: null,
      },
    ])
  })

  it('let the allowance of a permit go on after the permit itself', () => {
    // EIP-2612: still accepted at the deadline.
    expect(rowsOf(permit())).toMatchObject([{ nonce: '3', spender: taker, validBefore: null, deadline: 2001n }])
    expect(rowsOf(permit2Allowance())).toMatchObject([{ nonce: '4', validBefore: 5001n, deadline: 2001n }])
  })

  it('have no end where the end is the largest number there is', () => {
    expect(rowsOf(permit({ deadline: String(2n ** 256n - 1n) }))).toMatchObject([{ deadline: null }])
    expect(rowsOf(spendPermission({ end: String(2n ** 48n - 1n) }))).toMatchObject([{ validBefore: null }])
  })

  it('are several where several tokens may be taken, each with its own number', () => {
    expect(rowsOf(permit2Batch())).toMatchObject([
      { id: 'approval-1:0', token: dollar, amount: 9n, nonce: '4' },
      { id: 'approval-1:1', token: payee, amount: 8n, nonce: '5' },
    ])
    const [first, second] = rowsOf(spendPermissionBatch())
    expect(first).toMatchObject({ amount: 10n, period: 100n })
    // The manager knows each by the hash it would have had alone.
    expect(first?.nonce).toBe(hashTypedData(JSON.parse(spendPermission())))
    expect(second?.nonce).not.toBe(first?.nonce)
    expect(rowsOf(spendPermissionBatch(payee))).toMatchObject([{ spender: taker }, { spender: payee }])
  })

  it('know Permit2 by its address, and a transfer through it by its own number', () => {
    expect(rowsOf(permit2Transfer())).toMatchObject([
      { kind: 'permit2-x402-upto', nonce: '515', recipient: payee, token: dollar, amount: 50n, validBefore: 2001n },
    ])
  })

  it('know a voucher by its channel, and its token from whoever knows the channel', () => {
    expect(rowsOf(voucher())).toMatchObject([{ nonce: bytes32(99), amount: 40n, token: null }])
    expect(authorizationRows(given(voucher(), { token: dollar }), at)).toMatchObject([{ token: dollar }])
  })

  it('know a delegation by the hash its contract has for it', () => {
    const { types, primaryType, message } = JSON.parse(delegation())
    expect(rowsOf(delegation())).toMatchObject([
      { amount: null, nonce: hashStruct({ types, primaryType, data: message }) },
    ])
  })

  it('count a cancellation as nothing that may be taken', () => {
    expect(rowsOf(cancellation())).toMatchObject([{ kind: 'cancel-authorization', remaining: 0n, nonce: bytes32(7) }])
  })

  it('are none for what lets nobody take anything', () => {
    expect(rowsOf(typedDataOf('Mail(string text)', { text: 'hello' }))).toEqual([])
    const channel =
      'ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)'
    const config = { payer: taker, payerAuthorizer: taker, receiver: payee, receiverAuthorizer: payee, token: dollar }
    expect(rowsOf(typedDataOf(channel, { ...config, withdrawDelay: 900, salt: bytes32(1) }))).toEqual([])
  })
})
