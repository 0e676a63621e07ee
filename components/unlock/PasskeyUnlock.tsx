import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useState } from 'react'
import { useClient, useReportFault, useSurface } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { PasskeysView } from '@/lib/messaging/ui'

/** Unlocks with a passkey, where there is one. In a full tab only, because its output is a secret. */
export function PasskeyUnlock() {
  const client = useClient()
  const reportFault = useReportFault()
  const surface = useSurface()
  const [passkeys, setPasskeys] = useState<PasskeysView | null>(null)
  useEffect(() => {
    let isShown = true
    client
      .call('passkey.list', {})
      .then(found => {
        if (isShown) setPasskeys(found)
      })
      // Without the list the password still unlocks.
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [client, reportFault])
  const unlock = useAction(async () => {
    if (passkeys === null) return
    const { askPasskey } = await import('@/components/keys/passkey')
    const ids = passkeys.credentials.map(({ credentialId }) => credentialId)
    await client.call('passkey.unlock', await askPasskey(passkeys.prfSalt, ids))
  })
  if (passkeys === null || passkeys.credentials.length === 0) return null
  return (
    <div className="unlock-form">
      <Button
        wide
        icon={Fingerprint}
        testId="unlock-passkey"
        busy={unlock.busy}
        busyWords={t('unlock_busy')}
        onClick={() => (surface === 'tab' ? void unlock.run() : void openHome('/'))}
      >
        {t('unlock_passkey')}
      </Button>
      <FailureNotice failure={unlock.failure} />
    </div>
  )
}
