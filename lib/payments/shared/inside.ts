import { type Address, type Hash, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { isSameAddress, isSameHex } from '@/lib/base/hex'
import { addressSchema, hashSchema } from '@/lib/base/hex-schemas'
import { fieldOf, listingReply, quantity } from '@/lib/base/rpc/schemas'

/** What contracts moved of the chain's own currency inside a transaction leaves no log. Balances may prove it. */

/** Gas of a transaction that executes no code. */
export const plainGas = 21_000n
/** Sends the first transaction of each block of an OP stack, which tells the chain of its L1. */
const depositor: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'

/** The calls that answer it, in the order in which `readGain` takes the answers. */
export function gainCalls(payee: Address, block: bigint) {
  const balanceAt = (number: bigint) => ({
    method: 'eth_getBalance' as const,
    params: [payee, numberToHex(number)],
  })
  return [
    { method: 'eth_getBlockByNumber' as const, params: [numberToHex(block), true] },
    balanceAt(block - 1n),
    balanceAt(block),
  ]
}

const neighbourSchema = z.object({
  hash: hashSchema,
  from: addressSchema,
  to: z.nullable(addressSchema),
  gas: quantity,
})
const rewardedSchema = z.object({ miner: addressSchema, withdrawals: z.optional(z.array(z.unknown())) })

/**
 * What a sealed transaction gave the payee, in wei: the difference of its balances around the block, where nothing else
 * in the block can have touched it.
 * @param answers to `gainCalls`; `null` for one that the endpoint does not have
 * @returns `null` where it cannot be known
 */
export function readGain(
  [given, before, after]: readonly unknown[],
  {
    hash,
    blockHash,
    spenders,
    payee,
  }: { hash: Hash; blockHash: Hash; spenders: readonly (Address | null | undefined)[]; payee: Address },
): bigint | null {
  const block = listingReply.safeParse(given)
  const rewarded = rewardedSchema.safeParse(given)
  const balances = z.array(quantity).safeParse([before, after])
  if (!block.success || block.data === null || !rewarded.success || !balances.success) return null
  const own = payee.toLowerCase()
  const isOwn = (address: string | null | undefined) => isSameAddress(address, own)
  const isIt = (other: unknown) => isSameHex(hashSchema.safeParse(fieldOf(other, 'hash')).data, hash)
  const { transactions } = block.data
  // What cannot be read may have paid the payee.
  const isAside = (item: unknown): boolean => {
    const { data: other, success } = neighbourSchema.safeParse(item)
    if (!success) return isIt(item)
    const isPlain = other.gas <= plainGas && !isOwn(other.from) && !isOwn(other.to)
    return isIt(other) || isSameAddress(other.from, depositor) || isPlain
  }
  const isAlone =
    isSameHex(block.data.hash, blockHash) &&
    (rewarded.data.withdrawals ?? []).length === 0 &&
    !isOwn(rewarded.data.miner) &&
    !spenders.some(isOwn) &&
    transactions.some(isIt) &&
    transactions.every(isAside)
  const [earlier = 0n, later = 0n] = balances.data
  return isAlone ? later - earlier : null
}
