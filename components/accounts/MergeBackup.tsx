import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { Button } from '@/components/elements/Button'
import { plural, t } from '@/components/i18n'
import { BackupForm } from '@/components/keys/BackupForm'
import type { ProcedureOutput } from '@/lib/language/ui'
import './phrases.css'

/** Adds what a backup file has and this wallet has not, and lists what came. In a full tab only. */
export function MergeBackup({ onDone }: { onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const [outcome, setOutcome] = useState<ProcedureOutput<'vault.merge-backup'> | null>(null)
  if (outcome === null)
    return (
      <BackupForm
        button={t('backup_add')}
        testId="backup-merge-now"
        onBackup={async (backup, password) => setOutcome(await client.call('vault.merge-backup', { backup, password }))}
      >
        <p>{t('backup_add_lead')}</p>
      </BackupForm>
    )
  return (
    <>
      <p role="status" data-testid="backup-merged">
        {plural('backup_added', outcome.added.length)}
      </p>
      <ul className="backup-added">
        {outcome.added.map(address => (
          <li key={address}>
            <strong>{accounts.find(account => account.address === address)?.name}</strong>
            <AddressText address={address} />
          </li>
        ))}
      </ul>
      <Button look="primary" wide testId="backup-merge-done" onClick={onDone}>
        {t('close')}
      </Button>
    </>
  )
}
