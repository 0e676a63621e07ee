import type { Address } from 'viem'
import type { Transactions } from '@/lib/activity/sending/types'
import type { Clock } from '@/lib/base/clock'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'

/** Newest transactions of an account that are looked at. */
const recentRows = 20
/** For this long after its last step a transaction may still change a balance. */
const settledMs = 10_000

/**
 * Whether a transaction of the account may be moving its balance now.
 * @returns a function of a network and an account
 */
export function createSpending(
  { rows }: Pick<Transactions, 'rows'>,
  clock: Clock,
): (networkId: NetworkId, account: Address) => Promise<boolean> {
  return async (networkId, account) => {
    const recent = await rows(networkId, account, recentRows)
    const since = clock.now() - settledMs
    return recent.some(
      ({ level, ended, history }) =>
        (ended === null && !isAtLeast(level, 'sealed')) || (history.at(-1)?.at ?? 0) > since,
    )
  }
}
