import { useState } from 'react'
import { useClient, useSurface } from '@/components/client-context'
import { Beginning } from '@/components/elements/Beginning'
import { Button } from '@/components/elements/Button'
import { DangerAction } from '@/components/elements/DangerAction'
import { Dialog } from '@/components/elements/Dialog'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { ReportOffer } from '@/components/report/ReportOffer'
import { openHome } from '@/components/surfaces'
import './trouble.css'

/** The stored data was written by a newer version of the extension. */
export function Newer() {
  return (
    <Beginning className="trouble" title={t('newer_title')}>
      <Notice tone="caution">{t('newer_note')}</Notice>
      <p className="quiet">{t('newer_how')}</p>
    </Beginning>
  )
}

/** The browser cannot open the database: what is lost, what is kept, and the way to build it anew. */
export function DatabaseDamaged() {
  const surface = useSurface()
  const [asking, setAsking] = useState(false)
  return (
    <Beginning className="trouble" title={t('database_title')}>
      <Notice tone="danger">{t('database_note')}</Notice>
      <p className="quiet">{t('database_first')}</p>
      {surface === 'tab' ? (
        <>
          <Button look="primary" wide testId="database-rebuild" onClick={() => setAsking(true)}>
            {t('database_rebuild')}
          </Button>
          <ReportOffer />
        </>
      ) : (
        <Button look="primary" wide onClick={() => void openHome('/')}>
          {t('open_full_page')}
        </Button>
      )}
      {asking && (
        <Dialog title={t('database_rebuild')} onClose={() => setAsking(false)}>
          <Rebuild />
        </Dialog>
      )}
    </Beginning>
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
