import { type MessageKey, t } from '@/components/i18n'
import { State, type Tone } from '@/components/payments/State'
import type { OutcomeView } from '@/lib/language/desk'

const names = {
  waiting: 'outcome_waiting',
  sent: 'outcome_sent',
  done: 'outcome_done',
  failed: 'outcome_failed',
  partly: 'outcome_partly',
} as const satisfies Record<OutcomeView, MessageKey>

const tones = {
  waiting: 'plain',
  sent: 'plain',
  done: 'good',
  failed: 'danger',
  partly: 'danger',
} as const satisfies Record<OutcomeView, Tone>

/** How a proposed payout, refund or capture ended. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeView }) {
  return (
    <State tone={tones[outcome]} data-outcome={outcome}>
      {t(names[outcome])}
    </State>
  )
}
