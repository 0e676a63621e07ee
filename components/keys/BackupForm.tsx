import { type ReactNode, useRef, useState } from 'react'
import { t } from '@/components/app'
import { Field, Form, PasswordField } from '@/components/elements'
import { fileBudget } from '@/lib/base/budgets'

/** Asks for a backup file and its password, and empties the password once it was taken. */
export function BackupForm({
  button,
  testId,
  children,
  onBackup,
}: {
  button: string
  testId: string
  /** Above the fields. */
  children?: ReactNode
  onBackup(backup: string, password: string): Promise<unknown>
}) {
  const file = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  async function submit(): Promise<void> {
    const chosen = file.current?.files?.[0]
    const typed = password.current?.value ?? ''
    if (chosen === undefined || chosen.size > fileBudget.backupBytes || typed === '') {
      setMissing(true)
      return
    }
    await onBackup(await chosen.text(), typed)
    if (password.current !== null) password.current.value = ''
  }
  return (
    <Form button={button} busyWords={t('create_busy')} testId={testId} submit={submit}>
      {children}
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
  )
}
