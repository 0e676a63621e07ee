import Globe from 'lucide-react/icons/globe'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { onDemand, t, useReportFault, useSlice } from '@/components/app'
import { Button, Dialog, List } from '@/components/elements'
import { isSameAddress } from '@/lib/base/hex'
import { SiteName } from './SiteName'

const Site = onDemand(() => import('./Site').then(part => part.Site))

/** The site that the person is on, where it is connected: as whom and on which network, and the way to end that. */
export function SiteBar() {
  const origin = useOriginInFront()
  const accounts = useSlice('accounts') ?? []
  const networks = useSlice('networks') ?? []
  const site = (useSlice('sites') ?? []).find(each => each.origin === origin && each.accounts.length > 0)
  const [isOpen, setOpen] = useState(false)
  if (site === undefined) return null
  const name = accounts.find(({ address }) => isSameAddress(address, site.accounts[0]))?.name
  const network = networks.find(({ id }) => id === site.networkId)?.name
  return (
    <>
      <Button look="row" className="site-bar" testId="site-bar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Globe size={16} aria-hidden="true" />
        <SiteName origin={site.origin} />
        <span className="site-bar-as">{[name, network].filter(Boolean).join(' · ')}</span>
      </Button>
      {isOpen && (
        <Dialog title={t('site_here')} onClose={() => setOpen(false)}>
          <List>
            <Site site={site} />
          </List>
        </Dialog>
      )}
    </>
  )
}

/** The origin of the page in front, in the window that the popup belongs to; `null` for a page that is no website. */
function useOriginInFront(): string | null {
  const reportFault = useReportFault()
  const [origin, setOrigin] = useState<string | null>(null)
  useEffect(() => {
    browser.tabs.query({ active: true, currentWindow: true }).then(([tab]) => {
      if (tab?.url !== undefined && URL.canParse(tab.url)) setOrigin(new URL(tab.url).origin)
    }, reportFault)
  }, [reportFault])
  return origin
}
