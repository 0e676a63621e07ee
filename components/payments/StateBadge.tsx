import { t } from '@/components/i18n'
import type { AuthorizationView } from '@/lib/messaging/payments'
import { stateNames } from './words'

/** The state in words; that it is only pre-confirmed is said, never drawn as if it were sealed. */
export function StateBadge({ row }: { row: Pick<AuthorizationView, 'state' | 'isProvisional'> }) {
  return (
    <span
      className={`authorization-state authorization-${row.state}`}
      data-provisional={row.isProvisional || undefined}
    >
      {t(stateNames[row.state])}
      {row.isProvisional && <span className="authorization-provisional"> · {t('authorization_provisional')}</span>}
    </span>
  )
}
