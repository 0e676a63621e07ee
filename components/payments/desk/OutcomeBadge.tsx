import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import type { OutcomeView } from '@/lib/messaging/desk'

const names = {
  waiting: 'outcome_waiting',
  sent: 'outcome_sent',
  done: 'outcome_done',
  failed: 'outcome_failed',
} as const satisfies Record<OutcomeView, MessageKey>

/** What became of something that was decided on. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeView }) {
  return (
    <span className={`desk-state desk-state-${outcome}`} data-outcome={outcome}>
      {t(names[outcome])}
    </span>
  )
}
