import type { Address } from 'viem'
import { format, type MessageKey, onDemand, t, useSlice } from '@/components/app'
import { ConditionRows } from '@/components/conditions/ConditionRows'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Notice } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import { SiteName } from '@/components/sites/SiteName'
import { StatusText } from '@/components/track/StatusText'
import { summariseTrack } from '@/components/track/stops'
import { Track } from '@/components/track/Track'
import { useLater } from '@/components/use-later'
import { cancellable } from '@/lib/base/cancellable'
import { cleanForeignText } from '@/lib/base/foreign-text'
import * as selectors from '@/lib/base/signatures/selectors'
import type { TransactionView } from '@/lib/language/ui'
import { explain, mayBeCommitted, promiseOf } from './explain'
import { HashRow } from './HashRow'
import { PayAgain } from './PayAgain'
import { summarise } from './summary'
import { TransactionActions } from './TransactionActions'

/** With the schemas of what it reads. */
const Commitments = onDemand(() => import('./Commitments').then(part => part.Commitments))

const NativeFacts = onDemand(() => import('./NativeFacts').then(part => part.NativeFacts))

/** Everything known of a transaction. */
export function TransactionDetail({ id }: { id: string }) {
  const activity = useSlice('activity')
  const row = activity?.find(candidate => candidate.id === id)
  // A row that was approved a moment ago may not have arrived yet.
  const later = useLater(1_500)
  if (row !== undefined)
    return <Detail row={row} gap={isGap(row, activity ?? [])} cancellable={cancellableWith(row, activity ?? [])} />
  return (
    <p className="quiet" aria-live="polite">
      {activity === undefined || !later ? t('loading') : t('transaction_not_here')}
    </p>
  )
}

/** How many one decision can cancel of its account, where it is one of them; otherwise 0. */
function cancellableWith({ id, networkId, from }: TransactionView, activity: readonly TransactionView[]): number {
  const rows = cancellable(activity.filter(row => row.networkId === networkId && row.from === from))
  return rows.some(row => row.id === id) ? rows.length : 0
}

/** Whether it waits for a nonce that no transaction of the account holds. */
function isGap({ networkId, from, waitsForNonce }: TransactionView, activity: readonly TransactionView[]): boolean {
  const own = activity.filter(row => row.networkId === networkId && row.from === from)
  return waitsForNonce !== null && !own.some(row => row.nonce === waitsForNonce && row.ended === null)
}

interface DetailProps {
  row: TransactionView
  gap: boolean
  cancellable: number
}

function Detail({ row, gap, cancellable }: DetailProps) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const connection = useSlice('connection')
  const summary = summarise(row, { networks, tokens })
  const { title, amount, counterparty } = summary
  const explanation = explain(row, connection ?? null, { isGap: gap })
  const promise = promiseOf(row)
  const isUndone = row.authority?.isCleared === false
  const tone = isUndone ? 'caution' : toneOf(summariseTrack(row).tone)
  return (
    <article className="detail" data-testid="transaction-detail" data-level={row.level}>
      <header className="detail-head">
        <h2>{title}</h2>
        {amount !== null && (
          <p className="detail-amount">
            {amount.signed
              ? format.delta(amount.value, amount.decimals)
              : format.amount(amount.value, amount.decimals, 'exact')}{' '}
            <span className="symbol">{amount.symbol}</span>
          </p>
        )}
        {row.isFromElsewhere === true && <StatusText row={row} />}
      </header>
      {row.isFromElsewhere === true ? <p className="quiet">{t('transaction_elsewhere')}</p> : <Track row={row} />}
      {explanation !== null && (
        <Notice tone={tone} live>
          {t(explanation)}
          {row.refusal !== null && (
            <>
              {' '}
              <q className="foreign">{cleanForeignText(row.refusal, 200)}</q>
            </>
          )}
        </Notice>
      )}
      {row.unread !== undefined && (
        <Notice tone="caution">
          {t('receipt_unread', { fields: cleanForeignText(row.unread.join(', '), 200) })}
          {row.status === null && <> {t('receipt_unread_status')}</>}
        </Notice>
      )}
      <TransactionActions
        row={row}
        gap={gap}
        cancellable={cancellable}
        counterparty={row.purpose === 'delegate' ? null : counterparty}
      >
        {/* While somebody could still send it, a second one could be paid as well. */}
        {!(row.isOver === true && row.ended === 'dropped') && <PayAgain row={row} summary={summary} />}
      </TransactionActions>
      {row.level === 'preconfirmed' && row.ended === null && (
        <p className="quiet">
          {explanation === null && promise !== null && <>{t(promise)} </>}
          {!row.canSpeedUp && t('not_replaceable_any_more')}
        </p>
      )}
      {row.level === 'safe' && explanation === null && promise !== null && (
        <p className="quiet" data-testid="promise">
          {t(promise)}
        </p>
      )}
      {mayBeCommitted(row) && <Commitments key={row.hash} row={row} />}
      {row.conditions !== undefined && <ConditionRows conditions={row.conditions} networkId={row.networkId} />}
      <TransactionFacts row={row} counterparty={counterparty} />
      {(row.native !== undefined || changesKeys(row)) && <NativeFacts row={row} />}
      {row.history.some(({ event }) => event !== undefined) && <History row={row} />}
    </article>
  )
}

/** Whether it asks the system contract of native accounts to change who may act for the account. */
function changesKeys({ data }: TransactionView): boolean {
  return data.startsWith(selectors.applySignedAccountChanges) || data.startsWith(selectors.importAccount)
}

function toneOf(tone: ReturnType<typeof summariseTrack>['tone']): 'danger' | 'note' | 'caution' {
  return tone === 'danger' ? 'danger' : tone === 'progress' ? 'note' : 'caution'
}

/** Every level and setback with its time since signing, where a setback makes it more than the steps of the track. */
function History({ row }: { row: TransactionView }) {
  const startedAt = row.history[0]?.at ?? row.createdAt
  return (
    <section className="history" aria-label={t('history')}>
      <h3>{t('history')}</h3>
      <ol>
        {row.history.map(entry => (
          <li
            key={`${entry.at} ${entry.level} ${entry.event ?? ''}`}
            className={entry.event === undefined ? '' : 'history-setback'}
          >
            <span>{t(entry.event === undefined ? levelKey(entry.level) : `event_${entry.event}`)}</span>
            <span className="history-time">{format.duration(entry.at - startedAt)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function levelKey(level: TransactionView['level']): MessageKey {
  return level === 'signed' ? 'level_signed' : `level_${level}`
}

/** The facts of a transaction: recipient, asking site, fee, block, time, nonce and hash. */
function TransactionFacts({ row, counterparty }: { row: TransactionView; counterparty: Address | null }) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(network => network.id === row.networkId)?.symbol ?? 'ETH'
  const notKnown = <span className="quiet">{t('not_known_yet')}</span>
  return (
    <Rows>
      {counterparty !== null && (
        <AddressRow
          label={t(row.purpose === 'delegate' ? 'delegate_runs' : 'counterparty_to')}
          address={counterparty}
        />
      )}
      {row.origin !== null && (
        <Row label={t('transaction_from_site')}>
          <SiteName origin={row.origin} />
        </Row>
      )}
      <Row label={t('transaction_fee_paid')}>
        {row.feePaid === null ? (
          notKnown
        ) : (
          <>
            {format.amount(BigInt(row.feePaid), 18, 'exact')} <span className="symbol">{symbol}</span>
          </>
        )}
      </Row>
      <Row label={t('transaction_block')}>
        {row.blockNumber === null ? notKnown : format.integer(BigInt(row.blockNumber))}
      </Row>
      <Row label={t(row.isFromElsewhere === true ? 'transaction_block_time' : 'transaction_time')}>
        {format.dateTime(row.createdAt)}
      </Row>
      {row.nonce >= 0 && <Row label={t('raw_nonce')}>{row.nonce}</Row>}
      <HashRow hash={row.hash} />
      {row.replacedBy !== null && <HashRow label={t('transaction_replaced_by')} hash={row.replacedBy} />}
    </Rows>
  )
}
