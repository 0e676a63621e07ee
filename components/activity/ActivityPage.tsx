import Download from 'lucide-react/icons/download'
import { Fragment, useCallback, useState } from 'react'
import type { Address } from 'viem'
import { format, lookUp, plural, t, useAction, useClient, useGo, useNow, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Card, Dialog, EmptyState, FailureNotice, StopMark } from '@/components/elements'
import { ScreenHead, Setting } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { tokenWords } from '@/components/payments/answers/amounts'
import { saveFile } from '@/components/save-file'
import { SiteName } from '@/components/sites/SiteName'
import { isSameAddress } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransferView } from '@/lib/language/payments'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'
import { ActivityFilters } from './ActivityFilters'
import { ArrivalRow } from './ArrivalRow'
import { toCsv } from './csv'
import { EntryRow } from './EntryRow'
import { type Entry, entriesOf, withMoved, withPaid } from './entries'
import { type Filters, noFilters, passes } from './filters'
import { toJson } from './json'
import { LookBack } from './LookBack'
import { TransactionRow } from './TransactionRow'
import './activity.css'

const nothing: never[] = []

/** The account's transactions and arrivals, newest first, or those of all accounts and networks. */
export function ActivityPage() {
  const go = useGo()
  const onOpen = useCallback((id: string) => go(`/activity/${id}`), [go])
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
      <ArrivalRow key={entry.id} arrival={entry.arrival} onOpen={id => go(`/received/${encodeURIComponent(id)}`)} />
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

/** A row of the activity for a transfer of a token that others took to the chain. */
function MovedRow({ transfer }: { transfer: TransferView }) {
  const go = useGo()
  const nameOf = useNames()
  const selection = useSlice('selection')
  const token = useTokens(transfer.networkId)(transfer.token)
  const isOut = isSameAddress(transfer.from, selection?.address)
  const other = isOut ? transfer.to : transfer.from
  const who = nameOf(other) ?? shortAddress(other)
  const amount = isOut ? -BigInt(transfer.amount) : BigInt(transfer.amount)
  return (
    <EntryRow
      testId="moved-row"
      data-hash={transfer.hash}
      mark={
        <span className="status-mark status-progress">
          <StopMark look={transfer.isSealed ? 'sealed' : 'preconfirmed'} size={20} />
        </span>
      }
      title={t(isOut ? 'activity_paid' : 'arrival_received')}
      who={t(isOut ? 'activity_to' : 'activity_from', { who })}
      status={
        <span className="status status-progress">
          <span className="status-words">{t(transfer.isSealed ? 'track_sealed' : 'track_preconfirmed')}</span>
        </span>
      }
      amount={
        <span className="transaction-amount">
          {token === null ? '' : format.delta(amount, token.decimals)}{' '}
          <span className="symbol">{token?.symbol ?? shortAddress(transfer.token)}</span>
        </span>
      }
      at={transfer.at}
      onOpen={() => go(`/payments/verify/${transfer.hash}`)}
    />
  )
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

/** A row of the activity for an answer that was paid for. */
function PaidRow({ answer }: { answer: PaidAnswerView }) {
  const go = useGo()
  const { origin, state, amount, charged, createdAt } = answer
  const shown = charged ?? amount
  const isMissing = state === 'undelivered'
  const tone = isMissing ? 'status-caution' : 'status-progress'
  return (
    <EntryRow
      testId="paid-row"
      data-state={state}
      mark={
        <span className={`status-mark ${tone}`}>
          <StopMark look={isMissing ? 'uncertain' : isPaid(state) ? 'sealed' : 'accepted'} size={20} />
        </span>
      }
      title={t('activity_paid')}
      who={<SiteName origin={origin} />}
      status={
        <span className={`status ${tone}`}>
          <span className="status-words">{lookUp(`answer_${state}`) ?? state}</span>
        </span>
      }
      amount={shown !== null && <span className="transaction-amount">−{tokenWords(shown, answer)}</span>}
      at={createdAt}
      onOpen={() => go('/payments/answers')}
    />
  )
}

function isPaid(state: PaidAnswerView['state']): boolean {
  return state === 'delivered' || state === 'unproven'
}
