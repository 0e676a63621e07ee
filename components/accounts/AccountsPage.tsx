import { useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { Button, Buttons } from '@/components/elements/Button'
import { List } from '@/components/elements/Card'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { format, t } from '@/components/i18n'
import { RevealKey } from '@/components/keys/Reveal'
import { onDemand } from '@/components/on-demand'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import { isDeviceKind } from '@/lib/base/devices'
import type { AccountView } from '@/lib/language/ui'
import { AccountItem } from './AccountItem'
import { ImportKey, RenameAccount, WatchAccount } from './account-forms'
import { DelegateAccount } from './DelegateAccount'
import { Delegations } from './Delegations'
import { ImportKeystore } from './ImportKeystore'
import { MergeBackup } from './MergeBackup'
import { moved } from './order'
import { Phrases, usePhrases } from './Phrases'
import { RemoveAccount } from './RemoveAccount'

const ConnectSigner = onDemand(
  () => import('@/components/signers/ConnectSigner').then(({ ConnectSigner }) => ConnectSigner),
  () => null,
)

const ConnectLedger = onDemand(
  () => import('@/components/signers/ConnectLedger').then(({ ConnectLedger }) => ConnectLedger),
  () => null,
)

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
export function AccountsPage({ onProposed, onMove }: { onProposed(approvalId: string): void; onMove(): void }) {
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
            onProposed={onProposed}
          />
        ))}
      </List>
      <p className="visually-hidden" role="status">
        {placed}
      </p>
      <Buttons>
        <Button look="primary" testId="account-add" action={add}>
          {t('account_add')}
        </Button>
        <Button testId="account-import" onClick={() => openInTab({ kind: 'key' })}>
          {t('account_import_key')}
        </Button>
        <Button testId="account-keystore" onClick={() => openInTab({ kind: 'keystore' })}>
          {t('account_keystore')}
        </Button>
        <Button testId="account-backup" onClick={() => openInTab({ kind: 'backup' })}>
          {t('account_backup')}
        </Button>
        <Button testId="account-move" onClick={onMove}>
          {t('moving')}
        </Button>
        <Button testId="account-watch" onClick={() => setOpen({ kind: 'watch' })}>
          {t('account_watch_add')}
        </Button>
        <Button testId="account-device" onClick={() => openInTab({ kind: 'device' })}>
          {t('signer_connect')}
        </Button>
        <Button testId="account-ledger" onClick={() => openInTab({ kind: 'ledger' })}>
          {t('ledger_connect')}
        </Button>
      </Buttons>
      <FailureNotice failure={add.failure ?? hide.failure ?? place.failure} />
      <Phrases phrases={phrases} onNamed={readPhrases} />
      <Delegations onProposed={onProposed} onDelegate={() => setOpen({ kind: 'delegate' })} />
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
          {open.kind === 'delegate' && <DelegateAccount onProposed={onProposed} />}
          {open.kind === 'rename' && <RenameAccount account={open.account} onDone={close} />}
          {open.kind === 'remove' && <RemoveAccount account={open.account} onDone={close} />}
          {open.kind === 'reveal' && <RevealKey address={open.account.address} onDone={close} />}
        </Dialog>
      )}
    </main>
  )
}
