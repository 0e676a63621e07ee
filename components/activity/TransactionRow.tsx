import { memo } from 'react'
import { format, t, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { StatusMark, StatusText } from '@/components/track/StatusText'
import { Track } from '@/components/track/Track'
import type { TransactionView } from '@/lib/language/ui'
import { EntryRow } from './EntryRow'
import { summarise } from './summary'

interface TransactionRowProps {
  row: TransactionView
  /** Shows the track beneath, in place of the words for where it stands. */
  withTrack: boolean
  withPlace: boolean
}

/** A row of the activity. Memoised: a push changes one row of many. */
export const TransactionRow = memo(function TransactionRow({ row, withTrack, withPlace }: TransactionRowProps) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const { title, amount, counterparty, isAbout } = summarise(row, { networks, tokens })
  const who = counterparty === null ? null : (nameOf(counterparty) ?? shortAddress(counterparty))
  return (
    <EntryRow
      testId="transaction-row"
      className={withTrack ? 'transaction-with-track' : undefined}
      data-level={row.level}
      data-ended={row.ended ?? undefined}
      data-hash={row.hash}
      mark={<StatusMark row={row} />}
      title={title}
      who={who === null ? null : t(isAbout ? 'activity_for' : 'activity_to', { who })}
      status={!withTrack && <StatusText row={row} />}
      amount={
        amount !== null && (
          <span className="transaction-amount">
            {amount.signed
              ? format.delta(amount.value, amount.decimals)
              : format.amount(amount.value, amount.decimals, 'short')}{' '}
            <span className="symbol">{amount.symbol}</span>
          </span>
        )
      }
      at={row.createdAt}
      place={{ networkId: row.networkId, address: row.from }}
      withPlace={withPlace}
      to={`/activity/${row.id}`}
    >
      {withTrack && <Track row={row} />}
    </EntryRow>
  )
})
