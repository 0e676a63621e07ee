import { useLayoutEffect, useRef } from 'react'
import { Router, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { onDemand, useSlice, useSurface } from '@/components/app'
import { FirstRun } from '@/components/first-run/FirstRun'
import { Skeleton } from '@/components/Skeleton'
import { Unlock } from '@/components/unlock/Unlock'
import './home.css'
import { OnlyInTab } from './OnlyInTab'

const Trouble = onDemand(() => import('@/components/trouble/Trouble').then(screen => screen.Trouble))
const Unlocked = onDemand(
  () => import('./Unlocked').then(pages => pages.Unlocked),
  () => <Skeleton boxes={false} />,
)

/** The full tab, and the same app in the side panel. Routes are in the hash, so that a tab can be opened at one. */
export function Home() {
  return (
    <Router hook={useHashLocation}>
      <ByVault />
    </Router>
  )
}

const readyAfter = {
  create: '/ready',
  import: '/ready/imported',
  restore: '/ready',
  'restore-partly': '/ready/partly',
} as const

function ByVault() {
  const session = useSlice('session')
  const surface = useSurface()
  const [, go] = useLocation()
  const isForgetting = useReloadAtLock(session?.vault)
  if (session === undefined || isForgetting) return <Skeleton boxes={false} />
  switch (session.vault) {
    case 'none':
    case 'damaged': {
      const damaged = session.vault === 'damaged'
      if (surface !== 'tab') return <OnlyInTab route={damaged ? '/restore' : '/first-run'} />
      return <FirstRun damaged={damaged} onReady={way => go(readyAfter[way])} />
    }
    case 'locked':
      return <Unlock />
    case 'unlocked':
      return <Unlocked />
    default:
      return <Trouble kind={session.vault} />
  }
}

/**
 * Starts a page anew that was open before the lock: its memory keeps typed passwords and shown phrases.
 * @returns whether it is about to
 */
function useReloadAtLock(vault: string | undefined): boolean {
  const before = useRef(vault)
  const isForgetting = before.current === 'unlocked' && vault === 'locked'
  useLayoutEffect(() => {
    if (isForgetting) location.reload()
    else before.current = vault
  }, [isForgetting, vault])
  return isForgetting
}
