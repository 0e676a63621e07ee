import { useRef, useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Dialog } from '@/components/elements/Dialog'
import { Fold } from '@/components/elements/Fold'
import { Form } from '@/components/elements/Form'
import { Logo } from '@/components/elements/Logo'
import { PasswordField } from '@/components/elements/PasswordField'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import { openHome } from '@/components/surfaces'
import { useNow } from '@/components/use-now'
import { PasskeyUnlock } from './PasskeyUnlock'
import './unlock.css'

const Erase = onDemand(
  () => import('@/components/settings/Erase').then(({ Erase }) => Erase),
  () => null,
)

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
