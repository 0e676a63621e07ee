import { memo } from 'react'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button } from '@/components/elements/Button'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { StatusMark, StatusText } from '@/components/track/StatusText'
import { Track } from '@/components/track/Track'
import { useNow } from '@/components/use-now'
import type { TransactionView } from '@/lib/language/ui'
import { summarise } from './summary'
import './activity.css'

interface TransactionRowProps {
  row: TransactionView
  onOpen(id: string): void
  /** Shows the whole track in place of the status mark. */
  withTrack?: boolean
}

/** A row of the activity. Memoised: a push changes one row of many. */
export const TransactionRow = memo(function TransactionRow({ row, onOpen, withTrack = false }: TransactionRowProps) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const now = useNow(10_000, true)
  const { title, amount, counterparty, isAbout } = summarise(row, { networks, tokens })
  const who = counterparty === null ? null : (nameOf(counterparty) ?? shortAddress(counterparty))
  return (
    <div
      className={withTrack ? 'transaction transaction-with-track' : 'transaction'}
      data-testid="transaction-row"
      data-level={row.level}
      data-ended={row.ended ?? undefined}
      data-hash={row.hash}
    >
      <Button look="row" className="transaction-open" onClick={() => onOpen(row.id)}>
        {!withTrack && <StatusMark row={row} />}
        <span className="transaction-what">
          <span className="transaction-title">
            {title}{' '}
            {who !== null && (
              <span className="transaction-who">{t(isAbout ? 'activity_for' : 'activity_to', { who })}</span>
            )}
          </span>
          <StatusText row={row} />
        </span>
        <span className="transaction-end">
          {amount !== null && (
            <span className="transaction-amount">
              {amount.signed
                ? format.delta(amount.value, amount.decimals)
                : format.amount(amount.value, amount.decimals, 'short')}{' '}
              <span className="symbol">{amount.symbol}</span>
            </span>
          )}
          <span className="transaction-ago">{format.ago(now - row.createdAt)}</span>
        </span>
      </Button>
      {withTrack && <Track row={row} />}
    </div>
  )
})
