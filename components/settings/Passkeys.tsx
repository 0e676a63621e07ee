import { useRef, useState } from 'react'
import { format, openHome, t, useAction, useAnswer, useClient, useSurface, useTold } from '@/components/app'
import { Button, Buttons, Card, Dialog, FailureNotice, Notice } from '@/components/elements'
import { Setting, TextField, VisibleText } from '@/components/elements/later'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { hasPasskeys, makePasskey, type PasskeyAnswer } from '@/components/keys/passkey'
import type { PasskeysView } from '@/lib/language/ui'

/** The passkeys that can unlock the wallet in addition to the password. */
export function Passkeys() {
  const client = useClient()
  const surface = useSurface()
  // The worker sends the session again, unchanged, when a passkey was added or removed.
  const told = useTold('session')
  const [passkeys] = useAnswer(() => client.call('passkey.list', {}), [told])
  const [adding, setAdding] = useState(false)
  const remove = useAction((credentialId: string) => client.call('passkey.remove', { credentialId }))
  if (passkeys == null) return null
  return (
    <Card title={t('passkeys')}>
      <p className="quiet">{hasPasskeys() ? t('passkeys_note') : t('passkey_not_here')}</p>
      {passkeys.credentials.map(({ credentialId, name, createdAt }) => (
        <Setting
          key={credentialId}
          testId="passkey"
          label={<VisibleText text={name} />}
          note={t('passkey_since', { date: format.dateTime(createdAt) })}
        >
          <Button
            look="danger-quiet"
            size="small"
            about={name}
            testId="passkey-remove"
            busy={remove.busy}
            onClick={() => void remove.run(credentialId)}
          >
            {t('remove')}
          </Button>
        </Setting>
      ))}
      {hasPasskeys() && (
        <Buttons>
          <Button
            size="small"
            testId="passkey-add"
            onClick={() => (surface === 'tab' ? setAdding(true) : void openHome('/settings'))}
          >
            {t('passkey_add')}
          </Button>
        </Buttons>
      )}
      <FailureNotice failure={remove.failure} />
      {adding && (
        <Dialog title={t('passkey_add')} onClose={() => setAdding(false)}>
          <AddPasskey passkeys={passkeys} onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </Card>
  )
}

function AddPasskey({ passkeys, onDone }: { passkeys: PasskeysView; onDone(): void }) {
  const client = useClient()
  const [name, setName] = useState('')
  // Kept, so that a wrong password does not waste the passkey that was just made.
  const made = useRef<PasskeyAnswer | null>(null)
  return (
    <PasswordForm
      id="passkey-password"
      action={t('passkey_add')}
      testId="passkey-make"
      onPassword={async password => {
        made.current ??= await makePasskey(passkeys, {
          wallet: t('extension_name'),
          passkey: name.trim() || t('extension_name'),
        })
        const chosen = name.trim() === '' ? {} : { name: name.trim() }
        await client.call('passkey.add', { password, ...made.current, ...chosen })
        made.current = null
        onDone()
      }}
    >
      <Notice tone="note">{t('passkey_explain')}</Notice>
      <TextField
        label={t('passkey_name')}
        hint={t('passkey_name_hint')}
        testId="passkey-name"
        maxLength={64}
        value={name}
        onChange={setName}
      />
    </PasswordForm>
  )
}
