import { useState } from 'react'
import type { Address } from 'viem'
import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { useSecret } from '@/components/use-secret'
import { CopySecret } from './CopySecret'
import { ExportKeystore } from './ExportKeystore'
import { HeldSecret } from './HeldSecret'
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
      <Button look="link" testId="keystore-save" onClick={() => setAsFile(true)}>
        {t('keystore_save_instead')}
      </Button>
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
