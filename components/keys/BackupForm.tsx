import { type ReactNode, useRef, useState } from 'react'
import { format, t } from '@/components/app'
import { Field, Form, PasswordField } from '@/components/elements'
import { fileBudget } from '@/lib/base/budgets'
import { parseJson } from '@/lib/base/json'

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
  const [savedAt, setSavedAt] = useState<number | null>(null)
  async function choose(chosen: File | undefined): Promise<void> {
    setMissing(false)
    setSavedAt(chosen === undefined || chosen.size > fileBudget.backupBytes ? null : timeIn(await chosen.text()))
  }
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
            onChange={event => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <PasswordField
        id="password"
        label={t('restore_password')}
        inputRef={password}
        onInput={() => setMissing(false)}
      />
      {savedAt !== null && (
        <p className="quiet" data-testid="backup-saved-at">
          {t('restore_saved', { date: format.dateTime(savedAt) })}
        </p>
      )}
    </Form>
  )
}

/** When a backup file says that it was saved, ms since the epoch. */
function timeIn(text: string): number | null {
  const file = parseJson(text)
  const at = typeof file === 'object' && file !== null && 'createdAt' in file ? file.createdAt : null
  return typeof at === 'number' && Math.abs(at) < 8.64e15 ? at : null
}
