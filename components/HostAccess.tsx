import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { useReportFault } from './client-context'
import { Button, Buttons } from './elements/Button'
import { FailureNotice } from './elements/FailureNotice'
import { Notice } from './elements/Notice'
import { t } from './i18n'
import { useAction } from './use-action'

/** As in the manifest. */
const origins = ['http://*/*', 'https://*/*']

/**
 * Says that the browser does not let the wallet reach websites and endpoints, and asks for it again. Firefox lets a
 * person take host permissions away at any time.
 */
export function HostAccess() {
  const reportFault = useReportFault()
  const [isGranted, setGranted] = useState(true)
  useEffect(() => {
    const { permissions } = browser
    let isShown = true
    const look = () => {
      permissions.contains({ origins }).then(granted => {
        if (isShown) setGranted(granted)
      }, reportFault)
    }
    look()
    permissions.onAdded.addListener(look)
    permissions.onRemoved.addListener(look)
    return () => {
      isShown = false
      permissions.onAdded.removeListener(look)
      permissions.onRemoved.removeListener(look)
    }
  }, [reportFault])
  // Called in the click itself: the browser asks in a person's gesture only.
  const grant = useAction(() => browser.permissions.request({ origins }))
  if (isGranted) return null
  return (
    <Notice tone="danger" live>
      <div className="stack" data-testid="host-access">
        <p>{t('host_access_missing')}</p>
        <Buttons>
          <Button size="small" testId="host-access-grant" onClick={() => void grant.run()}>
            {t('host_access_grant')}
          </Button>
        </Buttons>
        <FailureNotice failure={grant.failure} />
      </div>
    </Notice>
  )
}
