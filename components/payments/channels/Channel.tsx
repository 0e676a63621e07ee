import Undo2 from 'lucide-react/icons/undo-2'
import { type Hex, toHex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { format, type MessageKey, t, useAction, useClient, useNow, usePropose } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Card, FailureNotice, Notice } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { tokenWords } from '@/components/payments/answers/amounts'
import { State, type Tone } from '@/components/payments/State'
import { momentWords } from '@/components/payments/words'
import { SiteName } from '@/components/sites/SiteName'
import type { NetworkId } from '@/lib/base/network-id'
import type { ChannelView } from '@/lib/language/payments'
import { batchSettlement } from '@/lib/payments/shared/channel-facts'
import { channelAbi } from '@/lib/reading/calls/payment-abi'
import { type ChannelMoney, type ChannelPhase, type ChannelReading, channelMoney } from './channel-money'

const phaseNames = {
  opening: 'channel_opening',
  open: 'channel_open',
  stopped: 'channel_stopped',
  withdrawing: 'channel_withdrawing',
  ready: 'channel_ready',
  empty: 'channel_empty',
} as const satisfies Record<ChannelPhase, MessageKey>

const phaseTones: Partial<Record<ChannelPhase, Tone>> = { stopped: 'caution', withdrawing: 'caution', ready: 'good' }

/** A payment channel: what the chain says is in it and whose that is, and what can be done about it now. */
export function Channel({
  channel,
  networkId,
  reading,
}: {
  channel: ChannelView
  networkId: NetworkId
  /** `undefined` until the chain was asked, `null` where it did not answer. */
  reading: ChannelReading | null | undefined
}) {
  const nameOf = useNames()
  const token = useTokens(networkId)(channel.config.token)
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
  const isKnown = channel.signed !== null
  const atMost = (amount: bigint) =>
    isKnown || amount === 0n ? words(amount) : t('channel_at_most', { amount: words(amount) })
  return (
    <Card as="li" data-channel={channel.channelId} data-phase={money?.phase}>
      <p className="entry-head">
        <span className="entry-title">
          <SiteName origin={channel.origin} />
        </span>
        {money !== null && (
          <State tone={phaseTones[money.phase] ?? 'plain'} isProvisional={money.isMoving}>
            {t(phaseNames[money.phase])}
          </State>
        )}
      </p>
      <p className="quiet">
        {t('channel_paid_to', { who: nameOf(receiver) ?? shortAddress(receiver) })} ·{' '}
        {format.dateTime(channel.createdAt)}
      </p>
      {reading === null && <Notice tone="caution">{t('chain_unread')}</Notice>}
      {money !== null && reading != null && (
        <>
          <Rows>
            <Figure name="channel_deposited" value={words(reading.sealed.balance)} testId="channel-deposited" />
            <Figure
              name="channel_signed"
              value={channel.signed === null ? t('authorization_unknown') : words(BigInt(channel.signed))}
              testId="channel-signed"
            />
            <Figure name="channel_claimed" value={words(reading.sealed.claimed)} testId="channel-claimed" />
            <Figure name="channel_claimable" value={atMost(money.claimable)} testId="channel-claimable" />
            <Figure
              name="channel_left"
              value={atMost(isKnown ? money.left : money.inside)}
              testId="channel-left"
              isStrong
            />
          </Rows>
          <Withdrawal
            {...{ channel, money, words, nowSeconds }}
            claimable={money.claimable > 0n ? atMost(money.claimable) : null}
          />
        </>
      )}
    </Card>
  )
}

interface FigureProps {
  name: MessageKey
  value: string
  testId: string
  isStrong?: boolean
}

function Figure({ name, value, testId, isStrong = false }: FigureProps) {
  return (
    <Row label={t(name)} className={isStrong ? 'channel-left' : ''} testId={testId}>
      <span className="amount">{value}</span>
    </Row>
  )
}

/** What can be done about a channel's money in its phase. */
function Withdrawal({ channel, money, claimable, words, nowSeconds }: WithdrawalProps) {
  const { phase } = money
  if (money.isMoving) return <p className="quiet">{t('channel_moving')}</p>
  switch (phase) {
    case 'opening':
      return <p className="quiet">{t('channel_opening_note')}</p>
    case 'empty':
      return <p className="quiet">{t('channel_empty_note')}</p>
    case 'open':
    case 'stopped':
      return (
        <div className="channel-act">
          {phase === 'open' && <AskForRefund channelId={channel.channelId} />}
          <p>
            {t(claimable === null ? 'channel_withdraw_note_unclaimed' : 'channel_withdraw_note', {
              delay: format.period(BigInt(channel.config.withdrawDelay)),
              claimable: claimable ?? '',
            })}
          </p>
          <Propose
            label={t('channel_withdraw')}
            testId="channel-withdraw"
            data={() =>
              encodeFunctionData({
                abi: channelAbi,
                functionName: 'initiateWithdraw',
                args: [channel.config, money.inside],
              })
            }
          />
        </div>
      )
    case 'withdrawing':
    case 'ready':
      if (money.withdrawal === null) return null
      return (
        <div className="channel-act">
          <p data-testid="channel-countdown">
            {phase === 'ready'
              ? t('channel_ready_note')
              : t('channel_ready_at', {
                  time: momentWords(money.withdrawal.readyAt),
                  left: format.remaining((money.withdrawal.readyAt - nowSeconds) * 1_000),
                })}{' '}
            {comesWords(money.withdrawal, words)}
          </p>
          {claimable !== null && <p className="quiet">{t('channel_meanwhile', { claimable })}</p>}
          {phase === 'ready' && (
            <Propose
              label={t('channel_finish')}
              testId="channel-finish"
              isPrimary
              data={() =>
                encodeFunctionData({ abi: channelAbi, functionName: 'finalizeWithdraw', args: [channel.config] })
              }
            />
          )}
        </div>
      )
  }
}

interface WithdrawalProps {
  channel: ChannelView
  money: ChannelMoney
  /** The amount that the merchant may still claim, in words; `null` where there is none. */
  claimable: string | null
  words(amount: bigint): string
  nowSeconds: number
}

function comesWords({ least, most }: NonNullable<ChannelMoney['withdrawal']>, words: WithdrawalProps['words']): string {
  if (least === most) return t('channel_comes', { amount: words(most) })
  return t('channel_comes_between', { least: words(least), most: words(most) })
}

/** Asks the merchant to refund what is left, which is faster than to withdraw it. */
function AskForRefund({ channelId }: { channelId: Hex }) {
  const client = useClient()
  const refund = useAction(() => client.call('channel.refund', { channelId }))
  return (
    <>
      <p>{t('channel_refund_note')}</p>
      <Button testId="channel-refund" action={refund} busyWords={t('channel_refund_busy')}>
        {t('channel_refund')}
      </Button>
      <FailureNotice failure={refund.failure} />
    </>
  )
}

interface ProposeProps {
  label: string
  testId: string
  isPrimary?: boolean
  /** The call of the channel contract. */
  data(): Hex
}

/** Proposes a call of the channel contract. */
function Propose({ label, testId, isPrimary = false, data }: ProposeProps) {
  const propose = usePropose()
  const send = useAction(() => propose('send.propose', { to: batchSettlement, value: '0x0', data: data() }))
  return (
    <>
      <Button look={isPrimary ? 'primary' : 'plain'} icon={Undo2} testId={testId} action={send} label={label} />
      <FailureNotice failure={send.failure} />
    </>
  )
}
