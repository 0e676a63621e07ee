import { useEffect, useMemo, useRef, useState } from 'react'
import { openHome, plural, t, useSlice } from '@/components/app'
import { Button, EmptyState } from '@/components/elements'
import { Skeleton } from '@/components/Skeleton'
import type { RequestLogView } from '@/lib/language/request-log'
import { type KeptEntry, keepEntries } from './kept-entries'
import { LogEntry } from './LogEntry'
import './panel.css'

/** The panel in the browser's developer tools: what the inspected tab's pages asked the wallet, and what followed. */
export function Panel({ tabId }: { tabId: number }) {
  const session = useSlice('session')
  const log = useSlice('requestLog')
  const entries = useKept(log)
  if (session === undefined || log === undefined) return <Skeleton />
  if (session.vault !== 'unlocked')
    return (
      <Empty>
        <p>{t('panel_locked')}</p>
      </Empty>
    )
  if (log.since === null)
    return (
      <Empty>
        <p>{t('panel_off')}</p>
        <Button look="primary" onClick={() => void openHome('/settings')} label={t('panel_open_settings')} />
      </Empty>
    )
  return <Entries entries={entries.filter(({ entry }) => entry.tabId === tabId)} />
}

function Empty({ children }: { children: React.ReactNode }) {
  return (
    <main className="panel panel-empty">
      <h1>{t('panel_title')}</h1>
      {children}
    </main>
  )
}

function Entries({ entries }: { entries: readonly KeptEntry[] }) {
  const [clearedAt, setClearedAt] = useState(Number.NEGATIVE_INFINITY)
  const shown = entries.filter(({ entry }) => entry.at > clearedAt)
  const accounts = useMemo(() => accountsOf(shown), [shown])
  return (
    <main className="panel">
      <header className="panel-head">
        <h1>{t('panel_title')}</h1>
        <output className="quiet" data-testid="panel-count">
          {plural('panel_count', shown.length)}
        </output>
        <Button size="small" testId="panel-clear" onClick={() => setClearedAt(entries.at(-1)?.entry.at ?? clearedAt)}>
          {t('panel_clear')}
        </Button>
      </header>
      {shown.length === 0 ? (
        <EmptyState>{t('panel_none')}</EmptyState>
      ) : (
        <ol className="panel-list">
          {shown.map(({ key, entry, isCurrent }) => (
            <li key={key}>
              <LogEntry entry={entry} isCurrent={isCurrent} accounts={accounts.get(entry.origin) ?? []} />
            </li>
          ))}
        </ol>
      )}
    </main>
  )
}

/** Entries stay in the panel when the worker ends, and are gone when the log is turned off. */
function useKept(log: RequestLogView | undefined): readonly KeptEntry[] {
  const kept = useRef<readonly KeptEntry[]>([])
  const [entries, setEntries] = useState<readonly KeptEntry[]>([])
  useEffect(() => {
    if (log === undefined) return
    kept.current = keepEntries(kept.current, log)
    setEntries(kept.current)
  }, [log])
  return entries
}

/** The accounts that each origin was last told. */
function accountsOf(entries: readonly KeptEntry[]): ReadonlyMap<string, readonly string[]> {
  const accounts = new Map<string, readonly string[]>()
  for (const { entry } of entries) {
    if (entry.kind !== 'event' || entry.event !== 'state' || entry.value.text.length < entry.value.length) continue
    const told: unknown = JSON.parse(entry.value.text)
    if (typeof told === 'object' && told !== null && 'accounts' in told && Array.isArray(told.accounts))
      accounts.set(
        entry.origin,
        told.accounts.filter(address => typeof address === 'string'),
      )
  }
  return accounts
}
