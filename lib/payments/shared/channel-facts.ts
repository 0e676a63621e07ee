import type { Address, Hex } from 'viem'
import { encodeCall, readWords } from '@/lib/base/abi'
import { hexSchema } from '@/lib/base/hex-schemas'
import * as selectors from '@/lib/base/signatures/selectors'

/** The contract of `batch-settlement`, at the same address on every chain that has it (x402 v2 §Contracts). */
export const batchSettlement: Address = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'

/** What the contract of `batch-settlement` knows of a channel. Amounts in the token's smallest unit. */
export interface ChannelFacts {
  /** Deposited in all, less what was given back. */
  balance: bigint
  /** Claimed by the merchant in all. */
  claimed: bigint
  /** Begun at that time (Unix seconds), and not finished; `null` when there is none. */
  withdrawal: { amount: bigint; since: number } | null
}

/** The calls that answer it, in the order in which `readChannelFacts` takes the answers. */
export function channelCalls(channelId: Hex, tag: 'latest' | 'pending') {
  const call = (selector: Hex) => ({
    method: 'eth_call' as const,
    params: [{ to: batchSettlement, data: encodeCall(selector, [channelId]) }, tag],
  })
  return [call(selectors.channels), call(selectors.pendingWithdrawals)]
}

/** `null` where one of the answers is not what that contract answers. */
export function readChannelFacts(answers: readonly unknown[]): ChannelFacts | null {
  const [channel, withdrawal] = answers.map(answer => {
    const data = hexSchema.safeParse(answer)
    return data.success ? readWords(data.data) : null
  })
  const [balance, claimed] = channel ?? []
  const [amount, since] = withdrawal ?? []
  if (balance === undefined || claimed === undefined || amount === undefined || since === undefined) return null
  return { balance, claimed, withdrawal: since === 0n ? null : { amount, since: Number(since) } }
}
