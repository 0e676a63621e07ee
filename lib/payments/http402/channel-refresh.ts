import type { Address, Hex } from 'viem'
import type { Database } from '@/lib/database/open'
import type { ChannelRecord } from '@/lib/database/payment-records'
import { type ChannelFacts, channelCalls, readChannelFacts } from '@/lib/payments/channel-facts'
import type { Connection } from '@/lib/rpc/types'
import type { NetworkId } from '@/lib/values/network-id'
import { isSignedKnown } from './channel'
import type { PlacedOption } from './terms'

/** On the pending state: what is only pre-confirmed counts. `null` where the chain does not answer. */
export async function askChannel(connection: Connection, channelId: Hex): Promise<ChannelFacts | null> {
  // The connection reports why; the channel stays as it was.
  const answers = await connection.batch(channelCalls(channelId, 'pending')).catch(() => [])
  return readChannelFacts(answers.map(answer => (answer.ok ? answer.result : null)))
}

/**
 * A balance that was read so long ago is less by now only because it was taken out, not because an endpoint lags
 * behind.
 */
const settledMs = 30_000

/** What becomes of a channel's row when its chain has been asked: money that is on its way back pays for nothing. */
export function channelAfter(row: ChannelRecord, { balance, withdrawal }: ChannelFacts, now: number): ChannelRecord {
  if (withdrawal !== null) return { ...row, state: 'withdrawing', withdrawalAt: withdrawal.since * 1_000 }
  const isSettled = row.withdrawalAt !== null || now - (row.checkedAt ?? row.createdAt) > settledMs
  if (balance < row.deposited && isSettled) return { ...row, state: 'closed' }
  if (row.state !== 'withdrawing') return row
  return { ...row, state: isSignedKnown(row) ? 'open' : 'stopped', withdrawalAt: null }
}

/**
 * All channels there are, those that the terms could use as their chain has them now: a withdrawal is a transaction of
 * its own, from here or from another copy of the same account, and only the chain tells of it. One that cannot be asked
 * about stays as it was.
 */
export async function refreshedChannels(
  { database, connection, now }: { database: Database; connection(networkId: NetworkId): Connection; now: number },
  account: Address,
  options: readonly Pick<PlacedOption, 'networkId' | 'payee' | 'token'>[],
): Promise<ChannelRecord[]> {
  const rows = await database.getAll('channels')
  return Promise.all(
    rows.map(async row => {
      const isUsable = row.payer === account && row.state !== 'closed' && row.state !== 'stopped'
      const isWanted = ({ networkId, payee, token }: (typeof options)[number]) =>
        networkId === row.networkId && payee === row.receiver && token === row.token
      if (!isUsable || !options.some(isWanted)) return row
      const facts = await askChannel(connection(row.networkId), row.channelId)
      if (facts === null) return row
      const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
      const known = (await transaction.store.get(row.key)) ?? row
      const after = channelAfter(known, facts, now)
      if (after !== known) await transaction.store.put(after)
      await transaction.done
      return after
    }),
  )
}
