import type { Address, Hex } from 'viem'
import { committed } from '@/lib/database/committed'
import type { Database } from '@/lib/database/open'
import type { ChannelRecord, PaymentRecord } from '@/lib/database/payment-records'
import type { Connection } from '@/lib/rpc/types'
import { chargedIn, correctedBy } from './channel'
import { askChannel } from './channel-refresh'
import type { PaymentPlan } from './plan'
import { readSettlementText } from './settlement'
import { readTermsText } from './terms'

export interface ChannelRows {
  of(account: Address): Promise<ChannelRecord[]>
  /** Before anything of it leaves: without its salt the money could not be taken back. */
  signed(row: PaymentRecord, plan: PaymentPlan, signatures: readonly Hex[], epoch: number): Promise<void>
  /**
   * An answer came for a payment out of the channel. `false` when the merchant counts more than was agreed: nothing
   * more is signed for it.
   */
  answered(row: PaymentRecord, plan: PaymentPlan, connection: Connection): Promise<boolean>
  /**
   * The merchant answered a voucher with 402 and shows what it counts: taken over only with the payer's own signature.
   * @returns whether it was
   */
  corrected(plan: PaymentPlan, terms: string): Promise<boolean>
}

export function createChannelRows(database: Database, now: () => number): ChannelRows {
  async function change(key: string, step: (row: ChannelRecord) => ChannelRecord): Promise<void> {
    const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
    const row = await transaction.store.get(key)
    await committed(transaction, [row === undefined ? undefined : transaction.store.put(step(row))])
  }

  return {
    async of(account) {
      return (await database.getAll('channels')).filter(({ payer }) => payer === account)
    },

    async signed({ origin }, plan, signatures, epoch) {
      const { channel, networkId, chainId } = plan
      if (channel === null) return
      const key = `${networkId}:${channel.channelId}`
      const voucher = JSON.stringify({
        maxClaimableAmount: channel.cumulative,
        signature: signatures[plan.way === 'deposit' ? 1 : 0],
      })
      const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
      const known = await transaction.store.get(key)
      const cumulative = BigInt(channel.cumulative)
      const written = transaction.store.put({
        ...(known ?? {
          key,
          networkId,
          chainId,
          epoch,
          channelId: channel.channelId,
          origin,
          payer: channel.config.payer,
          receiver: channel.config.receiver,
          token: channel.config.token,
          config: JSON.stringify(channel.config),
          withdrawDelaySeconds: channel.config.withdrawDelay,
          deposited: 0n,
          charged: 0n,
          claimed: 0n,
          withdrawalAt: null,
          state: 'opening' as const,
          createdAt: now(),
          checkedAt: null,
        }),
        signed: known !== undefined && known.signed > cumulative ? known.signed : cumulative,
        voucher: known !== undefined && known.signed > cumulative ? known.voucher : voucher,
      })
      await committed(transaction, [written])
    },

    async answered(row, plan, connection) {
      const { channel, networkId } = plan
      if (channel === null) return true
      const words = await askChannel(connection, channel.channelId)
      const told = row.settlement === null ? null : chargeIn(row.settlement)
      const price = BigInt(channel.cumulative) - BigInt(channel.charged)
      const charged = told ?? price
      const isFair = charged <= price
      await change(`${networkId}:${channel.channelId}`, known => ({
        ...known,
        ...(words === null ? {} : { deposited: words.balance, claimed: words.claimed }),
        charged: isFair ? BigInt(channel.charged) + charged : known.charged,
        state: isFair ? 'open' : 'stopped',
        checkedAt: now(),
      }))
      return isFair
    },

    async corrected({ channel, networkId, accepted }, terms) {
      const option = readTermsText(terms)?.terms.options.find(({ index }) => index === accepted)
      let isTakenOver = false
      if (channel === null || option === undefined) return isTakenOver
      await change(`${networkId}:${channel.channelId}`, known => {
        const charged = correctedBy(option, known)
        isTakenOver = charged !== null && charged !== known.charged
        if (charged !== null) return { ...known, charged }
        return 'voucherState' in option.extra ? { ...known, state: 'stopped' } : known
      })
      return isTakenOver
    },
  }
}

function chargeIn(json: string): bigint | null {
  return chargedIn(readSettlementText(json)?.extra)
}
