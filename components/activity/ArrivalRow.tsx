import { format, t, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { StopMark } from '@/components/elements'
import { shortAddress } from '@/components/format/address'
import type { ArrivalView } from '@/lib/language/ui'
import { type ArrivalSummary, summariseArrival } from './arrival-words'
import { EntryRow } from './EntryRow'

/** A row of the activity for money that came in, with its level. */
export function ArrivalRow({ arrival, withPlace }: { arrival: ArrivalView; withPlace: boolean }) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const summary = summariseArrival(arrival, { networks, tokens })
  const who = summary.from === null ? null : (nameOf(summary.from) ?? shortAddress(summary.from))
  return (
    <EntryRow
      testId="arrival-row"
      className={arrival.isWithdrawn ? 'arrival-withdrawn' : undefined}
      data-level={arrival.level}
      data-withdrawn={arrival.isWithdrawn}
      data-hash={arrival.hash ?? undefined}
      mark={<ArrivalMark arrival={arrival} />}
      title={summary.title}
      who={who === null ? null : t('activity_from', { who })}
      status={<ArrivalStatus arrival={arrival} summary={summary} />}
      amount={<ArrivalAmount summary={summary} />}
      at={arrival.at}
      place={{ networkId: arrival.networkId, address: arrival.account }}
      withPlace={withPlace}
      to={`/activity/received/${encodeURIComponent(arrival.id)}`}
    />
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
