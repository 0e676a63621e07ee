import { lookUp, t } from '@/components/i18n'
import type { RequestEntryView } from '@/lib/language/request-log'

type LoggedDecision = RequestEntryView['decisions'][number]

const outcomes = {
  waiting: 'panel_decision_waiting',
  approved: 'panel_decision_approved',
  done: 'panel_decision_approved',
  rejected: 'panel_decision_rejected',
  cancelled: 'panel_decision_cancelled',
  expired: 'panel_decision_expired',
} as const satisfies Record<LoggedDecision['status'], string>

/** "Transaction: approved". */
export function decisionWords({ kind, status }: Pick<LoggedDecision, 'kind' | 'status'>): string {
  return t(outcomes[status], { decision: lookUp(`decision_${kind}`) ?? kind })
}

/** A level, or how a transaction ended. */
export function levelWords(level: string): string {
  return (lookUp(`level_${level}`) ?? lookUp(`event_${level}`) ?? level).replaceAll('\u00ad', '')
}
