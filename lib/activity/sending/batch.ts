import type { Address } from 'viem'
import { concat, encodeAbiParameters } from 'viem/utils'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { Failure } from '@/lib/base/failure'
import * as selectors from '@/lib/base/signatures/selectors'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

const callsParameter = {
  type: 'tuple[]',
  components: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
} as const

/**
 * The calls as one call of the account itself: `executeBatch` of the delegate, which undoes all of them where one
 * fails. The authorization goes along even where the account delegates already: what took that back in the meantime
 * would leave a transaction that succeeds and does nothing.
 * @throws Failure `invalid-input` for a call that creates a contract
 * @see ERC-4337 version 0.8, BaseAccount.executeBatch
 */
export function batchOf(account: Address, calls: readonly TransactionRequest[]): TransactionRequest {
  const encoded = calls.map(({ to, value, data }) => {
    if (to === null) throw new Failure('invalid-input', { field: 'to' })
    return { target: to, value: BigInt(value), data }
  })
  const data = concat([selectors.executeBatch, encodeAbiParameters([callsParameter], [encoded])])
  return { to: account, value: '0x0', data, delegate: batchDelegate }
}
