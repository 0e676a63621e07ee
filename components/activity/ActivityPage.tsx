import Download from 'lucide-react/icons/download'
import { Fragment, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { EmptyState } from '@/components/elements/Card'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { plural, t } from '@/components/i18n'
import { saveFile } from '@/components/save-file'
import { useAction } from '@/components/use-action'
import { isSameAddress } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { ActivityFilters } from './ActivityFilters'
import { ArrivalRow } from './ArrivalRow'
import { toCsv } from './csv'
import { type Entry, entriesOf, withMoved, withPaid } from './entries'
import { type Filters, noFilters, passes } from './filters'
import { toJson } from './json'
import { LookBack } from './LookBack'
import { MovedRow } from './MovedRow'
import { Numbers } from './Numbers'
import { PaidRow } from './PaidRow'
import { TransactionRow } from './TransactionRow'

const nothing: never[] = []

/** The account's transactions and arrivals, newest first, or those of all accounts and networks. */
export function ActivityPage({ onOpen, onArrival }: { onOpen(id: string): void; onArrival(id: string): void }) {
  const client = useClient()
  const activity = useSlice('activity')
  const arrivals: readonly ArrivalView[] = useSlice('arrivals') ?? nothing
  const answers = useSlice('answers')?.answers ?? nothing
  const transfers = useSlice('transfers') ?? nothing
  const selection = useSlice('selection')
  const [filters, setFilters] = useState<Filters>(noFilters)
  const [everywhere, setEverywhere] = useState<TransactionView[] | null>(null)
  const [exporting, setExporting] = useState(false)
  const ask = useAction(async () => setEverywhere((await client.call('activity.everywhere', {})).rows))
  const live = activity ?? []
  // Rows of the selected account come from the live slices, not from the answer.
  const others = (everywhere ?? []).filter(
    row => row.networkId !== selection?.networkId || !isSameAddress(row.from, selection.address),
  )
  const whose = everywhere === null ? (selection ?? null) : null
  const all = withMoved(withPaid(entriesOf([...live, ...others], arrivals), answers, whose), transfers)
  const entries = all.filter(entry => passes(entry, filters, selection?.address.toLowerCase()))
  const running = entries.filter(entry => !isBefore(entry))
  const before = entries.filter(isBefore)
  const openElsewhere = async (row: TransactionView) => {
    await client.call('select', { networkId: row.networkId, address: row.from })
    onOpen(row.id)
  }
  const line = (entry: Entry) =>
    entry.kind === 'received' ? (
      <ArrivalRow key={entry.id} arrival={entry.arrival} onOpen={onArrival} />
    ) : entry.kind === 'paid' ? (
      <PaidRow key={entry.id} answer={entry.answer} />
    ) : entry.kind === 'moved' ? (
      <MovedRow key={entry.id} transfer={entry.transfer} />
    ) : (
      <Fragment key={entry.id}>
        {everywhere !== null && <Whose row={entry.row} />}
        <TransactionRow
          row={entry.row}
          withTrack={!isAtLeast(entry.row.level, 'sealed') && entry.row.ended === null && !isBefore(entry)}
          onOpen={others.includes(entry.row) ? () => void openElsewhere(entry.row) : onOpen}
        />
      </Fragment>
    )
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
        {activity !== undefined && entries.length === 0 && (
          <EmptyState>{t(all.length === 0 ? 'activity_empty' : 'activity_none_match')}</EmptyState>
        )}
        {running.map(line)}
        {before.length > 0 && <h2 className="list-divider">{t('activity_before_restart')}</h2>}
        {before.map(line)}
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

/** The account and network of a row, in a list with rows of several. */
function Whose({ row }: { row: TransactionView }) {
  const accounts = useSlice('accounts') ?? []
  const networks = useSlice('networks') ?? []
  const account = accounts.find(candidate => isSameAddress(candidate.address, row.from))
  const network = networks.find(candidate => candidate.id === row.networkId)
  return (
    <p className="whose">
      {account?.name ?? row.from} · {network?.name ?? row.networkId}
    </p>
  )
}

function isBefore(entry: Entry): boolean {
  return entry.kind === 'sent' && (entry.row.beforeRestart === true || entry.row.ended === 'lost')
}
