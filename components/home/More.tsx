import Maximize2 from 'lucide-react/icons/maximize-2'
import PanelRight from 'lucide-react/icons/panel-right'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { hasSidePanel, openHome, openSidePanel, t, useGo, useSurface } from '@/components/app'
import { Button } from '@/components/elements'
import { Pace } from '@/components/overview/Pace'
import './more.css'
import { laterPlaces } from './places'

/** The places that have no room in a narrow page's navigation, and the ways to the wallet's other surfaces. */
export function More() {
  const go = useGo()
  const surface = useSurface()
  // The browser opens the side panel only during the click, so the window's id must be known before it.
  const [windowId, setWindowId] = useState<number | null>(null)
  useEffect(() => {
    if (surface === 'popup' && hasSidePanel())
      void browser.windows.getCurrent().then(current => setWindowId(current.id ?? null))
  }, [surface])
  return (
    <main className="more">
      <h1>{t('more')}</h1>
      {laterPlaces.map(({ path, label, Icon }) => (
        <Button key={path} look="row" icon={Icon} onClick={() => go(path)} label={t(label)} />
      ))}
      <hr />
      <Button look="row" icon={Maximize2} onClick={() => void openHome('/')} label={t('open_full_page')} />
      {windowId !== null && (
        <Button look="row" onClick={() => void openSidePanel(windowId).then(() => window.close())}>
          <PanelRight className="mirrored" size={16} aria-hidden="true" /> {t('open_side_panel')}
        </Button>
      )}
      <Pace />
    </main>
  )
}
