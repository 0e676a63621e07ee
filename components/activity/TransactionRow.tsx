import { memo } from 'react'
import { StatusMark, StatusText } from '@/components/track/StatusText'
import { Track } from '@/components/track/Track'
import type { TransactionView } from '@/lib/language/ui'
import { EntryRow } from './EntryRow'
import { useSummary } from './use-summary'

interface TransactionRowProps {
  row: TransactionView
  /** Shows the track beneath, in place of the words for where it stands. */
  withTrack: boolean
  withPlace: boolean
}

/** A row of the activity. Memoised: a push changes one row of many. */
export const TransactionRow = memo(function TransactionRow({ row, withTrack, withPlace }: TransactionRowProps) {
  const { title, who, amount } = useSummary(row)
  return (
    <EntryRow
      testId="transaction-row"
      className={withTrack ? 'transaction-with-track' : undefined}
      data-level={row.level}
      data-ended={row.ended ?? undefined}
      data-hash={row.hash}
      mark={<StatusMark row={row} />}
      title={title}
      who={who}
      status={!withTrack && <StatusText row={row} />}
      amount={
        amount !== null && (
          <span className="transaction-amount">
            {amount.text} <span className="symbol">{amount.symbol}</span>
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
