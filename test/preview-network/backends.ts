import type { Hash } from 'viem'
import type { Chain } from './chain.ts'
import type { Events } from './events.ts'
import type { Backend } from './fault-schema.ts'
import type { Levels } from './levels.ts'
import type { OpenBlock } from './open-block.ts'
import { type SealedHead, sealedHeadOf } from './sealed-head.ts'
import type { Service } from './service.ts'

/** The sealed blocks since the network was started, and when each was sealed. */
export interface HeadHistory {
  /** Returns the head as a node that is behind knows it; the oldest known block when that is further back. */
  behind(head: SealedHead, lag: Pick<Backend, 'lagBlocks' | 'lagMs'>): SealedHead
}

const remembered = 4096

/** @param now returns Unix milliseconds */
export function createHeadHistory(events: Events, now: () => number): HeadHistory {
  let heads: { head: SealedHead; sealedAt: number }[] = []
  events.on(event => {
    if (event.kind === 'sealed')
      heads = [...heads.slice(-remembered), { head: sealedHeadOf(event.block), sealedAt: now() }]
    if (event.kind === 'removed') heads = heads.filter(({ head }) => head.number < BigInt(event.block.number))
    if (event.kind === 'reset') heads = []
  })
  return {
    behind(head, { lagBlocks, lagMs }) {
      const highest = head.number - BigInt(lagBlocks)
      const latest = now() - lagMs
      const known = heads.findLast(each => each.head.number <= highest && each.sealedAt <= latest)
      return known?.head ?? heads[0]?.head ?? head
    },
  }
}

/**
 * Returns the service as one of several nodes behind the address sees it. It executes and accepts what the others do;
 * what it knows of blocks is as far behind as the fault says at the moment of each call.
 * @param backend returns the fault's entry for this node; undefined: it is not behind
 */
export function serviceOfBackend(
  service: Service,
  heads: HeadHistory,
  backend: () => Backend | undefined,
  now: () => number,
): Service {
  const { chain, tags } = service
  const lag = () => backend() ?? { lagBlocks: 0, lagMs: 0, finalizedLagBlocks: 0, ways: [] }
  const head = () => heads.behind(chain.head, lag())
  const behind: Chain = {
    ...chain,
    get anvil() {
      return chain.anvil
    },
    get head() {
      return head()
    },
    get open() {
      const isBehind = lag().lagBlocks > 0 || head().hash !== chain.head.hash
      return openBehind(chain.open, isBehind ? Number.POSITIVE_INFINITY : lag().lagMs, service.levels, now())
    },
  }
  return {
    ...service,
    chain: behind,
    tags: {
      safe: () => tags.safe() + BigInt(lag().finalizedLagBlocks),
      finalized: () => tags.finalized() + BigInt(lag().finalizedLagBlocks),
      frozenPending: tags.frozenPending,
      latestStateIsOpen: tags.latestStateIsOpen,
    },
  }
}

/** The block being built without the transactions that were pre-confirmed less than `lagMs` ago. */
function openBehind(open: OpenBlock, lagMs: number, levels: Levels, now: number): OpenBlock {
  if (lagMs === 0) return open
  const isOld = (hash: Hash) => (levels.of(hash).preconfirmedAt ?? now) <= now - lagMs
  const included = new Map([...open.included].filter(([hash]) => isOld(hash)))
  // The state without the younger ones exists nowhere: the tag `pending` means the head until all are old enough.
  return { ...open, included, steps: included.size === open.included.size ? open.steps : [] }
}
