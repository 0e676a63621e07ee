import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useRef, useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { AccountMark } from '@/components/elements/AccountMark'
import { AddressText } from '@/components/elements/AddressText'
import { CopyButton } from '@/components/elements/CopyButton'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { judgeAddress, withChecksum } from '@/components/format/address'
import { format, t } from '@/components/i18n'
import { RevealKey } from '@/components/keys/Reveal'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { AccountView } from '@/lib/messaging/ui'
import { Delegation } from './Delegation'
import { moved } from './order'
import { Phrases, usePhrases } from './Phrases'

type Open = 'key' | 'watch' | { rename: AccountView } | { reveal: AccountView } | null

const kinds = { phrase: 'account_phrase', key: 'account_key', watch: 'account_watch' } as const

/** The accounts of this wallet: names, order of appearance, and how each one's key got here. */
export function AccountsPage({ onProposed }: { onProposed(approvalId: string): void }) {
  const client = useClient()
  const surface = useSurface()
  const accounts = useSlice('accounts') ?? []
  const [open, setOpen] = useState<Open>(null)
  const add = useAction(() => client.call('account.add', {}))
  const hide = useAction((address: `0x${string}`, hidden: boolean) => client.call('account.hide', { address, hidden }))
  const phrases = usePhrases()
  const [placed, setPlaced] = useState('')
  const place = useAction(async (account: AccountView, from: number, by: -1 | 1) => {
    const addresses = moved(accounts, from, by).map(({ address }) => address)
    await client.call('account.order', { addresses })
    setPlaced(t('account_placed', { name: account.name, place: format.integer(from + by + 1) }))
  })
  const originOf = ({ kind, phraseId }: AccountView) => {
    const number = phrases.findIndex(({ id }) => id === phraseId) + 1
    return phrases.length > 1 && number > 0
      ? t('account_phrase_number', { number: format.integer(number) })
      : t(kinds[kind])
  }
  const secretly = (next: Open) => (surface === 'tab' ? setOpen(next) : void openHome('/accounts'))
  return (
    <main className="page">
      <ScreenHead title={t('accounts')} />
      <ul className="card list">
        {accounts.map((account, index) => (
          <li
            key={account.address}
            data-testid="account"
            data-address={account.address.toLowerCase()}
            className={account.hidden ? 'item item-hidden' : 'item'}
          >
            <AccountMark address={account.address} size={36} />
            <div className="item-body">
              <h2 className="item-title">
                {account.name}{' '}
                <span className="badge" title={account.path ?? undefined}>
                  {originOf(account)}
                </span>
                {account.hidden && <span className="badge">{t('account_hidden')}</span>}
              </h2>
              <p className="item-line">
                <AddressText address={account.address} />
              </p>
              <div className="item-actions">
                <CopyButton text={withChecksum(account.address)} label={t('copy_address')} />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('account_up', { name: account.name })}
                  title={t('account_up', { name: account.name })}
                  data-testid="account-up"
                  // Not disabled while busy: the focus would be lost.
                  aria-disabled={index === 0}
                  onClick={() => {
                    if (index > 0) void place.run(account, index, -1)
                  }}
                >
                  <ArrowUp size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('account_down', { name: account.name })}
                  title={t('account_down', { name: account.name })}
                  data-testid="account-down"
                  aria-disabled={index === accounts.length - 1}
                  onClick={() => {
                    if (index < accounts.length - 1) void place.run(account, index, 1)
                  }}
                >
                  <ArrowDown size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="button button-small"
                  data-testid="account-rename"
                  onClick={() => setOpen({ rename: account })}
                >
                  {t('rename')}
                  <span className="visually-hidden"> {account.name}</span>
                </button>
                <button
                  type="button"
                  className="button button-small"
                  data-testid="account-hide"
                  onClick={() => void hide.run(account.address, !account.hidden)}
                >
                  {account.hidden ? t('account_show') : t('account_hide')}
                  <span className="visually-hidden"> {account.name}</span>
                </button>
                {account.kind !== 'watch' && (
                  <button
                    type="button"
                    className="button button-small"
                    data-testid="account-reveal"
                    onClick={() => secretly({ reveal: account })}
                  >
                    {t('reveal_key')}
                    <span className="visually-hidden"> {account.name}</span>
                  </button>
                )}
              </div>
              <Delegation address={account.address} canSign={account.kind !== 'watch'} onProposed={onProposed} />
            </div>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {placed}
      </p>
      <div className="page-actions">
        <button
          type="button"
          className="button button-primary"
          disabled={add.busy}
          data-testid="account-add"
          onClick={() => void add.run()}
        >
          {t('account_add')}
        </button>
        <button type="button" className="button" data-testid="account-import" onClick={() => secretly('key')}>
          {t('account_import_key')}
        </button>
        <button type="button" className="button" data-testid="account-watch" onClick={() => setOpen('watch')}>
          {t('account_watch_add')}
        </button>
      </div>
      <FailureNotice failure={add.failure ?? hide.failure ?? place.failure} />
      <Phrases phrases={phrases} />
      {open === 'key' && <ImportKey onClose={() => setOpen(null)} />}
      {open === 'watch' && <Watch onClose={() => setOpen(null)} />}
      {typeof open === 'object' && open !== null && 'rename' in open && (
        <Rename account={open.rename} onClose={() => setOpen(null)} />
      )}
      {typeof open === 'object' && open !== null && 'reveal' in open && (
        <Dialog title={t('reveal_key')} onClose={() => setOpen(null)}>
          <RevealKey address={open.reveal.address} />
        </Dialog>
      )}
    </main>
  )
}

function Rename({ account, onClose }: { account: AccountView; onClose(): void }) {
  const client = useClient()
  const [name, setName] = useState(account.name)
  const rename = useAction(async () => {
    await client.call('account.rename', { address: account.address, name: name.trim() })
    onClose()
  })
  return (
    <Dialog title={t('rename')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '') void rename.run()
        }}
      >
        <Field id="account-name" label={t('account_name')}>
          <input
            id="account-name"
            className="input"
            maxLength={64}
            autoComplete="off"
            aria-describedby="account-name-note"
            value={name}
            onChange={event => setName(event.target.value)}
          />
        </Field>
        <button
          type="submit"
          className="button button-primary button-wide"
          disabled={name.trim() === '' || rename.busy}
        >
          {t('save')}
        </button>
      </form>
      <FailureNotice failure={rename.failure} />
    </Dialog>
  )
}

function ImportKey({ onClose }: { onClose(): void }) {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const add = useAction(async () => {
    const privateKey = input.current?.value.trim() ?? ''
    await client.call('account.import-key', { privateKey })
    if (input.current !== null) input.current.value = ''
    onClose()
  })
  return (
    <Dialog title={t('account_import_key')} onClose={onClose}>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={event => {
          event.preventDefault()
          void add.run()
        }}
      >
        <PasswordField id="private-key" label={t('private_key')} inputRef={input} isNew />
        <Notice tone="note">{t('account_import_key_note')}</Notice>
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="account-import-now"
          disabled={add.busy}
        >
          {t('account_import_key')}
        </button>
      </form>
      <FailureNotice failure={add.failure} />
    </Dialog>
  )
}

function Watch({ onClose }: { onClose(): void }) {
  const client = useClient()
  const [text, setText] = useState('')
  const judged = judgeAddress(text)
  const add = useAction(async () => {
    if (!judged.ok) return
    await client.call('account.watch', { address: judged.address })
    onClose()
  })
  return (
    <Dialog title={t('account_watch_add')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          void add.run()
        }}
      >
        <Field
          id="watch-address"
          label={t('address')}
          hint={t('account_watch_note')}
          error={!judged.ok && judged.reason === 'checksum' ? t('address_checksum') : undefined}
        >
          <input
            id="watch-address"
            className="input mono"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-describedby="watch-address-note"
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </Field>
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="account-watch-now"
          disabled={!judged.ok || add.busy}
        >
          {t('account_watch_add')}
        </button>
      </form>
      <FailureNotice failure={add.failure} />
    </Dialog>
  )
}
