import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button } from '@/components/elements/Button'
import { StopMark } from '@/components/elements/StopMark'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { useNow } from '@/components/use-now'
import type { ArrivalView } from '@/lib/language/ui'
import { type ArrivalSummary, summariseArrival } from './arrival-words'
import './activity.css'

/** A row of the activity for money that came in, with its level. */
export function ArrivalRow({ arrival, onOpen }: { arrival: ArrivalView; onOpen(id: string): void }) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const now = useNow(10_000, true)
  const summary = summariseArrival(arrival, { networks, tokens })
  const who = summary.from === null ? null : (nameOf(summary.from) ?? shortAddress(summary.from))
  return (
    <div
      className={arrival.isWithdrawn ? 'transaction arrival-withdrawn' : 'transaction'}
      data-testid="arrival-row"
      data-level={arrival.level}
      data-withdrawn={arrival.isWithdrawn}
      data-hash={arrival.hash ?? undefined}
    >
      <Button look="row" className="transaction-open" onClick={() => onOpen(arrival.id)}>
        <ArrivalMark arrival={arrival} />
        <span className="transaction-what">
          <span className="transaction-title">
            {summary.title} {who !== null && <span className="transaction-who">{t('activity_from', { who })}</span>}
          </span>
          <ArrivalStatus arrival={arrival} summary={summary} />
        </span>
        <span className="transaction-end">
          <ArrivalAmount summary={summary} />
          <span className="transaction-ago">{format.ago(now - arrival.at)}</span>
        </span>
      </Button>
    </div>
  )
}

function ArrivalMark({ arrival, size = 20 }: { arrival: ArrivalView; size?: number }) {
  return (
    <span className={arrival.isWithdrawn ? 'status-mark status-caution' : 'status-mark status-progress'}>
      <StopMark look={arrival.isWithdrawn ? 'withdrawn' : arrival.level} size={size} />
    </span>
  )
}

export function ArrivalStatus({ arrival, summary }: { arrival: ArrivalView; summary: ArrivalSummary }) {
  return (
    <span className={arrival.isWithdrawn ? 'status status-caution' : 'status status-progress'}>
      <span className="status-words">{t(summary.status)}</span>
      {summary.isFound && <span className="arrival-found">{t('arrival_found')}</span>}
    </span>
  )
}

export function ArrivalAmount({ summary: { amount, isFound } }: { summary: ArrivalSummary }) {
  return (
    <span className={isFound ? 'transaction-amount amount-found' : 'transaction-amount'}>
      {amount.decimals === null ? '' : format.delta(amount.value, amount.decimals)}{' '}
      <span className="symbol">{amount.symbol}</span>
    </span>
  )
}
