import { t } from '@/components/i18n'
import type { AuthorizationView } from '@/lib/language/payments'
import { State, type Tone } from './State'
import { stateNames } from './words'

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
