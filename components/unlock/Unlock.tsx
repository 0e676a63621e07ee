import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useRef, useState } from 'react'
import {
  failureSentence,
  format,
  onDemand,
  openHome,
  t,
  useAction,
  useAnswer,
  useClient,
  useNow,
  useSlice,
  useSurface,
} from '@/components/app'
import { Button, Dialog, FailureNotice, Fold, Form, Logo, PasswordField } from '@/components/elements'
import { createCutOff } from './cut-off'
import './unlock.css'

const Erase = onDemand(() => import('@/components/settings/Erase').then(part => part.Erase))

/** Asks for the password. After a wrong one it says when the next may be tried. */
export function Unlock({ note }: { note?: string }) {
  const client = useClient()
  const session = useSlice('session')
  const input = useRef<HTMLInputElement>(null)
  async function unlock(): Promise<void> {
    const password = input.current?.value ?? ''
    if (password === '') return
    try {
      await client.call('vault.unlock', { password })
    } finally {
      if (input.current !== null) {
        input.current.value = ''
        input.current.focus()
      }
    }
  }
  const retryAt = session?.retryAt ?? null
  const now = useNow(250, retryAt !== null)
  const waitMs = retryAt === null ? 0 : retryAt - now
  const mustWait = waitMs > 0
  return (
    <main className="unlock">
      <div className="unlock-mark">
        <Logo size={44} />
        <h1>{t('unlock_title')}</h1>
        <p className="quiet">{note ?? t('unlock_note')}</p>
      </div>
      <Form
        button={mustWait ? t('unlock_wait', { time: format.remaining(waitMs) }) : t('unlock')}
        busyWords={t('unlock_busy')}
        testId="unlock"
        className="unlock-form"
        isReady={!mustWait}
        submit={unlock}
      >
        {({ failure, clear }) => (
          <PasswordField
            id="password"
            label={t('password')}
            inputRef={input}
            autoFocus
            error={failure === null ? undefined : failureSentence(failure)}
            onInput={() => {
              if (failure !== null) clear()
            }}
          />
        )}
      </Form>
      <PasskeyUnlock />
      <Forgotten />
    </main>
  )
}

/** A lost password cannot be recovered: says so, and offers to erase the wallet and restore it. */
function Forgotten() {
  const surface = useSurface()
  const [erasing, setErasing] = useState(false)
  return (
    <Fold className="unlock-help" title={t('unlock_forgotten')}>
      <p className="quiet">{t('unlock_forgotten_answer')}</p>
      <Button
        look="danger-quiet"
        size="small"
        onClick={() => (surface === 'tab' ? setErasing(true) : void openHome('/'))}
      >
        {surface === 'tab' ? t('settings_erase_action') : t('open_full_page')}
      </Button>
      {erasing && (
        <Dialog title={t('settings_erase')} onClose={() => setErasing(false)}>
          <Erase />
        </Dialog>
      )}
    </Fold>
  )
}

/**
 * Unlocks with a passkey, where there is one. A popup that the browser closes for the prompt leads to the full tab the
 * next time.
 */
function PasskeyUnlock() {
  const client = useClient()
  const surface = useSurface()
  const [cutOff] = useState(() => createCutOff(localStorage))
  const isTabNeeded = surface === 'popup' && cutOff.hasHappened()
  // Without the list the password still unlocks.
  const [passkeys] = useAnswer(() => client.call('passkey.list', {}), [])
  const unlock = useAction(async () => {
    if (passkeys == null) return
    const { askPasskey } = await import('@/components/keys/passkey')
    const ids = passkeys.credentials.map(({ credentialId }) => credentialId)
    const ask = (): ReturnType<typeof askPasskey> => askPasskey(passkeys.prfSalt, ids)
    await client.call('passkey.unlock', await (surface === 'popup' ? cutOff.during(ask) : ask()))
  })
  if (passkeys == null || passkeys.credentials.length === 0) return null
  return (
    <div className="unlock-form">
      <Button
        wide
        icon={Fingerprint}
        testId="unlock-passkey"
        busy={unlock.busy}
        busyWords={t('unlock_busy')}
        onClick={() => (isTabNeeded ? void openHome('/') : void unlock.run())}
      >
        {t('unlock_passkey')}
      </Button>
      {isTabNeeded && <p className="quiet">{t('unlock_passkey_in_tab')}</p>}
      <FailureNotice failure={unlock.failure} />
    </div>
  )
}
