import type { ReactNode } from 'react'
import { classes } from './Button'

/** A list of facts, each a `Row`. */
export function Rows({ className, testId, children }: { className?: string; testId?: string; children?: ReactNode }) {
  return (
    <dl className={classes('rows', className)} data-testid={testId}>
      {children}
    </dl>
  )
}

interface RowProps {
  label: ReactNode
  /** The value below the name, for what is long. */
  stacked?: boolean
  className?: string
  /** The test id of the value. */
  testId?: string
  children?: ReactNode
}

/** A name and its value. */
export function Row({ label, stacked = false, className, testId, children }: RowProps) {
  return (
    <div className={classes('row', stacked && 'row-stacked', className)}>
      <dt>{label}</dt>
      <dd data-testid={testId}>{children}</dd>
    </div>
  )
}
