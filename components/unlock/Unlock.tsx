import { lazy, Suspense, useRef, useState } from 'react'
import { useClient, useSlice, useSurface } from '@/components/client-context'
import { Dialog } from '@/components/elements/Dialog'
import { Fold } from '@/components/elements/Fold'
import { Logo } from '@/components/elements/Logo'
import { PasswordField } from '@/components/elements/PasswordField'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import { useNow } from '@/components/use-now'
import { PasskeyUnlock } from './PasskeyUnlock'
import './unlock.css'

const Erase = lazy(() => import('@/components/settings/Erase').then(({ Erase }) => ({ default: Erase })))

/** The password, and nothing else. After a wrong one it says when the next may be tried. */
export function Unlock({ note }: { note?: string }) {
  const client = useClient()
  const session = useSlice('session')
  const input = useRef<HTMLInputElement>(null)
  const unlock = useAction(async () => {
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
  })
  const retryAt = session?.retryAt ?? null
  const now = useNow(250, retryAt !== null)
  const waitMs = retryAt === null ? 0 : retryAt - now
  const mustWait = waitMs > 0
  const error = unlock.failure === null ? undefined : failureSentence(unlock.failure)
  return (
    <main className="unlock">
      <div className="unlock-mark">
        <Logo size={44} />
        <h1>{t('unlock_title')}</h1>
        <p className="quiet">{note ?? t('unlock_note')}</p>
      </div>
      <form
        className="unlock-form"
        onSubmit={event => {
          event.preventDefault()
          if (!mustWait) void unlock.run()
        }}
      >
        <PasswordField
          id="password"
          label={t('password')}
          inputRef={input}
          autoFocus
          error={error}
          onInput={() => {
            if (unlock.failure !== null) unlock.clear()
          }}
        />
        <button
          type="submit"
          className="button button-primary button-wide"
          data-testid="unlock"
          aria-disabled={mustWait || unlock.busy}
          aria-busy={unlock.busy}
        >
          {mustWait
            ? t('unlock_wait', { time: format.remaining(waitMs) })
            : unlock.busy
              ? t('unlock_busy')
              : t('unlock')}
        </button>
      </form>
      <PasskeyUnlock />
      <Forgotten />
    </main>
  )
}

/** Nobody can recover a password: said plainly, with the way that is left. */
function Forgotten() {
  const surface = useSurface()
  const [erasing, setErasing] = useState(false)
  return (
    <Fold className="unlock-help" title={t('unlock_forgotten')}>
      <p className="quiet">{t('unlock_forgotten_answer')}</p>
      <button
        type="button"
        className="button button-small button-danger-quiet"
        onClick={() => (surface === 'tab' ? setErasing(true) : void openHome('/'))}
      >
        {surface === 'tab' ? t('settings_erase_action') : t('open_full_page')}
      </button>
      {erasing && (
        <Dialog title={t('settings_erase')} onClose={() => setErasing(false)}>
          <Suspense>
            <Erase />
          </Suspense>
        </Dialog>
      )}
    </Fold>
  )
}
