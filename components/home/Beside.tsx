import { useCallback, useState, useSyncExternalStore } from 'react'
import { ActivityPage } from '@/components/activity/ActivityPage'
import { EntryDetail } from '@/components/activity/EntryDetail'
import { useEntries } from '@/components/activity/use-entries'
import { ChosenContext, GoContext, t, useGo } from '@/components/app'
import { OverviewContent } from '@/components/overview/OverviewContent'
import { SetAside } from '@/components/trouble/SetAside'

/** Widths of the window, in CSS pixels, from which a list and a detail fit beside each other. */
const room = { activity: '(min-width: 1200px)', overview: '(min-width: 1600px)' } as const
const detailPath = /^\/activity\/./

/** The activity and, where there is room, the detail of the chosen row beside it. */
export function ActivityPlace({ '*': entry = '' }: { '*'?: string }) {
  const hasRoom = useMatch(room.activity)
  if (!hasRoom) return entry === '' ? <ActivityPage /> : <EntryDetail entry={entry} back="/activity" />
  return (
    <div className="beside">
      <ChosenContext value={`/activity/${entry}`}>
        <ActivityPage />
      </ChosenContext>
      <EntryDetail entry={entry} />
    </div>
  )
}

/** Balance and tokens, the latest activity and, where there is room, the newest row's detail or that of the chosen. */
export function Overview() {
  const go = useGo()
  const hasRoom = useMatch(room.overview)
  const [chosen, choose] = useState<string | null>(null)
  const newest = useEntries()?.find(({ kind }) => kind === 'sent' || kind === 'received')
  const path = chosen ?? (newest === undefined ? '' : `/activity/${pathOf(newest)}`)
  const goOrChoose = useCallback((to: string) => (hasRoom && detailPath.test(to) ? choose(to) : go(to)), [go, hasRoom])
  return (
    <GoContext value={goOrChoose}>
      <ChosenContext value={hasRoom ? path : null}>
        <main className="page page-overview">
          <h1 className="visually-hidden">{t('overview')}</h1>
          <SetAside />
          <OverviewContent />
          {hasRoom && <EntryDetail entry={path.replace('/activity/', '')} />}
        </main>
      </ChosenContext>
    </GoContext>
  )
}

const pathOf = ({ kind, id }: { kind: string; id: string }) =>
  kind === 'received' ? `received/${encodeURIComponent(id)}` : id

function useMatch(query: string): boolean {
  const [media] = useState(() => matchMedia(query))
  return useSyncExternalStore(
    tell => {
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    () => media.matches,
  )
}
