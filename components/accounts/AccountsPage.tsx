import { useState } from 'react'
import {
  format,
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
import { Button, Buttons, Dialog, FailureNotice, Form, List, Notice } from '@/components/elements'
import { AddressText, ScreenHead } from '@/components/elements/later'
import { BackupForm } from '@/components/keys/BackupForm'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { RevealKey } from '@/components/keys/Reveal'
import { isDeviceKind } from '@/lib/base/devices'
import type { AccountView, ProcedureOutput } from '@/lib/language/ui'
import { AccountItem } from './AccountItem'
import { ImportKey, RenameAccount, WatchAccount } from './account-forms'
import { DelegateAccount } from './DelegateAccount'
import { Delegations } from './Delegations'
import { ImportKeystore } from './ImportKeystore'
import { moved } from './order'
import { Phrases, usePhrases } from './Phrases'
import './phrases.css'

const ConnectSigner = onDemand(() => import('@/components/signers/ConnectSigner').then(part => part.ConnectSigner))

const ConnectLedger = onDemand(() => import('@/components/signers/ConnectLedger').then(part => part.ConnectLedger))

type Open =
  | { kind: 'key' | 'keystore' | 'backup' | 'watch' | 'device' | 'ledger' | 'delegate' }
  | { kind: 'rename' | 'reveal' | 'remove'; account: AccountView }

const kinds = {
  phrase: 'account_phrase',
  key: 'account_key',
  watch: 'account_watch',
  qr: 'account_device',
  ledger: 'account_device',
} as const
const titles = {
  key: 'account_import_key',
  keystore: 'account_keystore',
  backup: 'account_backup',
  watch: 'account_watch_add',
  device: 'signer_connect',
  ledger: 'ledger_connect',
  delegate: 'delegate_account',
  rename: 'rename',
  reveal: 'reveal_key',
  remove: 'account_remove',
} as const satisfies Record<Open['kind'], string>

/** The accounts of this wallet: their names, their order, and how each one's key got here. */
export function AccountsPage() {
  const go = useGo()
  const client = useClient()
  const surface = useSurface()
  const accounts = useSlice('accounts') ?? []
  const [open, setOpen] = useState<Open | null>(null)
  const add = useAction(() => client.call('account.add', {}))
  const hide = useAction(({ address, hidden }: AccountView) =>
    client.call('account.hide', { address, hidden: !hidden }),
  )
  const [phrases, readPhrases] = usePhrases()
  const [placed, setPlaced] = useState('')
  const place = useAction(async (account: AccountView, from: number, by: -1 | 1) => {
    const addresses = moved(accounts, from, by).map(({ address }) => address)
    await client.call('account.order', { addresses })
    setPlaced(t('account_placed', { name: account.name, place: format.integer(from + by + 1) }))
  })
  const originOf = ({ kind, phraseId, device }: AccountView) => {
    if (isDeviceKind(kind)) return device == null ? t('account_device') : t('account_device_named', { device })
    const number = phrases.findIndex(({ id }) => id === phraseId) + 1
    const phraseName = phrases[number - 1]?.name ?? null
    if (phraseName !== null) return t('account_phrase_named', { name: phraseName })
    return phrases.length > 1 && number > 0
      ? t('account_phrase_number', { number: format.integer(number) })
      : t(kinds[kind])
  }
  // Secrets are shown and typed in a tab only, and only a tab has the camera and reaches devices.
  const openInTab = (next: Open) => (surface === 'tab' ? setOpen(next) : void openHome('/accounts'))
  const close = () => setOpen(null)
  return (
    <main className="page">
      <ScreenHead title={t('accounts')} />
      <List>
        {accounts.map((account, index) => (
          <AccountItem
            key={account.address}
            account={account}
            origin={originOf(account)}
            isFirst={index === 0}
            isLast={index === accounts.length - 1}
            onMove={by => void place.run(account, index, by)}
            onRename={() => setOpen({ kind: 'rename', account })}
            onHide={() => void hide.run(account)}
            onReveal={() => openInTab({ kind: 'reveal', account })}
            onRemove={() => openInTab({ kind: 'remove', account })}
          />
        ))}
      </List>
      <p className="visually-hidden" role="status">
        {placed}
      </p>
      <Buttons>
        <Button look="primary" testId="account-add" action={add} label={t('account_add')} />
        <Button testId="account-import" onClick={() => openInTab({ kind: 'key' })} label={t('account_import_key')} />
        <Button testId="account-keystore" onClick={() => openInTab({ kind: 'keystore' })}>
          {t('account_keystore')}
        </Button>
        <Button testId="account-backup" onClick={() => openInTab({ kind: 'backup' })} label={t('account_backup')} />
        <Button testId="account-move" onClick={() => go('/accounts/move')} label={t('moving')} />
        <Button testId="account-watch" onClick={() => setOpen({ kind: 'watch' })} label={t('account_watch_add')} />
        <Button testId="account-device" onClick={() => openInTab({ kind: 'device' })} label={t('signer_connect')} />
        <Button testId="account-ledger" onClick={() => openInTab({ kind: 'ledger' })} label={t('ledger_connect')} />
      </Buttons>
      <FailureNotice failure={add.failure ?? hide.failure ?? place.failure} />
      <Phrases phrases={phrases} onNamed={readPhrases} />
      <Delegations onDelegate={() => setOpen({ kind: 'delegate' })} />
      {open !== null && (
        <Dialog
          title={open.kind === 'remove' ? t('account_remove_named', { name: open.account.name }) : t(titles[open.kind])}
          onClose={close}
        >
          {open.kind === 'key' && <ImportKey onDone={close} />}
          {open.kind === 'keystore' && <ImportKeystore onDone={close} />}
          {open.kind === 'backup' && <MergeBackup onDone={close} />}
          {open.kind === 'watch' && <WatchAccount onDone={close} />}
          {open.kind === 'device' && <ConnectSigner onDone={close} />}
          {open.kind === 'ledger' && <ConnectLedger onDone={close} />}
          {open.kind === 'delegate' && <DelegateAccount />}
          {open.kind === 'rename' && <RenameAccount account={open.account} onDone={close} />}
          {open.kind === 'remove' && <RemoveAccount account={open.account} onDone={close} />}
          {open.kind === 'reveal' && <RevealKey address={open.account.address} onDone={close} />}
        </Dialog>
      )}
    </main>
  )
}

/** Adds what a backup file has and this wallet has not, and lists what came. In a full tab only. */
function MergeBackup({ onDone }: { onDone(): void }) {
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
      <Button look="primary" wide testId="backup-merge-done" onClick={onDone} label={t('close')} />
    </>
  )
}

/** Takes an account off the list, after saying what is lost. Where a secret goes with it the password is asked for. */
function RemoveAccount({ account, onDone }: { account: AccountView; onDone(): void }) {
  const client = useClient()
  const accounts = useSlice('accounts') ?? []
  const { address, kind, phraseId } = account
  const isLastOfPhrase = kind === 'phrase' && accounts.filter(other => other.phraseId === phraseId).length === 1
  const stays = <Notice tone="note">{t('account_remove_stays')}</Notice>
  if (kind !== 'key' && !isLastOfPhrase)
    return (
      <Form
        button={t('account_remove')}
        look="danger"
        testId="account-remove-now"
        submit={async () => {
          await client.call('account.remove', { address })
          onDone()
        }}
      >
        <p>{t(kind === 'phrase' ? 'account_remove_derived' : 'account_remove_listed')}</p>
        {stays}
      </Form>
    )
  return (
    <PasswordForm
      id="remove-password"
      action={t('account_remove')}
      testId="account-remove-now"
      look="danger"
      onPassword={async password => {
        await client.call('account.remove', { address, password })
        onDone()
      }}
    >
      <Notice tone="danger">{t(kind === 'key' ? 'account_remove_key' : 'account_remove_phrase')}</Notice>
      {stays}
    </PasswordForm>
  )
}
