import { memo } from 'react'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { StatusMark, StatusText } from '@/components/track/StatusText'
import { Track } from '@/components/track/Track'
import { useNow } from '@/components/use-now'
import type { TransactionView } from '@/lib/messaging/ui'
import { summarise } from './summary'
import './activity.css'

interface TransactionRowProps {
  row: TransactionView
  onOpen(id: string): void
  /** The newest one shows its whole track. */
  withTrack?: boolean
}

/** Of a hundred rows on screen one changes with a push: the others must not cost anything. */
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
      <button type="button" className="transaction-open" onClick={() => onOpen(row.id)}>
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
      </button>
      {withTrack && <Track row={row} />}
    </div>
  )
})
