import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { Approval, Shown } from '@/lib/decisions/approvals/types'
import { requireApprovedMessage, requireApprovedTransaction } from '@/lib/keys/signing/approved'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { toApprovalProof } from './approval-proof'

const account = `0x${'a1'.repeat(20)}` as const
const shop = `0x${'b2'.repeat(20)}` as const
const data = (digit: string): Hex => `0x${digit.repeat(8)}`

/** Two calls, of which the first may use 100 gas and the second 300, at no more than 5 wei each. */
function approvedCalls(changes: Partial<Shown> = {}): Approval {
  return {
    id: 'a',
    requester: { kind: 'site', origin: 'https://shop.example', topOrigin: null, tabId: 1, documentId: 'd' },
    networkId: firstNetworkOf(10),
    chainId: 10,
    account,
    request: {
      kind: 'calls',
      batchId: 'b',
      calls: [
        { to: shop, value: '0x1', data: data('1') },
        { to: shop, value: '0x2', data: data('2') },
      ],
    },
    shown: {
      feeCeiling: '0x7d0',
      fee: { gas: '0x190', maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1', gasOfCalls: ['0x64', '0x12c'] },
      noncePolicy: 'next',
      outcome: null,
      risks: [],
      ...changes,
    },
    digest: '0x',
    status: 'approved',
    decision: null,
    requestKey: null,
    createdAt: 1,
    expiresAt: 2,
  }
}

const first = {
  chainId: 10,
  from: account,
  nonce: 3,
  to: shop,
  value: 1n,
  data: data('1'),
  gas: 100n,
  maxFeePerGas: 5n,
}
const second = { ...first, nonce: 4, value: 2n, data: data('2'), gas: 300n }

describe('an approval of a transaction', () => {
  const accessList = [{ address: shop, storageKeys: [`0x${'1'.repeat(64)}`] }] as const
  const approval: Approval = {
    ...approvedCalls(),
    request: {
      kind: 'transaction',
      transaction: { to: shop, value: '0x1', data: data('1'), accessList },
      purpose: 'send',
      replaces: null,
    },
  }

  it('allows the access list that was shown and no other', () => {
    const proof = toApprovalProof(approval)
    expect(() => requireApprovedTransaction(proof, { ...first, accessList })).not.toThrow()
    for (const other of [[], [...accessList, ...accessList], [{ address: account, storageKeys: [] }]])
      expect(() => requireApprovedTransaction(proof, { ...first, accessList: other })).toThrow(
        expect.objectContaining({ code: 'approval-changed' }),
      )
  })
})

describe('an approval of a delegation', () => {
  const transaction: TransactionRequest = { to: account, value: '0x0', data: '0x', delegate: shop }
  const asked = (purpose: TransactionPurpose, requester: Approval['requester']): boolean | undefined =>
    toApprovalProof({
      ...approvedCalls(),
      requester,
      request: { kind: 'transaction', transaction, purpose, replaces: null },
    }).isDelegateChosen

  it('lets the contract be one of the person’s choice only where the wallet itself asked for that', () => {
    const { requester: site } = approvedCalls()
    expect(asked('delegate', { kind: 'wallet' })).toBe(true)
    expect(asked('delegate', site)).toBe(false)
    expect(asked('send', { kind: 'wallet' })).toBe(false)
  })
})

describe('an approval of several calls', () => {
  it('allows each call as it was shown', () => {
    const proof = toApprovalProof(approvedCalls())
    for (const call of [first, second]) expect(() => requireApprovedTransaction(proof, call)).not.toThrow()
  })

  it.each([
    ['more gas than its own share', { ...first, gas: 101n }],
    ['the share of another call', { ...first, gas: 300n }],
    ['a higher price for gas', { ...second, maxFeePerGas: 6n }],
  ])('allows no call with %s', (_what, call) => {
    const proof = toApprovalProof(approvedCalls())
    expect(() => requireApprovedTransaction(proof, call)).toThrow(expect.objectContaining({ code: 'approval-changed' }))
  })

  it('allows nothing where the calls cost more together than was shown', () => {
    expect(() => toApprovalProof(approvedCalls({ feeCeiling: '0x7cf' }))).toThrow(
      expect.objectContaining({ code: 'fee-above-ceiling' }),
    )
  })

  it.each([
    ['its fee', { fee: null }],
    ['the share of each', { fee: { gas: '0x190', maxFeePerGas: '0x5', maxPriorityFeePerGas: '0x1' } }],
  ] as const)('allows nothing before %s was shown', (_what, changes) => {
    expect(() => toApprovalProof(approvedCalls(changes))).toThrow(expect.objectContaining({ code: 'approval-changed' }))
  })
})

describe('an approval of a connection', () => {
  const signIn = { before: 'shop.example wants you to sign in:\n', after: '\n\nURI: https://shop.example' }
  const connection = (changes: Partial<Approval>): Approval => ({
    ...approvedCalls(),
    account: null,
    request: { kind: 'connect', signIn },
    decision: { accounts: [shop, account] },
    ...changes,
  })

  it('allows the sign-in with the first chosen account, and no other message', () => {
    const proof = toApprovalProof(connection({}))
    const message = new TextEncoder().encode(`${signIn.before}${getAddress(shop)}${signIn.after}`)
    expect(() => requireApprovedMessage(proof, shop, message)).not.toThrow()
    expect(() => requireApprovedMessage(proof, account, message)).toThrow()
    expect(() => requireApprovedMessage(proof, shop, message.slice(1))).toThrow()
  })

  it.each([
    ['it has no sign-in', { request: { kind: 'connect' } }],
    ['no account was chosen', { decision: null }],
  ] as const)('allows nothing where %s', (_what, changes) => {
    expect(() => toApprovalProof(connection(changes))).toThrow(expect.objectContaining({ code: 'approval-changed' }))
  })
})
