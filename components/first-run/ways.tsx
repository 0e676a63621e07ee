import { t, useClient } from '@/components/app'
import { Card, Form } from '@/components/elements'
import { ScreenHead } from '@/components/elements/later'
import { BackupForm } from '@/components/keys/BackupForm'
import { useNewPassword } from '@/components/keys/NewPassword'
import { usePhrase } from '@/components/keys/PhraseFields'
import { Failure } from '@/lib/base/failure'

export { CreateWallet } from './CreateWallet'

/** A wallet from an existing recovery phrase, with a new password for this device. */
export function ImportPhrase({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const phrase = usePhrase()
  const { fields, take } = useNewPassword()
  return (
    <Card className="first-run-card">
      <ScreenHead title={t('import_title')} onBack={onBack} />
      <p className="lead">{t('import_lead')}</p>
      <Form
        button={t('import_finish')}
        busyWords={t('create_busy')}
        testId="continue"
        submit={async () => {
          const typed = await phrase.read()
          if (typed === null) return
          const password = take()
          if (password === null) return
          await client.call('vault.create', { ...typed, password })
          phrase.clear()
          onReady()
        }}
      >
        {phrase.fields}
        {fields}
      </Form>
    </Card>
  )
}

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
