import type { HTMLAttributes } from 'react'
import { classes } from '@/components/elements/Button'

export type Tone = 'plain' | 'good' | 'caution' | 'danger'

interface StateProps extends HTMLAttributes<HTMLSpanElement> {
  tone?: Tone
  /** It rests on a pre-confirmation only: drawn with a dashed line. */
  isProvisional?: boolean
}

/** The state of something in a few words. */
export function State({ tone = 'plain', isProvisional = false, className, ...rest }: StateProps) {
  return (
    <span
      {...rest}
      className={classes('state', tone !== 'plain' && `state-${tone}`, className)}
      data-provisional={isProvisional || undefined}
    />
  )
}
