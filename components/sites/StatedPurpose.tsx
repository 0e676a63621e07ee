import { t } from '@/components/i18n'
import { cleanForeignText } from '@/lib/base/foreign-text'

/** The purpose of a payment as its link states it: words of the payee, for which nobody vouches. */
export function StatedPurpose({ purpose }: { purpose: string }) {
  return (
    <span className="requester-top" data-testid="stated-purpose">
      {t('requester_purpose')} <q className="foreign">{cleanForeignText(purpose, 100)}</q>
    </span>
  )
}
