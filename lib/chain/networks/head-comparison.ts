import type { Clock } from '@/lib/base/clock'
import { timeReply } from '@/lib/base/rpc/schemas'
import { parseResult, type RpcRequest } from '@/lib/chain/rpc/envelope'
import type { ActiveEndpoint } from './endpoint'

/** Ms between comparisons. */
const compareEveryMs = 15_000
/** Seconds of block time that an endpoint may be behind another one. */
const toleratedLag = 3n
/** Seconds that a block may be ahead of our clock. One further ahead proves nothing about the others. */
const toleratedLead = 2
const latestBlock: RpcRequest = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** Compares the newest blocks of several endpoints, to avoid one that lags for a while. */
export interface HeadComparison {
  /** Compares at most every 15 s; called with each use of the connection. */
  whenDue(): void
}

export function createHeadComparison({
  endpoints,
  clock,
}: {
  endpoints(): readonly ActiveEndpoint[]
  clock: Clock
}): HeadComparison {
  let comparedAt = clock.now()

  async function compare(): Promise<void> {
    const heads = await Promise.all(
      endpoints().map(async active => {
        try {
          const read = active.attempt(async client =>
            parseResult('eth_getBlockByNumber', await client.call(latestBlock), timeReply),
          )
          const [block] = await Promise.all([read, active.trusted()])
          return { active, timestamp: block?.timestamp ?? null }
        } catch {
          // Counted and reported by the endpoint itself.
          return { active, timestamp: null }
        }
      }),
    )
    const now = BigInt(Math.floor(clock.now() / 1_000) + toleratedLead)
    const newest = heads.reduce(
      (most, { timestamp }) => (timestamp !== null && timestamp > most && timestamp <= now ? timestamp : most),
      0n,
    )
    for (const { active, timestamp } of heads) if (timestamp !== null && newest - timestamp > toleratedLag) active.lag()
  }

  return {
    whenDue() {
      if (endpoints().length < 2 || clock.now() - comparedAt < compareEveryMs) return
      comparedAt = clock.now()
      void compare()
    },
  }
}
