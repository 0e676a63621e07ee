import type { Address, Hex } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { type ChannelFacts, channelCalls, readChannelFacts } from '@/lib/payments/shared/channel-facts'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { ChannelRecord, PaymentRecord } from '@/lib/storage/payment-records'
import { chargedIn, correctedBy, isSignedKnown } from './channel'
import type { ChannelConfig, PaymentPlan } from './plan'
import { readSettlementText } from './settlement'
import { type PlacedOption, readTermsText } from './terms'
import type { PaymentBase } from './types'

export async function channelsOf(database: Database, account: Address): Promise<ChannelRecord[]> {
  return (await database.getAll('channels')).filter(({ payer }) => payer === account)
}

async function change(database: Database, key: string, step: (row: ChannelRecord) => ChannelRecord): Promise<void> {
  const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
  const row = await transaction.store.get(key)
  await committed(transaction, [row === undefined ? undefined : transaction.store.put(step(row))])
}

/** A channel in which there is nothing, as far as is known. */
export function channelRow({
  config,
  now,
  ...place
}: Pick<ChannelRecord, 'networkId' | 'chainId' | 'epoch' | 'origin' | 'channelId'> & {
  config: ChannelConfig
  now: number
}): ChannelRecord {
  const { payer, receiver, token, withdrawDelay } = config
  return {
    ...{
      ...place,
      key: `${place.networkId}:${place.channelId}`,
      payer,
      receiver,
      token,
      config: JSON.stringify(config),
    },
    ...{ withdrawDelaySeconds: withdrawDelay, deposited: 0n, signed: 0n, charged: 0n, claimed: 0n, voucher: null },
    ...{ withdrawalAt: null, state: 'opening', createdAt: now, checkedAt: null },
  }
}

/** Before anything of a channel leaves: without its salt the money could not be taken back. */
export async function keepVoucher(
  { database, clock }: Pick<PaymentBase, 'database' | 'clock'>,
  { origin }: PaymentRecord,
  plan: PaymentPlan,
  { signatures, epoch }: { signatures: readonly Hex[]; epoch: number },
): Promise<void> {
  const { channel, networkId, chainId } = plan
  if (channel === null) return
  const { channelId, config } = channel
  const signature = signatures[plan.way === 'deposit' ? 1 : 0]
  const voucher = JSON.stringify({ maxClaimableAmount: channel.cumulative, signature })
  const cumulative = BigInt(channel.cumulative)
  const made = channelRow({ networkId, chainId, epoch, origin, channelId, config, now: clock.now() })
  const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
  const known = await transaction.store.get(made.key)
  const isKept = known !== undefined && known.signed > cumulative
  const row = isKept ? known : { ...(known ?? made), signed: cumulative, voucher }
  await committed(transaction, [transaction.store.put(row)])
}

/**
 * Counts the answer to a payment out of the channel.
 * @returns `false` when the merchant counts more than was agreed: nothing more is signed for it
 */
export async function countAnswer(
  { database, clock }: Pick<PaymentBase, 'database' | 'clock'>,
  { settlement }: PaymentRecord,
  { channel, networkId }: PaymentPlan,
  connection: Connection,
): Promise<boolean> {
  if (channel === null) return true
  const words = await askChannel(connection, channel.channelId)
  const price = BigInt(channel.cumulative) - BigInt(channel.charged)
  const charged = (settlement === null ? null : chargedIn(readSettlementText(settlement)?.extra)) ?? price
  const isFair = charged <= price
  await change(database, `${networkId}:${channel.channelId}`, known => ({
    ...known,
    ...(words === null ? {} : { deposited: words.balance, claimed: words.claimed }),
    charged: isFair ? BigInt(channel.charged) + charged : known.charged,
    state: isFair ? 'open' : 'stopped',
    checkedAt: clock.now(),
  }))
  return isFair
}

/**
 * The merchant answered a voucher with 402 and shows what it counts: taken over only with the payer's own signature.
 * @returns whether it was
 */
export async function takeCorrection(
  database: Database,
  { channel, networkId, accepted }: PaymentPlan,
  terms: string,
): Promise<boolean> {
  const option = readTermsText(terms)?.terms.options.find(({ index }) => index === accepted)
  let isTakenOver = false
  if (channel === null || option === undefined) return isTakenOver
  await change(database, `${networkId}:${channel.channelId}`, known => {
    const charged = correctedBy(option, known)
    isTakenOver = charged !== null && charged !== known.charged
    if (charged !== null) return { ...known, charged }
    return 'voucherState' in option.extra ? { ...known, state: 'stopped' } : known
  })
  return isTakenOver
}

/** On the pending state: what is only pre-confirmed counts. `null` where the chain does not answer. */
async function askChannel(connection: Connection, channelId: Hex): Promise<ChannelFacts | null> {
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
 * its own, from here or from another copy of the same account, and only the chain tells of it. A channel that cannot be
 * asked about stays as it was.
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
