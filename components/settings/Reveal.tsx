import { useRef } from 'react'
import type { Address } from 'viem'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import { SecretText, SecretWords } from '@/components/elements/SecretWords'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { useSecret } from '@/components/use-secret'

/** The recovery phrase, after the password was asked again. In a full tab only. */
export function RevealPhrase() {
  const client = useClient()
  const [phrase, hold] = useSecret()
  return phrase === null ? (
    <AskPassword
      warning={t('reveal_phrase_warning')}
      action={t('reveal_phrase')}
      ask={async password => hold((await client.call('vault.reveal-phrase', { password })).phrase)}
    />
  ) : (
    <SecretWords phrase={phrase} />
  )
}

/** One account's private key, likewise. */
export function RevealKey({ address }: { address: Address }) {
  const client = useClient()
  const [key, hold] = useSecret()
  return key === null ? (
    <AskPassword
      warning={t('reveal_key_warning')}
      action={t('reveal_key')}
      ask={async password => hold((await client.call('vault.reveal-key', { password, address })).privateKey)}
    />
  ) : (
    <SecretText text={key} />
  )
}

function AskPassword({
  warning,
  action,
  ask,
}: {
  warning: string
  action: string
  ask(password: string): Promise<void>
}) {
  const input = useRef<HTMLInputElement>(null)
  const reveal = useAction(async () => {
    const password = input.current?.value ?? ''
    if (password === '') return
    if (input.current !== null) input.current.value = ''
    await ask(password)
  })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        void reveal.run()
      }}
    >
      <Notice tone="danger">{warning}</Notice>
      <PasswordField id="reveal-password" label={t('password')} inputRef={input} autoFocus />
      <button type="submit" className="button button-wide" disabled={reveal.busy} aria-busy={reveal.busy}>
        {reveal.busy ? t('unlock_busy') : action}
      </button>
      <FailureNotice failure={reveal.failure} />
    </form>
  )
}
