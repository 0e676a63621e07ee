import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useEffect, useState } from 'react'
import { useClient, useReportFault, useSurface } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { openHome } from '@/components/surfaces'
import { useAction } from '@/components/use-action'
import type { PasskeysView } from '@/lib/language/ui'
import { createCutOff } from './cut-off'

/**
 * Unlocks with a passkey, where there is one. A popup that the browser closes for the prompt leads to the full tab the
 * next time.
 */
export function PasskeyUnlock() {
  const client = useClient()
  const reportFault = useReportFault()
  const surface = useSurface()
  const [cutOff] = useState(() => createCutOff(localStorage))
  const isTabNeeded = surface === 'popup' && cutOff.hasHappened()
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
    const ask = (): ReturnType<typeof askPasskey> => askPasskey(passkeys.prfSalt, ids)
    await client.call('passkey.unlock', await (surface === 'popup' ? cutOff.during(ask) : ask()))
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
        onClick={() => (isTabNeeded ? void openHome('/') : void unlock.run())}
      >
        {t('unlock_passkey')}
      </Button>
      {isTabNeeded && <p className="quiet">{t('unlock_passkey_in_tab')}</p>}
      <FailureNotice failure={unlock.failure} />
    </div>
  )
}
