import type { Hash } from 'viem'
import { isSameAddress, isSameHex, toQuantity } from '@/lib/base/hex'
import { toRpcError } from '@/lib/base/rpc/errors'
import {
  type KnownReply,
  knownReply,
  type ListingReply,
  listingReply,
  type ReceiptReply,
  receiptReply,
  transactionCountReply,
} from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import { type PlacedReceipt, sameFigures, toRecord } from './evidence'

/** What the other endpoints say of an answer, by their number; those that do not know are not counted. */
interface Votes {
  agree: number
  contradict: number
}

/**
 * `agreed`: no other endpoint is left, or as many agree as contradict. `open`: one more contradicts the endpoint in use
 * than agrees with it, so that it stands against one. `outvoted`: most contradict it.
 */
export type Judgement = 'agreed' | 'open' | 'outvoted'

/** @param votes without that of the endpoint in use, which agrees with itself */
function judge({ agree, contradict }: Votes): Judgement {
  if (contradict <= agree) return 'agreed'
  return contradict === agree + 1 ? 'open' : 'outvoted'
}

function count(opinions: readonly (boolean | null)[]): Votes {
  const of = (wanted: boolean): number => opinions.filter(opinion => opinion === wanted).length
  return { agree: of(true), contradict: of(false) }
}

/**
 * Holds receipts against what the other endpoints have, before anything is ended by the word of one (invariant 11).
 * @param by the endpoint that gave them, which is no witness of its own
 * @returns a judgement of each, and the receipt: with the price that one who agrees names, where it was left out
 */
export async function judgeReceipts(
  connection: Connection,
  receipts: readonly PlacedReceipt[],
  by: string | undefined,
): Promise<{ judgement: Judgement; receipt: PlacedReceipt }[]> {
  const calls = receipts.flatMap(({ transactionHash, blockNumber }): RpcCall[] => [
    { method: 'eth_getTransactionReceipt', params: [transactionHash] },
    { method: 'eth_getBlockByNumber', params: [toQuantity(blockNumber), false] },
  ])
  const witnesses = await connection.others(calls, by)
  return receipts.map((receipt, index) => {
    let completed = receipt
    const opinions = witnesses.map(items => {
      const other = parsed<ReceiptReply | null>(items[2 * index], receiptReply)
      const opinion = opinionOf(receipt, other, items[2 * index + 1])
      if (opinion === true && other !== null) completed = completedBy(completed, other)
      return opinion
    })
    return { judgement: judge(count(opinions)), receipt: completed }
  })
}

/** True if the block names the transaction among its own. */
export function lists({ transactions }: ListingReply, hash: Hash): boolean {
  return transactions.some(each => typeof each === 'string' && isSameHex(each, hash))
}

/** @returns whether a witness has the same; `null` where it does not have that block */
function opinionOf(said: PlacedReceipt, other: ReceiptReply | null, at: BatchItem | undefined): boolean | null {
  const block = parsed<ListingReply | null>(at, listingReply)
  if (block == null) return null
  const isThere = block.hash === said.blockHash && lists(block, said.transactionHash)
  if (!isThere) return false
  // Old receipts are not kept by every node.
  if (other === null) return true
  const [here, there] = [said.contractAddress, other.contractAddress]
  // What one leaves out is not said.
  const isSameContract = here === undefined || there === undefined || isSameAddress(here, there)
  const complete = (one: PlacedReceipt, from: PlacedReceipt) =>
    toRecord({ ...completedBy(one, from), l1Fee: one.l1Fee ?? from.l1Fee })
  return isSameContract && sameFigures(complete(said, other), complete(other, said))
}

/** @returns the receipt with what the other one says where it says nothing */
function completedBy(one: PlacedReceipt, other: PlacedReceipt): PlacedReceipt {
  return {
    ...one,
    status: one.status === 'unread' ? other.status : one.status,
    gasUsed: one.gasUsed ?? other.gasUsed,
    effectiveGasPrice: one.effectiveGasPrice ?? other.effectiveGasPrice,
  }
}

/** Holds the count of a final block, which is above the nonce, against what the other endpoints say. */
export async function judgeFinalCount(
  connection: Connection,
  call: RpcCall,
  nonce: number,
  by: string | undefined,
): Promise<Judgement> {
  const witnesses = await connection.others([call], by)
  return judge(
    count(
      witnesses.map(([item]) => {
        const said = parsed<number>(item, transactionCountReply)
        return said === null ? null : said > nonce
      }),
    ),
  )
}

/**
 * Asks the other endpoints for a transaction that the endpoint in use does not have.
 * @param sending gives them its bytes as well; `null`: they are only asked
 * @returns `block`: one has it in a block, so that no other transaction took its nonce; `pool`: one has it, or has
 * taken it now; `null`: none
 */
export async function seenElsewhere(
  connection: Connection,
  hash: Hash,
  sending: RpcCall | null,
): Promise<'block' | 'pool' | null> {
  const witnesses = await connection.others([
    { method: 'eth_getTransactionByHash', params: [hash] },
    ...(sending === null ? [] : [sending]),
  ])
  let seen: 'pool' | null = null
  for (const [item, sent] of witnesses) {
    const known = parsed<KnownReply | null>(item, knownReply)
    const isKnown = known !== null && isSameHex(known.hash, hash)
    if (isKnown && known.blockNumber !== null) return 'block'
    const isTaken = sent !== undefined && (sent.ok || toRpcError(sent.error).kind === 'already-known')
    if (isKnown || isTaken) seen = 'pool'
  }
  return seen
}

function parsed<T>(
  item: BatchItem | undefined,
  schema: { safeParse(value: unknown): { success: boolean; data?: T | undefined } },
): T | null {
  if (item?.ok !== true) return null
  const { success, data } = schema.safeParse(item.result)
  return success ? (data ?? null) : null
}
