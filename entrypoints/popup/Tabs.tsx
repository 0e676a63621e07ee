import Activity from 'lucide-react/icons/activity'
import Ellipsis from 'lucide-react/icons/ellipsis'
import HandCoins from 'lucide-react/icons/hand-coins'
import House from 'lucide-react/icons/house'
import { t, useGo } from '@/components/app'
import { Button } from '@/components/elements'

const tabs = [
  { path: '/', label: 'home', Icon: House },
  { path: '/activity', label: 'activity', Icon: Activity },
  // The desk has more than a popup can hold: it opens in the full page.
  { path: '/payments/pay', label: 'payments', Icon: HandCoins },
  { path: '/more', label: 'more', Icon: Ellipsis },
] as const

/** The popup's places, always at its foot. */
export function Tabs({ at }: { at: string }) {
  const go = useGo()
  return (
    <nav className="tabs" aria-label={t('places')}>
      {tabs.map(({ path, label, Icon }) => (
        <Button
          key={path}
          look="row"
          className="tab"
          testId={`tab-${label}`}
          aria-current={path === at ? 'page' : undefined}
          onClick={() => go(path)}
        >
          <Icon size={20} aria-hidden="true" />
          {t(label)}
        </Button>
      ))}
    </nav>
  )
}
