import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import HandCoins from 'lucide-react/icons/hand-coins'
import Lock from 'lucide-react/icons/lock'
import Maximize2 from 'lucide-react/icons/maximize-2'
import PanelRight from 'lucide-react/icons/panel-right'
import Settings from 'lucide-react/icons/settings'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { hasSidePanel, openHome, openSidePanel, t, useClient } from '@/components/app'
import { Choosers } from '@/components/chooser/Choosers'
import { Button, IconButton } from '@/components/elements'

/** The selected account and network, the lock, and the menu to the full page. */
export function TopBar() {
  const client = useClient()
  return (
    <header className="top">
      <Choosers />
      <div className="top-tools">
        <IconButton
          icon={Lock}
          iconSize={18}
          label={t('lock')}
          testId="lock"
          onClick={() => void client.call('vault.lock', {})}
        />
        <Menu />
      </div>
    </header>
  )
}

function Menu() {
  // The browser opens the side panel only during the click, so the window's id must be known before it.
  const [windowId, setWindowId] = useState<number | null>(null)
  useEffect(() => {
    if (hasSidePanel()) void browser.windows.getCurrent().then(current => setWindowId(current.id ?? null))
  }, [])
  return (
    <>
      <IconButton icon={EllipsisVertical} iconSize={18} label={t('menu')} popoverTarget="menu" />
      <div id="menu" popover="auto" className="menu">
        <Button look="row" icon={Maximize2} onClick={() => void openHome('/')} label={t('open_full_page')} />
        {windowId !== null && (
          <Button look="row" onClick={() => void openSidePanel(windowId).then(() => window.close())}>
            <PanelRight className="mirrored" size={16} aria-hidden="true" /> {t('open_side_panel')}
          </Button>
        )}
        <Button look="row" icon={HandCoins} testId="payments" onClick={() => void openHome('/payments')}>
          {t('payments')}
        </Button>
        <Button look="row" icon={Settings} onClick={() => void openHome('/settings')} label={t('settings')} />
      </div>
    </>
  )
}
