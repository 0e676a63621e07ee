import type { Address } from 'viem'
import type { TransactionRequest } from '@/lib/approvals/types'
import { dataReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { toQuantity } from '@/lib/values/hex'

/** Code of an account that delegates: these three bytes and the address (EIP-7702 §Delegation designation). */
const designator = '0xef0100'

/**
 * 21 000 and the 25 000 of its one authorization (EIP-7702, PER_EMPTY_ACCOUNT_COST); nothing is executed after that.
 */
const resetGas = 46_000n

/** The address whose code the account runs (EIP-7702), pending; `null` without a delegation. @throws RpcError */
export async function delegateOf(connection: Connection, account: Address): Promise<Address | null> {
  const code = await connection.request('eth_getCode', [account, 'pending'], dataReply)
  return readDelegate(code)
}

export function readDelegate(code: string): Address | null {
  const lower = code.toLowerCase()
  return lower.length === 48 && lower.startsWith(designator) ? `0x${lower.slice(designator.length)}` : null
}

/**
 * What takes the delegation back, for the purpose `clear-delegation`: a call of oneself, signed with the authorization
 * of the zero address.
 */
export function delegationReset(account: Address): TransactionRequest {
  return { to: account, value: '0x0', data: '0x', gas: toQuantity(resetGas) }
}
