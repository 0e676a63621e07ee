import type { Hash } from 'viem'
import type { HeadReply } from '@/lib/base/rpc/schemas'

/**
 * What a head means after the earlier ones.
 * `new`: the chain grew.
 * `reorganised`: the height has another block than before, or the block has another parent than the one seen below it.
 * `behind`: far below the highest head, so that the chain may have restarted.
 * `lower`: most recent heads agree on the lower height; the higher ones were untrue, or are gone.
 * `old`: repeated or out of order.
 */
type HeadNews = 'new' | 'reorganised' | 'behind' | 'lower' | 'old'

export interface Heads {
  see(head: HeadReply): HeadNews
  /** `null` before the first. */
  highest(): bigint | null
  forget(): void
}

const remembered = 128
/** Blocks. A head further below than this is no reorganisation. */
const far = 64n

/** Remembers the hashes of the last 128 heights. */
export function createHeads(): Heads {
  let hashes = new Map<bigint, Hash>()
  let highest: bigint | null = null
  /** The latest of the heads far below, each higher than the one before it, and their number. */
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

  /**
   * True once the lower heads outnumber the remembered ones near the top: two against one stray head, more against a
   * chain seen for long.
   */
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
