import { useClient } from '@/components/client-context'
import { Card } from '@/components/elements/Card'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { BackupForm } from '@/components/keys/BackupForm'

/** A wallet from its encrypted backup file and the password of that file. */
export function RestoreBackup({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  return (
    <Card className="first-run-card">
      <ScreenHead title={t('restore_title')} onBack={onBack} />
      <p className="lead">{t('restore_lead')}</p>
      <BackupForm
        button={t('restore_finish')}
        testId="continue"
        onBackup={async (backup, password) => {
          await client.call('vault.import-backup', { backup, password })
          onReady()
        }}
      />
    </Card>
  )
}
