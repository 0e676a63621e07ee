import { createBlockSpan, mayBeTooWide } from '@/lib/base/block-span'
import { Failure } from '@/lib/base/failure'

/** In blocks. */
const span = { first: 5_000, widest: 500_000 }

export interface BlockRange {
  /**
   * Searches the widest range the endpoint agrees to that ends at `to` and does not begin before `floor`.
   *
   * @returns the first block of that range
   * @throws Failure where no range would help
   */
  searchBack(to: bigint, floor: bigint): Promise<bigint>
}

/** Finds out, while searching, how many blocks an endpoint searches at once. */
export function createBlockRange(search: (from: bigint, to: bigint) => Promise<void>): BlockRange {
  const blocks = createBlockSpan(span)
  return {
    async searchBack(to, floor) {
      for (;;) {
        const widest = to - BigInt(blocks.size()) + 1n
        const from = widest < floor ? floor : widest
        const width = Number(to - from + 1n)
        try {
          await search(from, to)
          blocks.granted(width)
          return from
        } catch (error) {
          if (!(error instanceof Failure) || !mayGoNarrower(error) || !blocks.refused(width)) throw error
        }
      }
    },
  }
}

function mayGoNarrower({ code, details }: Failure): boolean {
  return mayBeTooWide(details.kind) && code !== 'endpoint-wrong-chain' && code !== 'locked'
}
