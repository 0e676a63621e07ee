import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import HandCoins from 'lucide-react/icons/hand-coins'
import Lock from 'lucide-react/icons/lock'
import Maximize2 from 'lucide-react/icons/maximize-2'
import PanelRight from 'lucide-react/icons/panel-right'
import Settings from 'lucide-react/icons/settings'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { Choosers } from '@/components/chooser/Choosers'
import { useClient } from '@/components/client-context'
import { t } from '@/components/i18n'
import { hasSidePanel, openHome, openSidePanel } from '@/components/surfaces'

/** Which account, which network, and the ways out. */
export function TopBar() {
  const client = useClient()
  return (
    <header className="top">
      <Choosers />
      <div className="top-tools">
        <button
          type="button"
          className="icon-button"
          aria-label={t('lock')}
          title={t('lock')}
          data-testid="lock"
          onClick={() => void client.call('vault.lock', {})}
        >
          <Lock size={18} aria-hidden="true" />
        </button>
        <Menu />
      </div>
    </header>
  )
}

function Menu() {
  // The side panel opens only within the click itself, so its window must be known before.
  const [windowId, setWindowId] = useState<number | null>(null)
  useEffect(() => {
    if (hasSidePanel()) void browser.windows.getCurrent().then(current => setWindowId(current.id ?? null))
  }, [])
  return (
    <>
      <button type="button" className="icon-button" popoverTarget="menu" aria-label={t('menu')} title={t('menu')}>
        <EllipsisVertical size={18} aria-hidden="true" />
      </button>
      <div id="menu" popover="auto" className="menu">
        <button type="button" className="menu-item" onClick={() => void openHome('/')}>
          <Maximize2 size={16} aria-hidden="true" /> {t('open_full_page')}
        </button>
        {windowId !== null && (
          <button
            type="button"
            className="menu-item"
            onClick={() => void openSidePanel(windowId).then(() => window.close())}
          >
            <PanelRight className="mirrored" size={16} aria-hidden="true" /> {t('open_side_panel')}
          </button>
        )}
        <button type="button" className="menu-item" data-testid="payments" onClick={() => void openHome('/payments')}>
          <HandCoins size={16} aria-hidden="true" /> {t('payments')}
        </button>
        <button type="button" className="menu-item" onClick={() => void openHome('/settings')}>
          <Settings size={16} aria-hidden="true" /> {t('settings')}
        </button>
      </div>
    </>
  )
}
