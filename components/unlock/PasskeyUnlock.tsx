import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useState } from 'react'
import { useClient, useSurface } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { PasskeysView } from '@/lib/messaging/ui'

/** The other way in, where a passkey was set up. It is asked in a full tab: what it gives is a secret. */
export function PasskeyUnlock() {
  const client = useClient()
  const surface = useSurface()
  const [passkeys, setPasskeys] = useState<PasskeysView | null>(null)
  useEffect(() => {
    let isShown = true
    client
      .call('passkey.list', {})
      .then(found => {
        if (isShown) setPasskeys(found)
      })
      // The password still opens.
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [client])
  const unlock = useAction(async () => {
    if (passkeys === null) return
    const { askPasskey } = await import('@/components/keys/passkey')
    const ids = passkeys.credentials.map(({ credentialId }) => credentialId)
    await client.call('passkey.unlock', await askPasskey(passkeys.prfSalt, ids))
  })
  if (passkeys === null || passkeys.credentials.length === 0) return null
  return (
    <div className="unlock-form">
      <button
        type="button"
        className="button button-wide"
        data-testid="unlock-passkey"
        disabled={unlock.busy}
        aria-busy={unlock.busy}
        onClick={() => (surface === 'tab' ? void unlock.run() : void openHome('/'))}
      >
        <Fingerprint size={16} aria-hidden="true" />
        {unlock.busy ? t('unlock_busy') : t('unlock_passkey')}
      </button>
      <FailureNotice failure={unlock.failure} />
    </div>
  )
}
