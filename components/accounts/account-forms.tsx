import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { t, useClient } from '@/components/app'
import { Form, Notice, PasswordField } from '@/components/elements'
import { AddressField, AddressText, TextField, useAnyAddressEntry } from '@/components/elements/later'
import { keystoresOf, readKeyLines } from '@/components/moving/key-lines'
import type { AccountView } from '@/lib/language/ui'

/** Renames an account. */
export function RenameAccount({ account, onDone }: { account: AccountView; onDone(): void }) {
  const client = useClient()
  const [text, setText] = useState(account.name)
  const name = text.trim()
  return (
    <Form
      button={t('save')}
      isReady={name !== ''}
      submit={async () => {
        await client.call('account.rename', { address: account.address, name })
        onDone()
      }}
    >
      <TextField id="account-name" label={t('account_name')} maxLength={64} value={text} onChange={setText} />
    </Form>
  )
}

/**
 * Adds an account from its private key, and empties the field after that. A key that lacks zeros in front, or has too
 * many, is imported after its address was shown.
 */
export function ImportKey({ onDone }: { onDone(): void }) {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Address | null>(null)
  const [isKeystore, setKeystore] = useState(false)
  return (
    <Form
      button={t('account_import_key')}
      testId="account-import-now"
      submit={async () => {
        const text = input.current?.value.trim() ?? ''
        if (keystoresOf(text) !== null) return setKeystore(true)
        const [key] = readKeyLines(text).keys
        const privateKey = key?.privateKey ?? text
        if (key?.isMended === true && asked === null)
          return setAsked((await client.call('account.open-key', { privateKey })).address)
        await client.call('account.import-key', { privateKey })
        if (input.current !== null) input.current.value = ''
        onDone()
      }}
    >
      <PasswordField
        id="private-key"
        label={t('private_key')}
        error={isKeystore ? t('account_key_is_keystore') : undefined}
        inputRef={input}
        isNew
        onInput={() => {
          setAsked(null)
          setKeystore(false)
        }}
      />
      {asked !== null && (
        <Notice tone="caution" live>
          {t('account_key_mended')} <AddressText address={asked} />
        </Notice>
      )}
      <Notice tone="note">{t('account_import_key_note')}</Notice>
    </Form>
  )
}

/** Adds an account that can only be watched, by its address. */
export function WatchAccount({ onDone }: { onDone(): void }) {
  const client = useClient()
  const [entry, enter] = useAnyAddressEntry()
  const { address } = entry
  return (
    <Form
      button={t('account_watch_add')}
      testId="account-watch-now"
      isReady={address !== null}
      submit={async () => {
        if (address === null) return
        await client.call('account.watch', { address })
        onDone()
      }}
    >
      <AddressField id="watch-address" entry={entry} hint={t('account_watch_note')} onChange={enter} />
    </Form>
  )
}
