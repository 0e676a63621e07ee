import type { Hash } from 'viem'
import type { HeadReply } from '@/lib/rpc/schemas'

/**
 * What a head means after those before it. `new`: the chain grew. `reorganised`: a height has another block than before, or the new block's parent
 * is not the one that was there. `behind`: far below what was seen, so that the chain may have restarted. `old`: repeated or out of order.
 */
type HeadNews = 'new' | 'reorganised' | 'behind' | 'old'

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

  function remember({ number, hash }: HeadReply): void {
    for (const height of hashes.keys()) if (height > number) hashes.delete(height)
    hashes.set(number, hash)
    for (const height of hashes.keys()) {
      if (hashes.size <= remembered) break
      hashes.delete(height)
    }
    highest = number
  }

  return {
    see(head) {
      if (highest === null) {
        remember(head)
        return 'new'
      }
      const known = hashes.get(head.number)
      if (known === head.hash) return 'old'
      if (head.number + far < highest) return 'behind'
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
    },
  }
}
