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
import { t } from '@/components/i18n'
import { RevealKey } from '@/components/settings/Reveal'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { AccountView } from '@/lib/messaging/ui'

type Open = 'key' | 'watch' | { rename: AccountView } | { reveal: AccountView } | null

const kinds = { phrase: 'account_phrase', key: 'account_key', watch: 'account_watch' } as const

/** The accounts of this wallet: names, order of appearance, and how each one's key got here. */
export function AccountsPage() {
  const client = useClient()
  const surface = useSurface()
  const accounts = useSlice('accounts') ?? []
  const [open, setOpen] = useState<Open>(null)
  const add = useAction(() => client.call('account.add', {}))
  const hide = useAction((address: `0x${string}`, hidden: boolean) => client.call('account.hide', { address, hidden }))
  const secretly = (next: Open) => (surface === 'tab' ? setOpen(next) : void openHome('/accounts'))
  return (
    <main className="page">
      <ScreenHead title={t('accounts')} />
      <ul className="card list">
        {accounts.map(account => (
          <li key={account.address} className={account.hidden ? 'item item-hidden' : 'item'}>
            <AccountMark address={account.address} size={36} />
            <div className="item-body">
              <h2 className="item-title">
                {account.name} <span className="badge">{t(kinds[account.kind])}</span>
                {account.hidden && <span className="badge">{t('account_hidden')}</span>}
              </h2>
              <p className="item-line">
                <AddressText address={account.address} />
              </p>
              <div className="item-actions">
                <CopyButton text={withChecksum(account.address)} label={t('copy_address')} />
                <button type="button" className="button button-small" onClick={() => setOpen({ rename: account })}>
                  {t('rename')}
                </button>
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => void hide.run(account.address, !account.hidden)}
                >
                  {account.hidden ? t('account_show') : t('account_hide')}
                </button>
                {account.kind !== 'watch' && (
                  <button type="button" className="button button-small" onClick={() => secretly({ reveal: account })}>
                    {t('reveal_key')}
                  </button>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
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
        <button type="button" className="button" onClick={() => secretly('key')}>
          {t('account_import_key')}
        </button>
        <button type="button" className="button" onClick={() => setOpen('watch')}>
          {t('account_watch_add')}
        </button>
      </div>
      <FailureNotice failure={add.failure ?? hide.failure} />
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
        <button type="submit" className="button button-primary button-wide" disabled={add.busy}>
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
        <button type="submit" className="button button-primary button-wide" disabled={!judged.ok || add.busy}>
          {t('account_watch_add')}
        </button>
      </form>
      <FailureNotice failure={add.failure} />
    </Dialog>
  )
}
