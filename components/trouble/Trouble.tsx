import { useEffect, useState } from 'react'
import { useClient, useReportFault, useSurface } from '@/components/client-context'
import { Beginning } from '@/components/elements/Beginning'
import { Button } from '@/components/elements/Button'
import { DangerAction } from '@/components/elements/DangerAction'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { type MessageKey, t } from '@/components/i18n'
import { ReportOffer } from '@/components/report/ReportOffer'
import { saveFile } from '@/components/save-file'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { ProcedureOutput } from '@/lib/language/ui'
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

/** The wallet did not start: what failed, and another try. Nothing is deleted. */
export function StartFailed() {
  const surface = useSurface()
  const failed = useStartFailure()
  return (
    <Beginning className="trouble" title={t('start_failed_title')}>
      <Notice tone="caution">{t('start_failed_note')}</Notice>
      {failed !== null && failed.reason !== '' && <p className="raw-text">{failed.reason}</p>}
      <p className="quiet">{t('start_failed_first')}</p>
      <StartAgain />
      {surface === 'tab' ? (
        <>
          <SaveVaultCopy failed={failed} />
          <ReportOffer />
        </>
      ) : (
        <FullPage />
      )}
    </Beginning>
  )
}

type StartFailure = ProcedureOutput<'database.start-failure'>

/** Why the wallet did not start, once it is known. */
function useStartFailure(): StartFailure | null {
  const client = useClient()
  const reportFault = useReportFault()
  const [failure, setFailure] = useState<StartFailure | null>(null)
  useEffect(() => {
    let isCurrent = true
    client.call('database.start-failure', {}).then(answer => {
      if (isCurrent) setFailure(answer)
    }, reportFault)
    return () => {
      isCurrent = false
    }
  }, [client, reportFault])
  return failure
}

function StartAgain() {
  const client = useClient()
  const again = useAction(() => client.call('database.start-again', {}))
  return (
    <>
      <Button look="primary" wide testId="start-again" action={again}>
        {t('start_again')}
      </Button>
      <FailureNotice failure={again.failure} />
    </>
  )
}

/** Of which copies of the vault a backup can be saved, and what is said of it. */
const backupNotes: Readonly<Partial<Record<StartFailure['vaultCopy'], MessageKey>>> = {
  valid: 'trouble_backup_note',
  doubted: 'trouble_backup_doubted',
}

/** The keys as a file, encrypted as they are, before anything is deleted. In a full tab only. */
function SaveVaultCopy({ failed }: { failed: StartFailure | null }) {
  const client = useClient()
  const save = useAction(async () => {
    const { backup } = await client.call('database.vault-copy', {})
    saveFile('prelude-backup.json', 'application/json', backup)
  })
  const note = failed === null ? undefined : backupNotes[failed.vaultCopy]
  if (note === undefined) return null
  return (
    <>
      <p className="quiet">{t(note)}</p>
      <Button wide testId="trouble-backup" action={save}>
        {t('trouble_backup')}
      </Button>
      <FailureNotice failure={save.failure} />
    </>
  )
}

/** The popup and the decision window save no file and delete nothing. */
function FullPage() {
  return (
    <Button wide onClick={() => void openHome('/')}>
      {t('open_full_page')}
    </Button>
  )
}

/** The browser cannot open the database: what is lost, what is kept, and the way to build it anew. */
export function DatabaseDamaged() {
  const surface = useSurface()
  const [asking, setAsking] = useState(false)
  const failed = useStartFailure()
  return (
    <Beginning className="trouble" title={t('database_title')}>
      <Notice tone="danger">{t('database_note')}</Notice>
      {failed !== null && failed.reason !== '' && <p className="raw-text">{failed.reason}</p>}
      <p className="quiet">{t('database_first')}</p>
      <StartAgain />
      {surface === 'tab' ? (
        <>
          <SaveVaultCopy failed={failed} />
          <Button look="danger-quiet" wide testId="database-rebuild" onClick={() => setAsking(true)}>
            {t('database_rebuild')}
          </Button>
          <ReportOffer />
        </>
      ) : (
        <FullPage />
      )}
      {asking && (
        <Dialog title={t('database_rebuild')} onClose={() => setAsking(false)}>
          <Rebuild vaultCopy={failed?.vaultCopy ?? 'unreadable'} />
        </Dialog>
      )}
    </Beginning>
  )
}

function Rebuild({ vaultCopy }: Pick<StartFailure, 'vaultCopy'>) {
  const client = useClient()
  const isKept = vaultCopy === 'valid'
  const confirmation = isKept ? 'rebuild' : 'rebuild-without-keys'
  const danger = vaultCopy === 'doubted' ? 'database_doubted_copy' : 'database_no_copy'
  return (
    <div className="stack">
      <p>{t('database_lost')}</p>
      {isKept ? <p>{t('database_kept')}</p> : <Notice tone="danger">{t(danger)}</Notice>}
      <DangerAction testId="database-rebuild-now" run={() => client.call('database.rebuild', { confirmation })}>
        {t('database_rebuild_do')}
      </DangerAction>
    </div>
  )
}
