import { useClient } from '@/components/client-context'
import { Card } from '@/components/elements/Card'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { BackupForm } from '@/components/keys/BackupForm'
import { Failure } from '@/lib/base/failure'

/** The wallet is there, and this page is left: the next one says that something is missing. */
function keysOnly(error: unknown): false {
  if (error instanceof Failure && error.code === 'backup-partly') return false
  throw error
}

/** A wallet from its encrypted backup file and the password of that file. */
export function RestoreBackup({ onBack, onReady }: { onBack(): void; onReady(isWhole: boolean): void }) {
  const client = useClient()
  return (
    <Card className="first-run-card">
      <ScreenHead title={t('restore_title')} onBack={onBack} />
      <p className="lead">{t('restore_lead')}</p>
      <BackupForm
        button={t('restore_finish')}
        testId="continue"
        onBackup={async (backup, password) => {
          const isWhole = await client.call('vault.import-backup', { backup, password }).then(() => true, keysOnly)
          onReady(isWhole)
        }}
      />
    </Card>
  )
}
