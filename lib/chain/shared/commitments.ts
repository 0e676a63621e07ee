import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { blockNumberReply } from '@/lib/base/rpc/schemas'

/** The block builders that have committed to including a transaction, and the block. */
export interface Commitments {
  builders: number
  block: bigint
}

/** Hashes have no `0x`. Other fields are bids, digests and signatures over them. */
const commitmentsSchema = z.array(
  z.object({
    tx_hashes: z.array(z.string()),
    block_number: z.int(),
    provider_address: addressSchema,
  }),
)

/** The calls whose results `readCommitments` reads. An endpoint that is not mev-commit's refuses the first. */
export function commitmentCalls(hash: Hash) {
  return [
    { method: 'mevcommit_getTransactionCommitments' as const, params: [hash] },
    { method: 'eth_blockNumber' as const, params: [] },
  ]
}

/**
 * What block builders have committed to, as the endpoint says. It is no level: the endpoint gives a receipt once enough
 * builders have committed and the validator of that block is bound to them, and that receipt is the pre-confirmation.
 * @param list and `head`: the results of the calls, not validated
 * @returns the next block that any builder has committed to, and by how many; `null` where no commitment holds
 * @see https://docs.primev.xyz/v1.2.x/developers/fast-rpc-api
 */
export function readCommitments(list: unknown, head: unknown, hash: Hash): Commitments | null {
  const [commitments, height] = [commitmentsSchema.safeParse(list), blockNumberReply.safeParse(head)]
  if (!commitments.success || !height.success) return null
  const wanted = hash.slice(2).toLowerCase()
  const held = commitments.data.filter(
    ({ tx_hashes, block_number }) =>
      BigInt(block_number) > height.data && tx_hashes.some(each => each.replace(/^0x/, '').toLowerCase() === wanted),
  )
  if (held.length === 0) return null
  const block = Math.min(...held.map(({ block_number }) => block_number))
  const builders = new Set(
    held.flatMap(({ block_number, provider_address }) =>
      block_number === block ? [lowerCaseAddress(provider_address)] : [],
    ),
  )
  return { builders: builders.size, block: BigInt(block) }
}
