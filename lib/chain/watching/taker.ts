import type { Address, Hash } from 'viem'
import { isSameAddress, isSameHex, toQuantity } from '@/lib/base/hex'
import { blockNumberReply, listingReply, transactionCountReply } from '@/lib/base/rpc/schemas'
import { readSent } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import { judgeFinalCount, seenElsewhere } from './witnesses'

/** Beyond so many blocks few nodes keep the state that counts are read from. */
const furthest = 1n << 20n

/**
 * Finds what has a nonce: the first block after which the sender's count is above it, and the transaction in that
 * block.
 * @param own of the wallet's own transactions, one that is in a sealed block with this nonce
 * @returns `null` while it may be the transaction itself; `final`: the count of a final block is above the nonce
 * @throws RpcError where the endpoint does not answer
 */
export async function findTaker(
  connection: Connection,
  { from, nonce, hash }: { from: Address; nonce: number; hash: Hash },
  own: Hash | null,
): Promise<{ hash: Hash | null; final: boolean } | null> {
  const isTakenAt = async (block: bigint | 'safe'): Promise<boolean> => {
    const at = block === 'safe' ? block : toQuantity(block)
    return (await connection.request('eth_getTransactionCount', [from, at], transactionCountReply)) > nonce
  }
  // None ends a transaction by its word alone (invariant 11), nor by a block that it alone shows.
  if ((await seenElsewhere(connection, hash, null)) === 'block') return null
  // Some chains do not have the tag, and sometimes other endpoints contradict: then nothing is known to be final.
  const isFinal = await isTakenForGood()
  // What is only proposed may be replaced by another proposal, and has taken nothing.
  if (!isFinal && connection.isProposing() && !(await isTakenAt('safe').catch(() => false))) return null
  if (own !== null) return { hash: own, final: isFinal }
  try {
    const taker = await inBlock(await firstTaken())
    if (taker !== null) return isSameHex(taker, hash) ? null : { hash: taker, final: isFinal }
  } catch (error) {
    if (!isFinal) throw error
  }
  // The state before is gone, or the block does not show it: what is final stays.
  return isFinal ? { hash: null, final: true } : null

  async function isTakenForGood(): Promise<boolean> {
    const call = { method: 'eth_getTransactionCount', params: [from, 'finalized'] }
    // Without an answer nothing is known to be final.
    const [item] = await connection.batch([call]).catch(() => [])
    const said = item?.ok === true ? transactionCountReply.safeParse(item.result) : null
    if (said?.success !== true || said.data <= nonce) return false
    return (await judgeFinalCount(connection, call, nonce, item?.by)) === 'agreed'
  }

  async function firstTaken(): Promise<bigint> {
    let taken = await connection.request('eth_blockNumber', [], blockNumberReply)
    let free = taken
    for (let step = 1n; step <= furthest && free >= 0n; step *= 2n) {
      free = taken - step
      if (free < 0n || !(await isTakenAt(free))) break
      taken = free
    }
    while (taken - free > 1n) {
      const middle = (taken + free) / 2n
      if (await isTakenAt(middle)) taken = middle
      else free = middle
    }
    return taken
  }

  async function inBlock(number: bigint): Promise<Hash | null> {
    const block = await connection.request('eth_getBlockByNumber', [toQuantity(number), true], listingReply)
    for (const each of block?.transactions ?? []) {
      const sent = readSent(each)
      if (sent?.nonce === nonce && isSameAddress(sent.from, from)) return sent.hash
    }
    return null
  }
}
