import type { Hash } from 'viem'
import type { HeadReply } from '@/lib/rpc/schemas'

/**
 * What a head means after those before it. `new`: the chain grew. `reorganised`: a height has another block than before, or the new block's parent
 * is not the one that was there. `behind`: far below what was seen, so that the chain may have restarted. `lower`: it does stand far below, for more
 * heads in a row say so than said otherwise; what was seen above was untrue, or is no more. `old`: repeated or out of order.
 */
type HeadNews = 'new' | 'reorganised' | 'behind' | 'lower' | 'old'

export interface Heads {
  see(head: HeadReply): HeadNews
  /** `null` before the first. */
  highest(): bigint | null
  forget(): void
}

const remembered = 128
/** No chain goes back as far as this without having restarted. */
const far = 64n

/** Remembers the last hashes by height. */
export function createHeads(): Heads {
  let hashes = new Map<bigint, Hash>()
  let highest: bigint | null = null
  /** The last of the heads far below, each above the one before it, and how many they are. */
  let below: { number: bigint; count: number } | null = null

  function remember({ number, hash }: HeadReply): void {
    for (const height of hashes.keys()) if (height > number) hashes.delete(height)
    hashes.set(number, hash)
    for (const height of hashes.keys()) {
      if (hashes.size <= remembered) break
      hashes.delete(height)
    }
    highest = number
    below = null
  }

  /** One stray head is outvoted by two; a chain that was seen to grow for long is given up only after as long. */
  function isOutvoted(top: bigint, { number }: HeadReply): boolean {
    if (below === null || number < below.number) below = { number, count: 1 }
    else if (number > below.number) below = { number, count: below.count + 1 }
    return below.count > [...hashes.keys()].filter(height => height + far >= top).length
  }

  return {
    see(head) {
      if (highest === null) {
        remember(head)
        return 'new'
      }
      const known = hashes.get(head.number)
      if (known === head.hash) return 'old'
      if (head.number + far < highest) {
        if (!isOutvoted(highest, head)) return 'behind'
        remember(head)
        return 'lower'
      }
      if (head.number <= highest && known === undefined) return 'old'
      const parent = hashes.get(head.number - 1n)
      const isReorganised = known !== undefined || (parent !== undefined && parent !== head.parentHash)
      remember(head)
      return isReorganised ? 'reorganised' : 'new'
    },
    highest: () => highest,
    forget() {
      hashes = new Map()
      highest = null
      below = null
    },
  }
}
