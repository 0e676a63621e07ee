import type { Address, Hex } from 'viem'
import { permit2Address } from '@/lib/decoding/published-contracts'
import { blockReply, dataReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { encodeCall, readSingleWord } from '@/lib/values/abi'
import * as selectors from '@/lib/values/signatures/selectors'
import type { PaymentPlan } from './plan'

/** Whether a signed payment was used, and the time that the chain can no longer go behind. */
export interface Usage {
  /** `null` where the chain cannot tell: a voucher leaves nothing on it. */
  isUsed: boolean | null
  /** Unix seconds of the newest final block; `null` where the network does not tell of one. */
  finalSeconds: number | null
}

/**
 * Whether what was signed has been used, on the pending state (EIP-3009 `authorizationState`; Permit2's bitmap of
 * unordered nonces).
 * @throws RpcError when the chain could not be asked
 */
export async function readUsage(
  connection: Connection,
  account: Address,
  plan: Pick<PaymentPlan, 'way' | 'token' | 'nonce'>,
): Promise<Usage> {
  const [block, answer] = await Promise.all([
    // The tag is optional: without it nothing expires by this reading.
    connection.request('eth_getBlockByNumber', ['finalized', false], blockReply).catch(() => null),
    usageCall(connection, account, plan),
  ])
  return { isUsed: answer, finalSeconds: block === null ? null : Number(block.timestamp) }
}

async function usageCall(
  connection: Connection,
  account: Address,
  { way, token, nonce }: Pick<PaymentPlan, 'way' | 'token' | 'nonce'>,
): Promise<boolean | null> {
  const ask = async (to: Address, data: Hex): Promise<bigint | null> =>
    readSingleWord(await connection.request('eth_call', [{ to, data }, 'pending'], dataReply))
  if (way === 'voucher') return null
  if (way === 'eip3009' || way === 'deposit') {
    const state = await ask(token, encodeCall(selectors.authorizationState, [account, BigInt(nonce)]))
    return state === null ? null : state !== 0n
  }
  const number = BigInt(nonce)
  const word = await ask(permit2Address, encodeCall(selectors.permit2NonceBitmap, [account, number >> 8n]))
  return word === null ? null : (word & (1n << (number & 255n))) !== 0n
}
