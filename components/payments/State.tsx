import type { HTMLAttributes } from 'react'
import { type MessageKey, t } from '@/components/app'
import { classes } from '@/components/elements'
import type { OutcomeView } from '@/lib/language/desk'
import type { AuthorizationView } from '@/lib/language/payments'
import { stateNames } from './words'

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

const tones: Partial<Record<AuthorizationView['state'], Tone>> = {
  live: 'caution',
  'partly-used': 'caution',
  unknown: 'danger',
}

/** The state of an authorization. */
export function StateBadge({ row }: { row: Pick<AuthorizationView, 'state' | 'isProvisional'> }) {
  return (
    <State tone={tones[row.state] ?? 'plain'} isProvisional={row.isProvisional}>
      {t(stateNames[row.state])}
      {row.isProvisional && <span className="state-note"> · {t('authorization_provisional')}</span>}
    </State>
  )
}

const outcomeNames = {
  waiting: 'outcome_waiting',
  sent: 'outcome_sent',
  done: 'outcome_done',
  failed: 'outcome_failed',
  partly: 'outcome_partly',
} as const satisfies Record<OutcomeView, MessageKey>

const outcomeTones = {
  waiting: 'plain',
  sent: 'plain',
  done: 'good',
  failed: 'danger',
  partly: 'danger',
} as const satisfies Record<OutcomeView, Tone>

/** How a proposed payout, refund or capture ended. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeView }) {
  return (
    <State tone={outcomeTones[outcome]} data-outcome={outcome}>
      {t(outcomeNames[outcome])}
    </State>
  )
}
