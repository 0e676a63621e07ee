import type { Address } from 'viem'
import { designator, noDelegate } from '@/lib/base/batch-delegate'
import { isSameAddress, type Quantity, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { toRpcError } from '@/lib/base/rpc/errors'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { transferGas } from './fees'

/** The gas of an authorization (EIP-7702, PER_EMPTY_ACCOUNT_COST). */
export const authorizationGas = 25_000n

/**
 * The gas of `delegationReset`: nothing is executed after its authorization. If the authorization was not valid, no gas
 * is left for the code that the account still runs.
 */
export const resetGas = transferGas + authorizationGas

/** The address whose code the account runs (EIP-7702) in a block; `null` without a delegation. @throws RpcError */
export async function delegateOf(
  connection: Connection,
  account: Address,
  block: Quantity | 'pending' = 'pending',
): Promise<Address | null> {
  const code = await connection.request('eth_getCode', [account, block], dataReply)
  return readDelegate(code)
}

/** An account that runs a contract's code on a chain. */
export interface Delegated {
  networkId: NetworkId
  address: Address
  delegate: Address
}

/** The accounts that run a contract's code, pending, in one round trip. @throws RpcError */
export async function delegatesOf(connection: Connection, addresses: readonly Address[]): Promise<Delegated[]> {
  const items = await connection.batch(
    addresses.map(address => ({ method: 'eth_getCode', params: [address, 'pending'] })),
  )
  return addresses.flatMap((address, index) => {
    const item = items[index]
    if (item === undefined || !item.ok) throw toRpcError(item?.error)
    const delegate = readDelegate(dataReply.parse(item.result))
    return delegate === null ? [] : [{ networkId: connection.networkId, address, delegate }]
  })
}

export function readDelegate(code: string): Address | null {
  const lower = code.toLowerCase()
  return lower.length === 48 && lower.startsWith(designator) ? `0x${lower.slice(designator.length)}` : null
}

/**
 * What takes the delegation back, for the purpose `clear-delegation`: a call of the account, signed with its
 * authorization of the zero address.
 * @param payer another account of the wallet, which sends it and pays
 */
export function delegationReset(account: Address, payer?: Address): TransactionRequest {
  const reset: TransactionRequest = {
    ...{ to: account, value: '0x0', data: '0x' },
    ...{ gas: toQuantity(resetGas), delegate: noDelegate },
  }
  const isOwn = payer === undefined || isSameAddress(payer, account)
  return isOwn ? reset : { ...reset, authority: account }
}
