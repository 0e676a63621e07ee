import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { t, useClient } from '@/components/app'
import { Choosers } from '@/components/chooser/Choosers'
import { classes, IconButton, Logo } from '@/components/elements'
import { Pace } from '@/components/overview/Pace'
import { firstPlaces, laterPlaces, morePlace } from './places'

/** The frame of the full page: its places, the selected account and network, and the lock. */
export function Shell({ children }: { children: ReactNode }) {
  const client = useClient()
  const [location] = useLocation()
  const isHere = (path: string) => (path === '/' ? location === '/' : location.startsWith(path))
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
        {firstPlaces.map(place => (
          <Place key={place.path} place={place} isHere={isHere(place.path)} />
        ))}
        {laterPlaces.map(place => (
          <Place key={place.path} place={place} isHere={isHere(place.path)} className="place-wide" />
        ))}
        <Place
          place={morePlace}
          isHere={isHere('/more') || laterPlaces.some(({ path }) => isHere(path))}
          className="place-narrow"
        />
        <Pace />
      </nav>
      <div className="shell-content">{children}</div>
    </div>
  )
}

type AnyPlace = (typeof firstPlaces | typeof laterPlaces)[number] | typeof morePlace

function Place({
  place: { path, label, Icon, ...place },
  isHere,
  className,
}: {
  place: AnyPlace
  isHere: boolean
  className?: string
}) {
  return (
    <Link
      href={'to' in place ? place.to : path}
      className={classes('place', className)}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon size={18} aria-hidden="true" />
      {t(label)}
    </Link>
  )
}
