import type { Address, Hex } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { channelCalls, readChannelFacts } from '@/lib/payments/shared/channel-facts'
import type { Database } from '@/lib/storage/open'
import type { ChannelRecord } from '@/lib/storage/payment-records'
import { possibleChannels } from './channel'
import { channelRow } from './channel-rows'
import type { PlacedOption } from './terms'

interface FindingParts {
  database: Database
  connection(networkId: NetworkId): Connection
  epoch(networkId: NetworkId): number
  /** The origin of the seller. */
  origin: string
  now: number
}

/** Salts that are tried beyond the number of known channels. */
const gap = 4

/** An endpoint that says of every channel that there is money in it is not asked for ever. */
const mostRounds = 10

/**
 * Finds with more salts until a round finds nothing new: deposits behind any number of earlier channels.
 * @returns salts of the account, at least one of them unused
 */
export async function findAllChannels(
  options: readonly PlacedOption[],
  account: Address,
  saltsOf: (count: number) => Promise<Hex[]>,
  parts: FindingParts,
): Promise<Hex[]> {
  const salts = async () => saltsOf(saltsNeeded(account, await parts.database.getAll('channels')))
  for (let round = 0; round < mostRounds; round++) {
    const tried = await salts()
    if ((await findChannels(options, account, tried, parts)).length === 0) return tried
  }
  return salts()
}

/** How many salts are needed to find every channel of an account, and one that is unused. */
export function saltsNeeded(account: Address, known: readonly ChannelRecord[]): number {
  return known.filter(({ payer }) => payer === account).length + gap
}

/**
 * Channels of this account under these terms that the wallet has no row of, as after a restore from the phrase: their
 * ids are computed and the contract is asked for each. A row is written for every one with money in it. It is
 * `stopped`: the vouchers signed before are not known, so nothing more is signed for it, and what is left can be
 * withdrawn.
 * @param salts of the account, in their order
 * @returns the rows that were written
 */
export async function findChannels(
  options: readonly PlacedOption[],
  account: Address,
  salts: readonly Hex[],
  { database, connection, epoch, origin, now }: FindingParts,
): Promise<ChannelRecord[]> {
  const found: ChannelRecord[] = []
  for (const option of options) {
    const { networkId, chainId } = option
    if (option.scheme !== 'batch-settlement' || networkId === null || chainId === null) continue
    const known = new Set(await database.getAllKeys('channels'))
    const unknown = possibleChannels(option, account, salts).filter(
      ({ channelId }) => !known.has(`${networkId}:${channelId}`),
    )
    const calls = unknown.flatMap(({ channelId }) => channelCalls(channelId, 'pending'))
    // The endpoint reports why it does not answer; the next offer asks again.
    const answers =
      calls.length === 0
        ? []
        : await connection(networkId)
            .batch(calls)
            .catch(() => [])
    for (const [index, { config, channelId }] of unknown.entries()) {
      const own = answers.slice(index * 2, index * 2 + 2)
      const facts = readChannelFacts(own.map(answer => (answer.ok ? answer.result : null)))
      if (facts === null || facts.balance === 0n) continue
      const { balance, claimed, withdrawal } = facts
      found.push({
        ...channelRow({ networkId, chainId, epoch: epoch(networkId), origin, channelId, config, now }),
        ...{ deposited: balance, signed: claimed, charged: claimed, claimed, checkedAt: now },
        withdrawalAt: withdrawal === null ? null : withdrawal.since * 1_000,
        state: withdrawal === null ? 'stopped' : 'withdrawing',
      })
    }
  }
  const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
  for (const row of found) if ((await transaction.store.getKey(row.key)) === undefined) await transaction.store.put(row)
  await transaction.done
  return found
}
