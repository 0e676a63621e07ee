import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { hashSchema } from '@/lib/base/hex-schemas'
import { quantity } from '@/lib/base/rpc/schemas'

/** The states that a block passes, from the validator that proposes it to the agreement on its result. */
const states = ['Proposed', 'Voted', 'Finalized', 'Verified'] as const

const proposalSchema = z.object({
  number: quantity,
  hash: hashSchema,
  blockId: hashSchema,
  commitState: z.enum(states),
})

/**
 * What a proposal or vote means. `proposed`: a height has its first block. `other`: a height has another proposal than
 * the one before, so that what was only in that one is withdrawn. `voted`: blocks up to this height have the votes of
 * the validators now. `nothing`: it was known, or is no proposal.
 */
export type ProposalNews = 'proposed' | 'other' | 'voted' | 'nothing'

/** Follows the blocks of a chain that tells each again at every state of consensus. */
export interface Proposals {
  /** @param item not validated. @param at ms since the epoch */
  see(item: unknown, at: number): ProposalNews
  /** True once the chain has told of a block before its votes. A restart of the chain does not change that. */
  areTold(): boolean
  /**
   * @returns the height up to which blocks have the votes, as far as the chain has told lately; `null` where it has not
   * @param at ms since the epoch
   */
  voted(at: number): bigint | null
  forget(): void
}

/** Ms after which silence is no sign of anything: blocks come several times a second. */
const freshMs = 3_000
/** Proposals of so many heights are remembered. */
const remembered = 64

/** @see https://docs.monad.xyz/monad-arch/consensus/block-states */
export function createProposals(): Proposals {
  const ids = new Map<bigint, Hash>()
  let voted: bigint | null = null
  let heardAt = Number.NEGATIVE_INFINITY

  return {
    see(item, at) {
      const parsed = proposalSchema.safeParse(item)
      if (!parsed.success) return 'nothing'
      heardAt = at
      const { number, blockId, commitState } = parsed.data
      const before = ids.get(number)
      ids.set(number, blockId)
      for (const height of ids.keys()) {
        if (ids.size <= remembered) break
        ids.delete(height)
      }
      const isOther = before !== undefined && before !== blockId
      if (commitState !== 'Proposed' && (voted === null || number > voted)) {
        voted = number
        return isOther ? 'other' : 'voted'
      }
      // The votes were for the block that is gone.
      if (isOther && commitState === 'Proposed' && voted !== null && number <= voted) voted = number - 1n
      if (isOther) return 'other'
      return before === undefined ? 'proposed' : 'nothing'
    },
    areTold: () => Number.isFinite(heardAt),
    voted: at => (at - heardAt < freshMs ? voted : null),
    forget() {
      ids.clear()
      voted = null
    },
  }
}
