import { Failure } from '@/lib/values/failure'

/** In blocks. Endpoints grant between a few hundred and all: begun here, doubled while one agrees, halved when not. */
const firstSpan = 5_000n
const widestSpan = 500_000n
const narrowestSpan = 64n

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
  let span = firstSpan
  let ceiling = widestSpan
  return {
    async searchBack(to, floor) {
      for (;;) {
        const from = to - span + 1n < floor ? floor : to - span + 1n
        try {
          await search(from, to)
          span = span * 2n > ceiling ? ceiling : span * 2n
          return from
        } catch (error) {
          if (!(error instanceof Failure) || !mayGoNarrower(error) || span <= narrowestSpan) throw error
          span = span / 2n < narrowestSpan ? narrowestSpan : span / 2n
          ceiling = span
        }
      }
    },
  }
}

/** Limits on ranges and results come under many names, «too many requests» and «timed out» among them. */
function mayGoNarrower({ code, details }: Failure): boolean {
  return details.kind !== 'unreachable' && code !== 'endpoint-wrong-chain' && code !== 'locked'
}
