import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Eye from 'lucide-react/icons/eye'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Address } from 'viem'
import { t, useAction, useClient } from '@/components/app'
import { Button, FailureNotice, Form, Notice, PasswordField } from '@/components/elements'
import { saveFile } from '@/components/save-file'
import { useSecret } from '@/components/use-secret'
import { PasswordForm } from './PasswordForm'
import { Dots, PhraseWords } from './PhraseWords'

/** Shows a recovery phrase after the password was typed again. In a full tab only. */
export function RevealPhrase({ phraseId }: { phraseId?: string }) {
  const client = useClient()
  const [phrase, hold] = useSecret()
  const [passphrase, holdPassphrase] = useSecret()
  return phrase === null ? (
    <PasswordForm
      id="reveal-password"
      action={t('reveal_phrase')}
      testId="reveal"
      isPrimary={false}
      onPassword={async password => {
        const given = await client.call('vault.reveal-phrase', {
          password,
          ...(phraseId === undefined ? {} : { phraseId }),
        })
        holdPassphrase(given.passphrase)
        hold(given.phrase)
      }}
    >
      <Notice tone="danger">{t('reveal_phrase_warning')}</Notice>
    </PasswordForm>
  ) : (
    <>
      <HeldSecret>
        {shown => (
          <>
            <PhraseWords phrase={phrase} shown={shown} />
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

/** Shows an account's private key after the password was typed again, or saves it as a file. In a full tab only. */
export function RevealKey({ address, onDone }: { address: Address; onDone(): void }) {
  const client = useClient()
  const [key, hold] = useSecret()
  const [asFile, setAsFile] = useState(false)
  if (asFile) return <ExportKeystore address={address} onDone={onDone} />
  return key === null ? (
    <PasswordForm
      id="reveal-password"
      action={t('reveal_key')}
      testId="reveal"
      isPrimary={false}
      onPassword={async password => hold((await client.call('vault.reveal-key', { password, address })).privateKey)}
    >
      <Notice tone="danger">{t('reveal_key_warning')}</Notice>
      <Button look="link" testId="keystore-save" onClick={() => setAsFile(true)} label={t('keystore_save_instead')} />
    </PasswordForm>
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

/** Copies a secret. The worker empties the clipboard a minute later, whether or not this page is still open. */
function CopySecret({ text }: { text: string }) {
  const client = useClient()
  const [copied, setCopied] = useState(false)
  const copy = useAction(async () => {
    // Before the copy, so that none is made that would not be emptied.
    await client.call('clipboard.clear-later', {})
    await navigator.clipboard.writeText(text)
    setCopied(true)
  })
  return (
    <>
      <Button wide icon={copied ? Check : Copy} testId="copy-secret" action={copy} label={t('copy_secret')} />
      <p className="quiet" role="status">
        {copied ? t('copy_secret_done') : t('copy_secret_note')}
      </p>
      <FailureNotice failure={copy.failure} />
    </>
  )
}

/** Saves an account's key as a keystore file, encrypted with a password of its own. In a full tab only. */
function ExportKeystore({ address, onDone }: { address: Address; onDone(): void }) {
  const client = useClient()
  const password = useRef<HTMLInputElement>(null)
  const filePassword = useRef<HTMLInputElement>(null)
  const [isAmbiguous, setAmbiguous] = useState(false)
  return (
    <Form
      button={t('keystore_save')}
      busyWords={t('unlock_busy')}
      testId="keystore-save-now"
      submit={async () => {
        const [own, ofFile] = [password, filePassword].map(({ current }) => current?.value ?? '')
        if (own === undefined || ofFile === undefined || own === '' || ofFile === '') return
        // Programs differ in what they make of such signs before they encrypt.
        if (ofFile.normalize('NFKC') !== ofFile) return setAmbiguous(true)
        const { keystore } = await client.call('account.export-keystore', {
          address,
          password: own,
          filePassword: ofFile,
        })
        for (const { current } of [password, filePassword]) if (current !== null) current.value = ''
        saveFile(`prelude-${address.toLowerCase()}.json`, 'application/json', keystore)
        onDone()
      }}
    >
      <Notice tone="note">{t('keystore_save_note')}</Notice>
      <PasswordField id="reveal-password" label={t('password')} inputRef={password} autoFocus />
      <PasswordField
        id="keystore-file-password"
        label={t('keystore_file_password')}
        hint={t('password_length')}
        error={isAmbiguous ? t('keystore_password_signs') : undefined}
        inputRef={filePassword}
        isNew
        onInput={() => setAmbiguous(false)}
      />
    </Form>
  )
}

/** A secret that is in the page only while the button is held, by pointer or by key. */
function HeldSecret({ children }: { children: (shown: boolean) => ReactNode }) {
  const [held, setHeld] = useState(false)
  const hide = () => setHeld(false)
  useEffect(() => {
    if (!held) return
    const letGo = () => setHeld(false)
    // On the window: the pointer may be released outside the button.
    for (const event of ['pointerup', 'pointercancel', 'blur', 'keyup'] as const) window.addEventListener(event, letGo)
    document.addEventListener('visibilitychange', letGo)
    return () => {
      for (const event of ['pointerup', 'pointercancel', 'blur', 'keyup'] as const)
        window.removeEventListener(event, letGo)
      document.removeEventListener('visibilitychange', letGo)
    }
  }, [held])
  return (
    <div className="secret" data-shown={held}>
      {children(held)}
      <Button
        wide
        icon={Eye}
        aria-pressed={held}
        testId="hold-to-show"
        onPointerDown={event => {
          if (event.button === 0) setHeld(true)
        }}
        onKeyDown={event => {
          if (event.key === ' ' || event.key === 'Enter') setHeld(true)
        }}
        onContextMenu={event => event.preventDefault()}
        onBlur={hide}
      >
        {t('hold_to_show')}
      </Button>
    </div>
  )
}
