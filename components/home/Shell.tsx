import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { t, useClient } from '@/components/app'
import { Choosers } from '@/components/chooser/Choosers'
import { IconButton, Logo } from '@/components/elements'
import { Pace } from '@/components/overview/Pace'
import { places } from './places'

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
