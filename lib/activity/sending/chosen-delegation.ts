import type { Address } from 'viem'
import { noDelegate } from '@/lib/base/batch-delegate'
import type { Act } from '@/lib/base/effects'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { failureFrom } from '@/lib/base/rpc/errors'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { isSuitableDelegate } from '@/lib/base/suitable-delegate'
import { isContract, readCode } from '@/lib/reading/calls/contracts'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

/**
 * What makes the account run the code of a contract that the person chose, for the purpose `delegate`. It calls an
 * address without code: a call of the account would run the new code at once, with the account's rights.
 * @throws Failure `invalid-input` for an address whose code no account can run; `delegate-without-code` where the
 * endpoint says so; `endpoint-…`
 */
export async function chosenDelegation(
  connection: Connection,
  account: Address,
  delegate: Address,
): Promise<TransactionRequest> {
  if (!isSuitableDelegate(account, delegate)) throw new Failure('invalid-input', { field: 'delegate' })
  const code = await connection.request('eth_getCode', [delegate, 'pending'], dataReply).catch(error => {
    throw failureFrom(error)
  })
  // An account that delegates has code, of which a delegation to it runs nothing (EIP-7702 §Delegation designation).
  if (!isContract(readCode(code))) throw new Failure('delegate-without-code')
  return { to: noDelegate, value: '0x0', data: '0x', delegate: lowerCaseAddress(delegate) }
}

/** The authorization as it is read: the contract can do everything as the account. */
export function actOfDelegation(account: Address, delegate: Address): Act {
  const power = { source: 'stated', kind: 'hands-over', power: 'account' } as const
  return {
    ...{ target: delegate, value: 0n, function: null, inner: [] },
    effects: [{ ...power, of: account, to: delegate, until: null }],
  }
}
