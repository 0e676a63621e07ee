import { useState } from 'react'
import { type MessageKey, onDemand, openHome, t, useAction, useAnswer, useClient, useSurface } from '@/components/app'
import { Beginning, Button, Dialog, FailureNotice, Notice } from '@/components/elements'
import { DangerAction } from '@/components/elements/later'
import { saveFile } from '@/components/save-file'
import type { ProcedureOutput } from '@/lib/language/ui'
import './trouble.css'

/** The vault is there, and the wallet is not to be had: what happened, what is kept, and what to do. */
export function Trouble({ kind }: { kind: 'newer' | 'start-failed' | 'database-damaged' }) {
  if (kind !== 'newer') return <NotStarted isDamaged={kind === 'database-damaged'} />
  return (
    <Beginning className="trouble" title={t('newer_title')}>
      <Notice tone="caution">{t('newer_note')}</Notice>
      <p className="quiet">{t('newer_how')}</p>
    </Beginning>
  )
}

/**
 * The wallet did not start: what failed, and another try, which deletes nothing. If the database cannot be opened, the
 * screen also says what is lost, and offers to build it anew.
 */
function NotStarted({ isDamaged }: { isDamaged: boolean }) {
  const surface = useSurface()
  const [asking, setAsking] = useState(false)
  const failed = useStartFailure()
  return (
    <Beginning className="trouble" title={t(isDamaged ? 'database_title' : 'start_failed_title')}>
      <Notice tone={isDamaged ? 'danger' : 'caution'}>{t(isDamaged ? 'database_note' : 'start_failed_note')}</Notice>
      {failed !== null && failed.reason !== '' && <p className="raw-text">{failed.reason}</p>}
      <p className="quiet">{t(isDamaged ? 'database_first' : 'start_failed_first')}</p>
      <StartAgain />
      {surface === 'tab' ? (
        <>
          <SaveVaultCopy failed={failed} />
          {isDamaged && (
            <Button look="danger-quiet" wide testId="database-rebuild" onClick={() => setAsking(true)}>
              {t('database_rebuild')}
            </Button>
          )}
          <ReportOffer />
        </>
      ) : (
        // The popup and the decision window save no file and delete nothing.
        <Button wide onClick={() => void openHome('/')} label={t('open_full_page')} />
      )}
      {asking && (
        <Dialog title={t('database_rebuild')} onClose={() => setAsking(false)}>
          <Rebuild vaultCopy={failed?.vaultCopy ?? 'unreadable'} />
        </Dialog>
      )}
    </Beginning>
  )
}

type StartFailure = ProcedureOutput<'database.start-failure'>

/** Why the wallet did not start, once it is known. */
function useStartFailure(): StartFailure | null {
  const client = useClient()
  const [failure] = useAnswer(() => client.call('database.start-failure', {}), [])
  return failure ?? null
}

function StartAgain() {
  const client = useClient()
  const again = useAction(() => client.call('database.start-again', {}))
  return (
    <>
      <Button look="primary" wide testId="start-again" action={again} label={t('start_again')} />
      <FailureNotice failure={again.failure} />
    </>
  )
}

/** The copies of the vault that a backup can be saved of, and the note for each. */
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
      <Button wide testId="trouble-backup" action={save} label={t('trouble_backup')} />
      <FailureNotice failure={save.failure} />
    </>
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

const Report = onDemand(() => import('@/components/report/Report').then(part => part.Report))

/** The problem report where settings cannot be reached. */
function ReportOffer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide testId="report-open" onClick={() => setOpen(true)} label={t('report_title')} />
      {open && (
        <Dialog title={t('report_title')} onClose={() => setOpen(false)}>
          <Report />
        </Dialog>
      )}
    </>
  )
}
