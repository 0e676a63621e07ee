import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { Card } from '@/components/elements/Card'
import { Field } from '@/components/elements/Field'
import { Form } from '@/components/elements/Form'
import { PasswordField } from '@/components/elements/PasswordField'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'

const mostBytes = 1_000_000

/** A wallet from its encrypted backup file and the password of that file. */
export function RestoreBackup({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const file = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  async function restore(): Promise<void> {
    const chosen = file.current?.files?.[0]
    const typed = password.current?.value ?? ''
    if (chosen === undefined || chosen.size > mostBytes || typed === '') {
      setMissing(true)
      return
    }
    await client.call('vault.import-backup', { backup: await chosen.text(), password: typed })
    if (password.current !== null) password.current.value = ''
    onReady()
  }
  return (
    <Card className="first-run-card">
      <ScreenHead title={t('restore_title')} onBack={onBack} />
      <p className="lead">{t('restore_lead')}</p>
      <Form button={t('restore_finish')} busyWords={t('create_busy')} testId="continue" submit={restore}>
        <Field label={t('restore_file')} error={missing ? t('restore_missing') : undefined}>
          {control => (
            <input
              {...control}
              ref={file}
              className="input"
              type="file"
              accept="application/json,.json"
              data-testid="backup-file"
              onChange={() => setMissing(false)}
            />
          )}
        </Field>
        <PasswordField
          id="password"
          label={t('restore_password')}
          inputRef={password}
          onInput={() => setMissing(false)}
        />
      </Form>
    </Card>
  )
}
