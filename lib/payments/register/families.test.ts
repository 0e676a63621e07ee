import { type Address, concat, type Hex, pad, toHex } from 'viem'
import { expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import * as events from '@/lib/base/signatures/events'
import { topicOf } from '@/lib/base/transfer-log'
import type { ChainLog } from '@/lib/payments/logs/chain-logs'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'
import { familyOf, type SettlingTransaction } from './families'

const account: Address = `0x${'a1'.repeat(20)}`
const token: Address = `0x${'d0'.repeat(20)}`
const spender: Address = `0x${'5e'.repeat(20)}`
const hash: Hex = `0x${'11'.repeat(32)}`
const r: Hex = `0x${'12'.repeat(32)}`
const s: Hex = `0x${'34'.repeat(32)}`
const filler = pad(toHex(7n))

const row: AuthorizationRecord = {
  id: 'a',
  networkId: firstNetworkOf(1),
  chainId: 1,
  epoch: 0,
  account,
  kind: 'permit',
  contract: token,
  token,
  spender,
  recipient: null,
  amount: 5n,
  validAfter: null,
  validBefore: null,
  deadline: null,
  period: null,
  nonce: '0',
  digest: hash,
  typedData: '{}',
  signature: concat([r, s, '0x1c']),
  origin: null,
  paymentId: null,
  state: 'live',
  used: 0n,
  remaining: 5n,
  isOnChain: false,
  isProvisional: false,
  evidence: [],
  fromBlock: null,
  readTo: null,
  isClosed: false,
  createdAt: 0,
  checkedAt: null,
}
const approval: ChainLog = {
  address: token,
  topics: [events.approval, topicOf(account), topicOf(spender)],
  data: pad(toHex(5n)),
  hash,
  blockHash: hash,
  blockNumber: 1,
  logIndex: 0,
}
const readWith = (input: Hex) => {
  const transaction: SettlingTransaction = { from: spender, to: [spender], input }
  return familyOf('permit').read(row, approval, [], { logs: [approval], transactions: new Map([[hash, transaction]]) })
}

it.each([
  ['r, s one after the other', concat([filler, r, s, filler])],
  ['v, s, r in an order of its own', concat([filler, s, pad('0x1c'), r])],
  ['r and s apart', concat([r, filler, filler, s])],
  ['the short form of EIP-2098', concat([filler, r, `0x${'b4'}${'34'.repeat(31)}`])],
])('an allowance made with a signature written as %s is seen to be made by it', (_form, input) => {
  expect(readWith(input)).toEqual({ event: 'allowed', amount: 5n })
})

it('an allowance that another signature made is not taken for this one’s', () => {
  expect(readWith(concat([filler, r, filler]))).toBeNull()
  expect(readWith(concat([filler, s, filler]))).toBeNull()
})
