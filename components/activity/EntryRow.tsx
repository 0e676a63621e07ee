import type { HTMLAttributes, ReactNode } from 'react'
import { format, useNow } from '@/components/app'
import { Button, classes } from '@/components/elements'
import './activity.css'

interface EntryRowProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  testId: string
  mark: ReactNode
  title: ReactNode
  /** The other side, in the words of its part in it. */
  who: ReactNode
  status: ReactNode
  amount: ReactNode
  /** ms since the epoch */
  at: number
  onOpen(): void
}

/** A row of the activity: a mark, what happened and with whom, where it stands, how much, and how long ago. */
export function EntryRow(props: EntryRowProps) {
  const { testId, mark, title, who, status, amount, at, onOpen, className, children, ...rest } = props
  const now = useNow(10_000, true)
  return (
    <div {...rest} className={classes('transaction', className)} data-testid={testId}>
      <Button look="row" className="transaction-open" onClick={onOpen}>
        {mark}
        <span className="transaction-what">
          <span className="transaction-title">
            {title} {who !== null && <span className="transaction-who">{who}</span>}
          </span>
          {status}
        </span>
        <span className="transaction-end">
          {amount}
          <span className="transaction-ago">{format.ago(now - at)}</span>
        </span>
      </Button>
      {children}
    </div>
  )
}
