import { useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { PasswordField } from '@/components/elements/PasswordField'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'

const mostBytes = 1_000_000

/** A wallet from its encrypted backup file and the password it was made with. */
export function RestoreBackup({ onBack, onReady }: { onBack(): void; onReady(): void }) {
  const client = useClient()
  const file = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState(false)
  const restore = useAction(async () => {
    const chosen = file.current?.files?.[0]
    const typed = password.current?.value ?? ''
    if (chosen === undefined || chosen.size > mostBytes || typed === '') {
      setMissing(true)
      return
    }
    await client.call('vault.import-backup', { backup: await chosen.text(), password: typed })
    if (password.current !== null) password.current.value = ''
    onReady()
  })
  return (
    <div className="card first-run-card">
      <ScreenHead title={t('restore_title')} onBack={onBack} />
      <p className="lead">{t('restore_lead')}</p>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          void restore.run()
        }}
      >
        <Field id="backup-file" label={t('restore_file')} error={missing ? t('restore_missing') : undefined}>
          <input
            id="backup-file"
            ref={file}
            className="input"
            type="file"
            accept="application/json,.json"
            aria-describedby="backup-file-note"
            data-testid="backup-file"
            onChange={() => setMissing(false)}
          />
        </Field>
        <PasswordField
          id="password"
          label={t('restore_password')}
          inputRef={password}
          onInput={() => setMissing(false)}
        />
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="continue"
          disabled={restore.busy}
          aria-busy={restore.busy}
        >
          {restore.busy ? t('create_busy') : t('restore_finish')}
        </button>
      </form>
      <FailureNotice failure={restore.failure} />
    </div>
  )
}
