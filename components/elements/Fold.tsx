import ChevronRight from 'lucide-react/icons/chevron-right'
import type { DetailsHTMLAttributes, ReactNode } from 'react'
import { classes } from './Button'

interface FoldProps extends Omit<DetailsHTMLAttributes<HTMLDetailsElement>, 'title'> {
  /** The line that is always in sight; a press on it opens the rest. */
  title: ReactNode
  /** The test id of the summary line. */
  testId?: string
}

/** Something that stays folded until it is asked for. */
export function Fold({ title, testId, className, children, ...rest }: FoldProps) {
  return (
    <details {...rest} className={classes('fold', className)}>
      <summary data-testid={testId}>
        <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
        {title}
      </summary>
      {children}
    </details>
  )
}
