import { Logo } from '@/components/elements/Logo'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'

/** Recovery phrases and keys are entered and shown in a full tab only; elsewhere this leads there. */
export function OnlyInTab({ route }: { route: string }) {
  return (
    <main className="beginning">
      <Logo size={44} />
      <h1>{t('only_in_tab_title')}</h1>
      <p className="quiet">{t('only_in_tab_note')}</p>
      <button type="button" className="button button-primary button-wide" onClick={() => void openHome(route)}>
        {t('open_full_page')}
      </button>
    </main>
  )
}
