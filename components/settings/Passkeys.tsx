import { useEffect, useRef, useState } from 'react'
import { useClient, useSurface, useTold } from '@/components/client-context'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { VisibleText } from '@/components/elements/VisibleText'
import { format, t } from '@/components/i18n'
import { PasswordForm } from '@/components/keys/PasswordForm'
import { hasPasskeys, makePasskey, type PasskeyAnswer } from '@/components/keys/passkey'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { PasskeysView } from '@/lib/messaging/ui'

/** The passkeys that can unlock, beside the password and never instead of it. */
export function Passkeys() {
  const client = useClient()
  const surface = useSurface()
  // With a passkey the vault is another one: the worker tells of its session anew, though that stays as it was.
  const told = useTold('session')
  const [passkeys, setPasskeys] = useState<PasskeysView | null>(null)
  const [adding, setAdding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: listed again with every word about the session
  useEffect(() => {
    let isShown = true
    client
      .call('passkey.list', {})
      .then(found => {
        if (isShown) setPasskeys(found)
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [client, told])
  const remove = useAction((credentialId: string) => client.call('passkey.remove', { credentialId }))
  if (passkeys === null) return null
  return (
    <section className="card settings" aria-labelledby="settings-passkeys">
      <h2 id="settings-passkeys">{t('passkeys')}</h2>
      <p className="quiet">{t('passkeys_note')}</p>
      {passkeys.credentials.map(({ credentialId, name, createdAt }) => (
        <div key={credentialId} className="setting" data-testid="passkey">
          <span>
            <VisibleText text={name} />
            <span className="setting-note">{t('passkey_since', { date: format.dateTime(createdAt) })}</span>
          </span>
          <button
            type="button"
            className="button button-small button-danger-quiet"
            data-testid="passkey-remove"
            disabled={remove.busy}
            onClick={() => void remove.run(credentialId)}
          >
            {t('remove')} <span className="visually-hidden">{name}</span>
          </button>
        </div>
      ))}
      <div className="page-actions">
        <button
          type="button"
          className="button button-small"
          data-testid="passkey-add"
          onClick={() => (surface === 'tab' ? setAdding(true) : void openHome('/settings'))}
        >
          {t('passkey_add')}
        </button>
      </div>
      <FailureNotice failure={remove.failure} />
      {adding && (
        <Dialog title={t('passkey_add')} onClose={() => setAdding(false)}>
          <AddPasskey passkeys={passkeys} onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </section>
  )
}

function AddPasskey({ passkeys, onDone }: { passkeys: PasskeysView; onDone(): void }) {
  const client = useClient()
  const [name, setName] = useState('')
  // A wrong password must not cost the passkey that was just made.
  const made = useRef<PasskeyAnswer | null>(null)
  if (!hasPasskeys()) return <Notice tone="caution">{t('passkey_not_here')}</Notice>
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
      <Field id="passkey-name" label={t('passkey_name')} hint={t('passkey_name_hint')}>
        <input
          id="passkey-name"
          className="input"
          maxLength={64}
          autoComplete="off"
          aria-describedby="passkey-name-note"
          data-testid="passkey-name"
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </Field>
    </PasswordForm>
  )
}
