import Download from 'lucide-react/icons/download'
import { use, useState } from 'react'
import type { Address } from 'viem'
import { ChosenContext, format, plural, t, useAction, useClient, useNow, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { Button, Card, Dialog, EmptyState, FailureNotice } from '@/components/elements'
import { ScreenHead, Setting } from '@/components/elements/later'
import { saveFile } from '@/components/save-file'
import { isAtLeast } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'
import { ActivityFilters } from './ActivityFilters'
import { toCsv } from './csv'
import { EntryList } from './EntryList'
import type { Entry } from './entries'
import { type Filters, noFilters, passes } from './filters'
import { toJson } from './json'
import { LookBack } from './LookBack'
import { type Everywhere, useEntries } from './use-entries'
import './activity.css'

const nothing: never[] = []

/** The activity of the selected account, newest first, or of all accounts and networks. */
export function ActivityPage() {
  const client = useClient()
  const live = useSlice('activity') ?? nothing
  const selection = useSlice('selection')
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [everywhere, setEverywhere] = useState<Everywhere | null>(null)
  const [exporting, setExporting] = useState(false)
  const ask = useAction(async () => setEverywhere(await client.call('activity.everywhere', {})))
  const known = useEntries(everywhere)
  const chosen = use(ChosenContext)
  const nameOf = useNames()
  const all = known ?? nothing
  const entries = all.filter(entry => passes(entry, filters, selection?.address.toLowerCase(), nameOf))
  const before = entries.filter(isBefore)
  const list = {
    heading: 'h2',
    withPlace: everywhere !== null,
    hasTrack: (entry: Entry) =>
      chosen !== `/activity/${entry.id}` &&
      entry.kind === 'sent' &&
      !isAtLeast(entry.row.level, 'sealed') &&
      entry.row.ended === null &&
      !isBefore(entry),
  } as const
  return (
    <main className="page">
      <ScreenHead
        title={t('activity')}
        aside={
          all.length > 0 ? (
            <Button size="small" icon={Download} testId="activity-export" onClick={() => setExporting(true)}>
              {t('activity_export')}
            </Button>
          ) : undefined
        }
      />
      <ActivityFilters
        filters={filters}
        origins={[
          ...new Set(
            all.flatMap(entry =>
              entry.kind === 'sent' ? (entry.row.origin ?? []) : entry.kind === 'paid' ? entry.answer.origin : [],
            ),
          ),
        ].sort()}
        isEverywhere={everywhere !== null}
        isAsking={ask.busy}
        onChange={setFilters}
        onEverywhere={wanted => (wanted ? void ask.run() : setEverywhere(null))}
      />
      <FailureNotice failure={ask.failure} />
      <div className="card list" aria-live="off">
        {known !== undefined && entries.length === 0 && (
          <EmptyState>{t(all.length === 0 ? 'activity_empty' : 'activity_none_match')}</EmptyState>
        )}
        <EntryList {...list} entries={entries.filter(entry => !isBefore(entry))} />
        {before.length > 0 && <h2 className="list-divider">{t('activity_before_restart')}</h2>}
        <EntryList {...list} heading="h3" entries={before} />
      </div>
      <LookBack />
      <Numbers rows={live} />
      {exporting && (
        <Dialog title={t('activity_export')} onClose={() => setExporting(false)}>
          <ExportChoice entries={entries} account={selection?.address ?? null} onDone={() => setExporting(false)} />
        </Dialog>
      )}
    </main>
  )
}

/** Saves the rows that pass the filters, as CSV or JSON. */
function ExportChoice({
  entries,
  account,
  onDone,
}: {
  entries: readonly Entry[]
  account: Address | null
  onDone(): void
}) {
  const networks = useSlice('networks') ?? []
  const formats = [
    { name: 'CSV', file: 'prelude-activity.csv', type: 'text/csv', text: () => toCsv(entries, account, networks) },
    {
      name: 'JSON',
      file: 'prelude-activity.json',
      type: 'application/json',
      text: () => toJson(entries, account, networks),
    },
  ]
  return (
    <div className="stack">
      <p className="quiet">{plural('activity_export_note', entries.length)}</p>
      {formats.map(({ name, file, type, text }) => (
        <Button
          key={name}
          wide
          testId={`export-${name.toLowerCase()}`}
          onClick={() => {
            saveFile(file, type, text())
            onDone()
          }}
        >
          {t('activity_export_as', { format: name })}
        </Button>
      ))}
    </div>
  )
}

function isBefore(entry: Entry): boolean {
  return entry.kind === 'sent' && (entry.row.beforeRestart === true || entry.row.ended === 'lost')
}

/**
 * Milliseconds. Longer than a block of any usual chain: where an endpoint told too high a count, the wallet cannot see
 * that a transaction waits for a number, only that it waits.
 */
const longMs = 30_000

/** Reads the account's transaction numbers (nonces) anew, after an endpoint told wrong ones. */
function Numbers({ rows }: { rows: readonly TransactionView[] }) {
  const waiting = rows.filter(row => row.ended === null && !isAtLeast(row.level, 'preconfirmed'))
  const now = useNow(1_000, waiting.length > 0)
  const isOffered = waiting.some(row => row.waitsForNonce !== null || now - row.createdAt > longMs)
  return isOffered ? <ReadAnew /> : null
}

function ReadAnew() {
  const client = useClient()
  const selection = useSlice('selection')
  const [read, setRead] = useState<{ of: string; next: number } | null>(null)
  const of = `${selection?.networkId} ${selection?.address}`
  const readAnew = useAction(async () => setRead({ of, ...(await client.call('account.read-numbers', {})) }))
  return (
    <Card title={t('numbers')}>
      <Setting label={t('numbers_what')} note={t('numbers_note')}>
        <Button size="small" testId="numbers-read" action={readAnew} label={t('numbers_read')} />
      </Setting>
      <p role="status" data-testid="numbers-next">
        {read?.of === of && t('numbers_next', { next: format.integer(read.next) })}
      </p>
      <FailureNotice failure={readAnew.failure} />
    </Card>
  )
}
