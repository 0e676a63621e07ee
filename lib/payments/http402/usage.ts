import type { Address, Hex } from 'viem'
import { encodeCall, readSingleWord } from '@/lib/base/abi'
import { RpcError } from '@/lib/base/rpc/errors'
import { dataReply, timeReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import type { PaymentPlan } from './plan'

/** Whether a signed payment was used, and what time it is on the chain. */
export interface Usage {
  /** `null` where the chain cannot tell: a voucher leaves nothing on it. */
  isUsed: boolean | null
  /** Unix seconds of the newest final block; `null` where the network has none, or could not be asked. */
  finalSeconds: number | null
  /** Unix seconds of the newest block, where the network said that it has no final ones; `null` anywhere else. */
  latestSeconds: number | null
}

/** In the words of a node that does not know the tag `finalized`, or has no such block. */
const unknownTag = /block|tag|header|finali[sz]ed|support/i

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
  const [times, isUsed] = await Promise.all([readTimes(connection), usageCall(connection, account, plan)])
  return { isUsed, ...times }
}

/** The tag is optional. A question that fails says nothing: only a clear answer says that there are no final blocks. */
async function readTimes(connection: Connection): Promise<Pick<Usage, 'finalSeconds' | 'latestSeconds'>> {
  const secondsAt = async (tag: string): Promise<number | null> => {
    const block = await connection.request('eth_getBlockByNumber', [tag, false], timeReply)
    return block === null ? null : Number(block.timestamp)
  }
  try {
    const finalSeconds = await secondsAt('finalized').catch((error: unknown) => {
      if (isUnknownTag(error)) return null
      throw error
    })
    return { finalSeconds, latestSeconds: finalSeconds === null ? await secondsAt('latest') : null }
  } catch {
    // Asked again with the next look. Where the endpoint does not answer at all, the other question says so.
    return { finalSeconds: null, latestSeconds: null }
  }
}

function isUnknownTag(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false
  return error.kind === 'invalid-params' || (error.kind === 'node-error' && unknownTag.test(error.message))
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
