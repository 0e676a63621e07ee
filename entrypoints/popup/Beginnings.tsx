import { Beginning } from '@/components/elements/Beginning'
import { Button } from '@/components/elements/Button'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'

/** There is no wallet yet. */
export function Welcome() {
  return (
    <Beginning title={t('welcome_title')} size={56}>
      <p className="quiet">{t('welcome_note')}</p>
      <Button look="primary" wide testId="set-up" onClick={() => void openHome('/first-run')}>
        {t('welcome_set_up')}
      </Button>
    </Beginning>
  )
}

/** Neither copy of the vault can be read. */
export function Damaged() {
  return (
    <Beginning title={t('damaged_title')} size={56}>
      <Notice tone="danger">{t('damaged_note')}</Notice>
      <Button look="primary" wide onClick={() => void openHome('/restore')}>
        {t('damaged_restore')}
      </Button>
    </Beginning>
  )
}
