import { useEffect, useRef, useState } from 'react'
import {
  format,
  mayExtendDeveloperTools,
  onDemand,
  openHome,
  plural,
  t,
  useAction,
  useClient,
  useGo,
  useSlice,
  useSurface,
} from '@/components/app'
import { Button, Card, Dialog, FailureNotice, Fold, Form, Notice, PasswordField } from '@/components/elements'
import { ScreenHead, Select, Setting, Switch } from '@/components/elements/later'
import { isFound, SearchField } from '@/components/elements/SearchField'
import { BackupForm } from '@/components/keys/BackupForm'
import { useNewPassword } from '@/components/keys/NewPassword'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { RevealPhrase } from '@/components/keys/Reveal'
import { saveFile } from '@/components/save-file'
import type { ProcedureInput, ProcedureOutput } from '@/lib/language/ui'
import { About } from './About'
import { DescriptorSettings } from './DescriptorSettings'
import { Erase } from './Erase'
import { Look } from './Look'
import { Passkeys } from './Passkeys'

const TakeAlong = onDemand(() => import('@/components/moving/export/TakeAlong').then(part => part.TakeAlong))

type Open = 'password' | 'phrase' | 'backup' | 'backup_check' | 'take_along' | 'erase' | null
/** In minutes. */
const lockChoices = [1, 5, 15, 30, 60, 240, 1_440, 'never'] as const

/** The settings: look, locking, keys, lists, what few people need under Advanced, and deleting everything. */
export function SettingsPage() {
  const go = useGo()
  const client = useClient()
  const surface = useSurface()
  const settings = useSlice('settings')
  const [open, setOpen] = useState<Open>(null)
  const change = useAction((input: ProcedureInput<'settings.change'>) => client.call('settings.change', input))
  const changePanel = useAction(async (developerPanel: boolean) => {
    if (developerPanel && !(await mayExtendDeveloperTools())) return
    await client.call('settings.change', { developerPanel })
  })
  const inTab = surface === 'tab'
  const [text, setText] = useState('')
  const page = useRef<HTMLElement>(null)
  // What a card shows may come later: looked at after each drawing.
  useEffect(() => narrow(page.current, text))
  const close = () => setOpen(null)
  const show = (next: Open) => (inTab ? setOpen(next) : void openHome('/settings'))
  return (
    <main className="page settings" ref={page}>
      <ScreenHead title={t('settings')} />
      <SearchField label={t('search')} testId="settings-search" value={text} onChange={setText} />
      <p className="settings-nothing empty">{t('search_nothing')}</p>
      <Look />
      <Card title={t('settings_use')}>
        <Setting as="label" label={t('settings_lock')}>
          <Select<number | 'never'>
            testId="lock-after"
            choices={lockChoices.map(value => ({ value, label: lockWords(value) }))}
            value={settings?.lockAfterMinutes ?? 'never'}
            disabled={settings === undefined}
            onChange={value => void change.run({ lockAfterMinutes: value === 'never' ? null : value })}
          />
        </Setting>
        <Switch
          label={t('settings_notifications')}
          note={t('settings_notifications_note')}
          checked={settings?.notifications ?? false}
          disabled={settings === undefined}
          onChange={notifications => void change.run({ notifications })}
        />
        <FailureNotice failure={change.failure} />
      </Card>
      <Card title={t('settings_keys')}>
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
        <Entry
          words={t('settings_backup_check')}
          action={t('settings_backup_check_open')}
          testId="backup-check"
          onOpen={() => show('backup_check')}
        />
        <Entry
          words={t('settings_take_along')}
          note={t('settings_take_along_note')}
          action={t('settings_backup_save')}
          testId="settings-take-along"
          onOpen={() => show('take_along')}
        />
        <Entry
          words={t('moving')}
          note={t('moving_entry_note')}
          action={t('moving_open')}
          onOpen={() => go('/accounts/move')}
        />
      </Card>
      <Passkeys />
      <Card title={t('lists_title')}>
        <Entry words={t('lists_entry_note')} action={t('lists_open')} onOpen={() => go('/settings/lists')} />
      </Card>
      <Fold title={t('settings_advanced')} testId="settings-advanced" open={text !== ''}>
        <div className="stack">
          <Card>
            <Switch
              label={t('settings_claim')}
              note={t('settings_claim_note')}
              checked={settings?.claimWindowEthereum ?? false}
              disabled={settings === undefined}
              onChange={claimWindowEthereum => void change.run({ claimWindowEthereum })}
            />
            <Switch
              label={t('settings_developer_panel')}
              note={t('settings_developer_panel_note')}
              checked={settings?.developerPanel ?? false}
              disabled={settings === undefined}
              onChange={developerPanel => void changePanel.run(developerPanel)}
            />
            <FailureNotice failure={changePanel.failure} />
          </Card>
          <DescriptorSettings />
          <Card title={t('report_title')}>
            <Entry words={t('report_entry_note')} action={t('report_open')} onOpen={() => go('/settings/report')} />
          </Card>
        </div>
      </Fold>
      <About />
      <Card title={t('settings_erase')}>
        <Entry
          words={t('settings_erase_note')}
          action={t('settings_erase_action')}
          danger
          onOpen={() => show('erase')}
        />
      </Card>
      {open !== null && (
        <Dialog title={t(`settings_${open}`)} onClose={close}>
          {open === 'password' && <ChangePassword onDone={close} />}
          {open === 'phrase' && <RevealPhrase />}
          {open === 'backup' && <SaveBackup onDone={close} />}
          {open === 'backup_check' && <CheckBackup />}
          {open === 'take_along' && <TakeAlong onDone={close} />}
          {open === 'erase' && <Erase />}
        </Dialog>
      )}
    </main>
  )
}

/** Hides the lines of settings without the words of a text, and the cards without such a line. */
function narrow(page: HTMLElement | null, text: string): void {
  for (const card of page?.querySelectorAll<HTMLElement>('.card') ?? []) {
    const title = card.querySelector('h2')?.textContent ?? ''
    const lines = [...card.querySelectorAll<HTMLElement>('.setting')]
    for (const line of lines) line.hidden = !isFound(text, [title, line.textContent])
    card.hidden = text !== '' && !isFound(text, [card.textContent])
  }
}

function lockWords(minutes: number | 'never'): string {
  if (minutes === 'never') return t('settings_lock_never')
  if (minutes < 60) return plural('settings_lock_minutes', minutes)
  return plural('settings_lock_hours', minutes / 60, { count: format.integer(minutes / 60) })
}

interface EntryProps {
  words: string
  note?: string
  /** What the button says. */
  action: string
  danger?: boolean
  testId?: string
  onOpen(): void
}

/** A line of settings that opens a dialog. */
function Entry({ words, note, action, danger = false, testId, onOpen }: EntryProps) {
  return (
    <Setting label={words} note={note}>
      <Button look={danger ? 'danger-quiet' : 'plain'} size="small" about={words} testId={testId} onClick={onOpen}>
        {action}
      </Button>
    </Setting>
  )
}

function ChangePassword({ onDone }: { onDone(): void }) {
  const client = useClient()
  const old = useRef<HTMLInputElement>(null)
  const { fields, take } = useNewPassword()
  return (
    <Form
      button={t('change')}
      busyWords={t('unlock_busy')}
      submit={async () => {
        const password = old.current?.value ?? ''
        const newPassword = take()
        if (newPassword === null || password === '') return
        if (old.current !== null) old.current.value = ''
        await client.call('vault.change-password', { password, newPassword })
        onDone()
      }}
    >
      <PasswordField id="old-password" label={t('password_old')} inputRef={old} autoFocus />
      {fields}
      <p className="quiet">{t('password_change_explain')}</p>
    </Form>
  )
}

function CheckBackup() {
  const client = useClient()
  const [found, setFound] = useState<ProcedureOutput<'vault.check-backup'> | null>(null)
  return (
    <>
      <BackupForm
        button={t('settings_backup_check_open')}
        testId="backup-check-now"
        onBackup={async (backup, password) => setFound(await client.call('vault.check-backup', { backup, password }))}
      />
      {found !== null && (
        <Notice tone={found.lacks === 0 ? 'note' : 'caution'} live>
          {t('settings_backup_opens', { date: format.dateTime(found.createdAt) })}{' '}
          {found.lacks === 0 ? t('settings_backup_whole') : plural('settings_backup_lacks', found.lacks)}
        </Notice>
      )}
    </>
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
