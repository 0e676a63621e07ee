import { useState } from 'react'
import { useClient, useSurface } from '@/components/client-context'
import { DangerAction } from '@/components/elements/DangerAction'
import { Dialog } from '@/components/elements/Dialog'
import { Logo } from '@/components/elements/Logo'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'
import './trouble.css'

/** A newer version of the extension was here before this one. */
export function Newer() {
  return (
    <main className="beginning trouble">
      <Logo size={44} />
      <h1>{t('newer_title')}</h1>
      <Notice tone="caution">{t('newer_note')}</Notice>
      <p className="quiet">{t('newer_how')}</p>
    </main>
  )
}

/** The browser cannot open the database: what that costs, what it does not, and the way on. */
export function DatabaseDamaged() {
  const surface = useSurface()
  const [asking, setAsking] = useState(false)
  return (
    <main className="beginning trouble">
      <Logo size={44} />
      <h1>{t('database_title')}</h1>
      <Notice tone="danger">{t('database_note')}</Notice>
      <p className="quiet">{t('database_first')}</p>
      {surface === 'tab' ? (
        <button
          type="button"
          className="button button-primary button-wide"
          data-testid="database-rebuild"
          onClick={() => setAsking(true)}
        >
          {t('database_rebuild')}
        </button>
      ) : (
        <button type="button" className="button button-primary button-wide" onClick={() => void openHome('/')}>
          {t('open_full_page')}
        </button>
      )}
      {asking && (
        <Dialog title={t('database_rebuild')} onClose={() => setAsking(false)}>
          <Rebuild />
        </Dialog>
      )}
    </main>
  )
}

function Rebuild() {
  const client = useClient()
  return (
    <div className="stack">
      <p>{t('database_lost')}</p>
      <p>{t('database_kept')}</p>
      <DangerAction
        testId="database-rebuild-now"
        run={() => client.call('database.rebuild', { confirmation: 'rebuild' })}
      >
        {t('database_rebuild_do')}
      </DangerAction>
    </div>
  )
}
