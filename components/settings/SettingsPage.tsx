import { useRef, useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { Switch } from '@/components/elements/Setting'
import { format, plural, t } from '@/components/i18n'
import { useNewPassword } from '@/components/keys/NewPassword'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { RevealPhrase } from '@/components/keys/Reveal'
import { saveFile } from '@/components/save-file'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { ProcedureInput } from '@/lib/messaging/ui'
import { Erase } from './Erase'
import { Passkeys } from './Passkeys'
import { PhishingListSettings } from './PhishingListSettings'

type Open = 'password' | 'phrase' | 'backup' | 'erase' | null
const lockChoices = [1, 5, 15, 30, 60, 240, 1_440] as const

/** When it locks, what it may do, and everything that has to do with the keys. */
export function SettingsPage() {
  const client = useClient()
  const surface = useSurface()
  const settings = useSlice('settings')
  const [open, setOpen] = useState<Open>(null)
  const change = useAction((input: ProcedureInput<'settings.change'>) => client.call('settings.change', input))
  const inTab = surface === 'tab'
  const show = (next: Open) => (inTab ? setOpen(next) : void openHome('/settings'))
  return (
    <main className="page">
      <ScreenHead title={t('settings')} />
      <section className="card settings" aria-labelledby="settings-use">
        <h2 id="settings-use">{t('settings_use')}</h2>
        <label className="setting">
          <span>{t('settings_lock')}</span>
          <select
            className="input select"
            data-testid="lock-after"
            value={settings?.lockAfterMinutes ?? 'never'}
            disabled={settings === undefined}
            onChange={event =>
              void change.run({ lockAfterMinutes: event.target.value === 'never' ? null : Number(event.target.value) })
            }
          >
            {lockChoices.map(minutes => (
              <option key={minutes} value={minutes}>
                {lockWords(minutes)}
              </option>
            ))}
            <option value="never">{t('settings_lock_never')}</option>
          </select>
        </label>
        <Switch
          label={t('settings_notifications')}
          note={t('settings_notifications_note')}
          checked={settings?.notifications ?? false}
          disabled={settings === undefined}
          onChange={notifications => void change.run({ notifications })}
        />
        <Switch
          label={t('settings_claim')}
          note={t('settings_claim_note')}
          checked={settings?.claimWindowEthereum ?? false}
          disabled={settings === undefined}
          onChange={claimWindowEthereum => void change.run({ claimWindowEthereum })}
        />
        <FailureNotice failure={change.failure} />
      </section>
      <section className="card settings" aria-labelledby="settings-keys">
        <h2 id="settings-keys">{t('settings_keys')}</h2>
        {!inTab && <p className="quiet">{t('settings_keys_in_tab')}</p>}
        <Entry words={t('settings_password')} action={t('change')} onOpen={() => show('password')} />
        <Entry
          words={t('settings_phrase')}
          note={t('settings_phrase_note')}
          action={t('reveal')}
          onOpen={() => show('phrase')}
        />
        <Entry
          words={t('settings_backup')}
          note={t('settings_backup_note')}
          action={t('settings_backup_save')}
          onOpen={() => show('backup')}
        />
      </section>
      <Passkeys />
      <PhishingListSettings />
      <section className="card settings" aria-labelledby="settings-erase">
        <h2 id="settings-erase">{t('settings_erase')}</h2>
        <Entry
          words={t('settings_erase_note')}
          action={t('settings_erase_action')}
          danger
          onOpen={() => show('erase')}
        />
      </section>
      {open === 'password' && (
        <Dialog title={t('settings_password')} onClose={() => setOpen(null)}>
          <ChangePassword onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {open === 'phrase' && (
        <Dialog title={t('settings_phrase')} onClose={() => setOpen(null)}>
          <RevealPhrase />
        </Dialog>
      )}
      {open === 'backup' && (
        <Dialog title={t('settings_backup')} onClose={() => setOpen(null)}>
          <SaveBackup onDone={() => setOpen(null)} />
        </Dialog>
      )}
      {open === 'erase' && (
        <Dialog title={t('settings_erase')} onClose={() => setOpen(null)}>
          <Erase />
        </Dialog>
      )}
    </main>
  )
}

function lockWords(minutes: number): string {
  if (minutes < 60) return plural('settings_lock_minutes', minutes)
  return plural('settings_lock_hours', minutes / 60, { count: format.integer(minutes / 60) })
}

function Entry({
  words,
  note,
  action,
  danger = false,
  onOpen,
}: {
  words: string
  note?: string
  action: string
  danger?: boolean
  onOpen(): void
}) {
  return (
    <div className="setting">
      <span>
        {words}
        {note !== undefined && <span className="setting-note">{note}</span>}
      </span>
      <button
        type="button"
        className={danger ? 'button button-small button-danger-quiet' : 'button button-small'}
        onClick={onOpen}
      >
        {action}
        <span className="visually-hidden"> {words}</span>
      </button>
    </div>
  )
}

function ChangePassword({ onDone }: { onDone(): void }) {
  const client = useClient()
  const old = useRef<HTMLInputElement>(null)
  const { fields, take } = useNewPassword()
  const change = useAction(async () => {
    const password = old.current?.value ?? ''
    const newPassword = take()
    if (newPassword === null || password === '') return
    if (old.current !== null) old.current.value = ''
    await client.call('vault.change-password', { password, newPassword })
    onDone()
  })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        void change.run()
      }}
    >
      <PasswordField id="old-password" label={t('password_old')} inputRef={old} autoFocus />
      {fields}
      <button
        type="submit"
        className="button button-primary button-wide"
        disabled={change.busy}
        aria-busy={change.busy}
      >
        {change.busy ? t('unlock_busy') : t('change')}
      </button>
      <FailureNotice failure={change.failure} />
    </form>
  )
}

function SaveBackup({ onDone }: { onDone(): void }) {
  const client = useClient()
  return (
    <PasswordForm
      id="backup-password"
      action={t('settings_backup_save')}
      onPassword={async password => {
        const { backup } = await client.call('vault.export-backup', { password })
        saveFile('prelude-backup.json', 'application/json', backup)
        onDone()
      }}
    >
      <Notice tone="note">{t('settings_backup_explain')}</Notice>
    </PasswordForm>
  )
}
