import { openHome, t } from '@/components/app'
import { Beginning, Button } from '@/components/elements'

/** Leads to the full tab, the only place where recovery phrases and keys are entered and shown. */
export function OnlyInTab({ route }: { route: string }) {
  return (
    <Beginning title={t('only_in_tab_title')}>
      <p className="quiet">{t('only_in_tab_note')}</p>
      <Button look="primary" wide onClick={() => void openHome(route)} label={t('open_full_page')} />
    </Beginning>
  )
}
