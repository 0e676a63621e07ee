import Undo2 from 'lucide-react/icons/undo-2'
import { type Hex, toHex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { useClient } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { Rows } from '@/components/elements/Row'
import { shortAddress } from '@/components/format/address'
import { format, type MessageKey, t } from '@/components/i18n'
import { tokenWords } from '@/components/payments/answers/amounts'
import { momentWords } from '@/components/payments/words'
import { SiteName } from '@/components/sites/SiteName'
import { useAction } from '@/components/use-action'
import { useNow } from '@/components/use-now'
import { channelAbi } from '@/lib/decoding/payment-abi'
import type { ChannelView } from '@/lib/messaging/payments'
import { batchSettlement } from '@/lib/payments/channel-facts'
import { type ChannelMoney, type ChannelPhase, type ChannelReading, channelMoney } from './channel-money'

const phaseNames = {
  opening: 'channel_opening',
  open: 'channel_open',
  stopped: 'channel_stopped',
  withdrawing: 'channel_withdrawing',
  ready: 'channel_ready',
  empty: 'channel_empty',
} as const satisfies Record<ChannelPhase, MessageKey>

/** One channel: what is in it and whose that is, by the chain, and what can be done about it now. */
export function Channel({
  channel,
  chainId,
  reading,
  onProposed,
}: {
  channel: ChannelView
  chainId: number
  /** `undefined` until the chain was asked, `null` where it did not answer. */
  reading: ChannelReading | null | undefined
  onProposed(approvalId: string): void
}) {
  const nameOf = useNames()
  const token = useTokens(chainId)(channel.config.token)
  const isCountingDown = reading?.sealed.withdrawal != null
  const device = useNow(1_000, isCountingDown)
  const nowSeconds =
    reading == null ? 0 : reading.chainSeconds + Math.max(0, Math.floor((device - reading.readAt) / 1_000))
  const money = reading == null ? null : channelMoney(channel, reading, nowSeconds)
  const words = (amount: bigint) =>
    tokenWords(toHex(amount), {
      symbol: token?.symbol ?? null,
      decimals: token?.decimals ?? null,
      token: channel.config.token,
    })
  const { receiver } = channel.config
  return (
    <li className="card channel" data-channel={channel.channelId} data-phase={money?.phase}>
      <p className="authorization-head">
        <span className="authorization-from">
          <SiteName origin={channel.origin} />
        </span>
        {money !== null && (
          <span className={`authorization-state channel-${money.phase}`} data-provisional={money.isMoving || undefined}>
            {t(phaseNames[money.phase])}
          </span>
        )}
      </p>
      <p className="quiet">
        {t('channel_paid_to', { who: nameOf(receiver) ?? shortAddress(receiver) })} ·{' '}
        {format.dateTime(channel.createdAt)}
      </p>
      {reading === null && <Notice tone="caution">{t('channel_unread')}</Notice>}
      {money !== null && reading != null && (
        <>
          <Rows>
            <Figure name="channel_deposited" value={words(reading.sealed.balance)} testId="channel-deposited" />
            <Figure name="channel_signed" value={words(BigInt(channel.signed))} testId="channel-signed" />
            <Figure name="channel_claimed" value={words(reading.sealed.claimed)} testId="channel-claimed" />
            <Figure name="channel_claimable" value={words(money.claimable)} testId="channel-claimable" />
            <Figure name="channel_left" value={words(money.left)} testId="channel-left" isStrong />
          </Rows>
          <Withdrawal channel={channel} money={money} words={words} nowSeconds={nowSeconds} onProposed={onProposed} />
        </>
      )}
    </li>
  )
}

function Figure({
  name,
  value,
  testId,
  isStrong = false,
}: {
  name: MessageKey
  value: string
  testId: string
  isStrong?: boolean
}) {
  return (
    <div className={isStrong ? 'row channel-left' : 'row'}>
      <dt>{t(name)}</dt>
      <dd className="amount" data-testid={testId}>
        {value}
      </dd>
    </div>
  )
}

/** Taken back without the merchant: begun, and finished after the channel's delay. */
function Withdrawal({
  channel,
  money,
  words,
  nowSeconds,
  onProposed,
}: {
  channel: ChannelView
  money: ChannelMoney
  words(amount: bigint): string
  nowSeconds: number
  onProposed(approvalId: string): void
}) {
  const client = useClient()
  const { config } = channel
  const propose = useAction(async (data: Hex) => {
    const { approvalId } = await client.call('send.propose', { to: batchSettlement, value: '0x0', data })
    onProposed(approvalId)
  })
  const refund = useAction(() => client.call('channel.refund', { channelId: channel.channelId }))
  if (money.isMoving) return <p className="quiet">{t('channel_moving')}</p>
  const { claimable, inside, phase, withdrawal } = money
  switch (phase) {
    case 'opening':
      return <p className="quiet">{t('channel_opening_note')}</p>
    case 'empty':
      return <p className="quiet">{t('channel_empty_note')}</p>
    case 'open':
    case 'stopped':
      return (
        <div className="channel-act">
          {phase === 'open' && (
            <>
              <p>{t('channel_refund_note')}</p>
              <button
                type="button"
                className="button"
                data-testid="channel-refund"
                disabled={refund.busy}
                aria-busy={refund.busy}
                onClick={() => void refund.run()}
              >
                {t(refund.busy ? 'channel_refund_busy' : 'channel_refund')}
              </button>
              <FailureNotice failure={refund.failure} />
            </>
          )}
          <p>
            {t(claimable > 0n ? 'channel_withdraw_note' : 'channel_withdraw_note_unclaimed', {
              delay: format.period(BigInt(config.withdrawDelay)),
              claimable: words(claimable),
            })}
          </p>
          <button
            type="button"
            className="button"
            data-testid="channel-withdraw"
            disabled={propose.busy}
            onClick={() =>
              void propose.run(
                encodeFunctionData({ abi: channelAbi, functionName: 'initiateWithdraw', args: [config, inside] }),
              )
            }
          >
            <Undo2 size={16} aria-hidden="true" /> {t('channel_withdraw')}
          </button>
          <FailureNotice failure={propose.failure} />
        </div>
      )
    case 'withdrawing':
    case 'ready': {
      if (withdrawal === null) return null
      const comes =
        withdrawal.least === withdrawal.most
          ? t('channel_comes', { amount: words(withdrawal.most) })
          : t('channel_comes_between', { least: words(withdrawal.least), most: words(withdrawal.most) })
      return (
        <div className="channel-act">
          <p data-testid="channel-countdown">
            {phase === 'ready'
              ? t('channel_ready_note')
              : t('channel_ready_at', {
                  time: momentWords(withdrawal.readyAt),
                  left: format.remaining((withdrawal.readyAt - nowSeconds) * 1_000),
                })}{' '}
            {comes}
          </p>
          {claimable > 0n && <p className="quiet">{t('channel_meanwhile', { claimable: words(claimable) })}</p>}
          {phase === 'ready' && (
            <button
              type="button"
              className="button button-primary"
              data-testid="channel-finish"
              disabled={propose.busy}
              onClick={() =>
                void propose.run(
                  encodeFunctionData({ abi: channelAbi, functionName: 'finalizeWithdraw', args: [config] }),
                )
              }
            >
              <Undo2 size={16} aria-hidden="true" /> {t('channel_finish')}
            </button>
          )}
          <FailureNotice failure={propose.failure} />
        </div>
      )
    }
  }
}
