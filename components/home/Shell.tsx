import Activity from 'lucide-react/icons/activity'
import BookUser from 'lucide-react/icons/book-user'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import Lock from 'lucide-react/icons/lock'
import Network from 'lucide-react/icons/network'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { t, useClient } from '@/components/app'
import { Choosers } from '@/components/chooser/Choosers'
import { IconButton, Logo } from '@/components/elements'
import { Pace } from '@/components/overview/Pace'

const places = [
  { path: '/', label: 'overview', Icon: House },
  { path: '/activity', label: 'activity', Icon: Activity },
  { path: '/payments', label: 'payments', Icon: HandCoins },
  { path: '/accounts', label: 'accounts', Icon: Users },
  { path: '/contacts', label: 'contacts', Icon: BookUser },
  { path: '/networks', label: 'networks', Icon: Network },
  { path: '/sites', label: 'sites', Icon: Globe },
  { path: '/allowances', label: 'allowances_place', Icon: KeyRound },
  { path: '/settings', label: 'settings', Icon: Settings },
] as const

/** The frame of the full page: its places, the selected account and network, and the lock. */
export function Shell({ children }: { children: ReactNode }) {
  const client = useClient()
  const [location] = useLocation()
  return (
    <div className="shell">
      <header className="shell-head">
        <span className="shell-brand">
          <Logo size={24} />
          <span>{t('extension_name')}</span>
        </span>
        <Choosers />
        <IconButton
          icon={Lock}
          iconSize={18}
          label={t('lock')}
          testId="lock"
          onClick={() => void client.call('vault.lock', {})}
        />
      </header>
      <nav className="shell-nav" aria-label={t('places')}>
        {places.map(({ path, label, Icon }) => {
          const here = path === '/' ? location === '/' : location.startsWith(path)
          return (
            <Link key={path} href={path} className="place" title={t(label)} aria-current={here ? 'page' : undefined}>
              <Icon size={18} aria-hidden="true" />
              <span className="place-name">{t(label)}</span>
            </Link>
          )
        })}
        <Pace />
      </nav>
      <div className="shell-content">{children}</div>
    </div>
  )
}
