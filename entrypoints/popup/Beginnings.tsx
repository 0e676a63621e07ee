import { Logo } from '@/components/elements/Logo'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'

/** No wallet here yet. */
export function Welcome() {
  return (
    <main className="beginning">
      <Logo size={56} />
      <h1>{t('welcome_title')}</h1>
      <p className="quiet">{t('welcome_note')}</p>
      <button
        type="button"
        className="button button-primary button-wide"
        data-testid="set-up"
        onClick={() => void openHome('/first-run')}
      >
        {t('welcome_set_up')}
      </button>
    </main>
  )
}

/** Neither copy of the vault can be read. */
export function Damaged() {
  return (
    <main className="beginning">
      <Logo size={56} />
      <h1>{t('damaged_title')}</h1>
      <Notice tone="danger">{t('damaged_note')}</Notice>
      <button type="button" className="button button-primary button-wide" onClick={() => void openHome('/restore')}>
        {t('damaged_restore')}
      </button>
    </main>
  )
}
