import { useRef } from 'react'
import type { Address } from 'viem'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { PasswordField } from '@/components/elements/PasswordField'
import '@/components/first-run/first-run.css'
import { t } from '@/components/i18n'
import { CopySecret } from '@/components/keys/CopySecret'
import { Dots, HeldSecret } from '@/components/keys/HeldSecret'
import { useAction } from '@/components/use-action'
import { useSecret } from '@/components/use-secret'

/** A recovery phrase, after the password was asked again. In a full tab only. */
export function RevealPhrase({ phraseId }: { phraseId?: string }) {
  const client = useClient()
  const [phrase, hold] = useSecret()
  const [passphrase, holdPassphrase] = useSecret()
  return phrase === null ? (
    <AskPassword
      warning={t('reveal_phrase_warning')}
      action={t('reveal_phrase')}
      ask={async password => {
        const given = await client.call('vault.reveal-phrase', {
          password,
          ...(phraseId === undefined ? {} : { phraseId }),
        })
        holdPassphrase(given.passphrase)
        hold(given.phrase)
      }}
    />
  ) : (
    <>
      <HeldSecret>
        {shown => (
          <>
            <ol className="phrase" data-testid="phrase-words" dir="ltr" translate="no">
              {phrase.split(' ').map((word, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be in a phrase twice
                <li key={index}>{shown ? word : <Dots count={6} />}</li>
              ))}
            </ol>
            {passphrase !== null && (
              <p className="secret-text" data-testid="phrase-passphrase">
                {t('import_passphrase_label')}: <bdi translate="no">{shown ? passphrase : <Dots count={6} />}</bdi>
              </p>
            )}
          </>
        )}
      </HeldSecret>
      {passphrase !== null && <Notice tone="caution">{t('reveal_passphrase_note')}</Notice>}
      <CopySecret text={phrase} />
    </>
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
    <>
      <HeldSecret>
        {shown => (
          <p className="secret-text mono" data-testid="secret-key" dir="ltr" translate="no">
            {shown ? key : <Dots count={32} />}
          </p>
        )}
      </HeldSecret>
      <CopySecret text={key} />
    </>
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
      <button
        type="submit"
        className="button button-wide"
        data-testid="reveal"
        disabled={reveal.busy}
        aria-busy={reveal.busy}
      >
        {reveal.busy ? t('unlock_busy') : action}
      </button>
      <FailureNotice failure={reveal.failure} />
    </form>
  )
}
