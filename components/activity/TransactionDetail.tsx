import ExternalLink from 'lucide-react/icons/external-link'
import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { CopyButton } from '@/components/elements/CopyButton'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { ScreenHead } from '@/components/elements/ScreenHead'
import type { MessageKey } from '@/components/i18n'
import { format, t } from '@/components/i18n'
import { SiteName } from '@/components/sites/SiteName'
import { StatusText } from '@/components/track/StatusText'
import { summariseTrack } from '@/components/track/stops'
import { Track } from '@/components/track/Track'
import { useAction } from '@/components/use-action'
import { useLater } from '@/components/use-later'
import type { TransactionView } from '@/lib/messaging/ui'
import { cleanForeignText } from '@/lib/values/foreign-text'
import { isAtLeast } from '@/lib/values/level'
import { explain } from './explain'
import { summarise } from './summary'
import './activity.css'

interface TransactionDetailProps {
  id: string
  onBack(): void
  /** A speed-up or cancel is a decision of its own. */
  onProposed(approvalId: string): void
}

export function TransactionDetail({ id, onBack, onProposed }: TransactionDetailProps) {
  const activity = useSlice('activity')
  const row = activity?.find(candidate => candidate.id === id)
  // One that was approved a moment ago is still on its way here.
  const later = useLater(1_500)
  return (
    <main className="screen">
      <ScreenHead title={t('transaction')} onBack={onBack} />
      <div className="screen-body">
        {row !== undefined ? (
          <Detail row={row} gap={isGap(row, activity ?? [])} onProposed={onProposed} />
        ) : (
          <p className="quiet" aria-live="polite">
            {activity === undefined || !later ? t('loading') : t('transaction_not_here')}
          </p>
        )}
      </div>
    </main>
  )
}

/** It waits for a number that no transaction of this account holds. */
function isGap({ from, waitsForNonce }: TransactionView, activity: readonly TransactionView[]): boolean {
  return (
    waitsForNonce !== null &&
    !activity.some(row => row.from === from && row.nonce === waitsForNonce && row.ended === null)
  )
}

interface DetailProps {
  row: TransactionView
  gap: boolean
  onProposed(approvalId: string): void
}

function Detail({ row, gap, onProposed }: DetailProps) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const connection = useSlice('connection')
  const { title, amount, counterparty } = summarise(row, { networks, tokens })
  const symbol = networks.find(network => network.chainId === row.chainId)?.symbol ?? 'ETH'
  const name = counterparty === null ? null : nameOf(counterparty)
  const explanation = explain(row, connection ?? null)
  const { tone } = summariseTrack(row)
  const speedUp = useAction(async () =>
    onProposed((await client.call('transaction.speed-up', { id: row.id })).approvalId),
  )
  const cancel = useAction(async () => onProposed((await client.call('transaction.cancel', { id: row.id })).approvalId))
  const fill = useAction(async () =>
    onProposed((await client.call('transaction.fill-nonce', { id: row.id })).approvalId),
  )
  const resend = useAction(() => client.call('transaction.resend', { id: row.id }))
  const included = isAtLeast(row.level, 'preconfirmed') && row.ended === null
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
        <StatusText row={row} />
      </header>
      <Track row={row} />
      {explanation !== null && (
        <Notice tone={tone === 'danger' ? 'danger' : tone === 'progress' ? 'note' : 'caution'} live>
          {t(explanation)}
          {row.refusal !== null && (
            <>
              {' '}
              <q className="foreign">{cleanForeignText(row.refusal, 200)}</q>
            </>
          )}
        </Notice>
      )}
      <div className="detail-actions">
        {row.ended === 'dropped' && (
          <button
            type="button"
            className="button button-primary"
            data-testid="resend"
            disabled={resend.busy}
            onClick={() => void resend.run()}
          >
            {t('resend')}
          </button>
        )}
        {gap && (
          <button
            type="button"
            className="button button-primary"
            data-testid="fill-nonce"
            disabled={fill.busy}
            onClick={() => void fill.run()}
          >
            {t('fill_gap')}
          </button>
        )}
        {row.canSpeedUp && (
          <button
            type="button"
            className="button"
            data-testid="speed-up"
            disabled={speedUp.busy}
            onClick={() => void speedUp.run()}
          >
            {t('speed_up')}
          </button>
        )}
        {row.canCancel && (
          <button
            type="button"
            className="button"
            data-testid="cancel"
            disabled={cancel.busy}
            onClick={() => void cancel.run()}
          >
            {t('cancel_transaction')}
          </button>
        )}
        {row.explorerUrl !== null && (
          <a className="button" href={row.explorerUrl} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" /> {t('explorer_open')}
          </a>
        )}
      </div>
      <FailureNotice failure={speedUp.failure ?? cancel.failure ?? resend.failure ?? fill.failure} />
      {included && !row.canSpeedUp && row.level === 'preconfirmed' && (
        <p className="quiet">{t('not_replaceable_any_more')}</p>
      )}
      <Rows>
        {counterparty !== null && (
          <Row label={t('counterparty_to')} stacked>
            {name !== null && <span className="counterparty-name">{name}</span>}
            <AddressText address={counterparty} />
          </Row>
        )}
        {row.origin !== null && (
          <Row label={t('transaction_from_site')}>
            <SiteName origin={row.origin} />
          </Row>
        )}
        <Row label={t('transaction_fee_paid')}>
          {row.feePaid === null ? (
            <span className="quiet">{t('not_known_yet')}</span>
          ) : (
            <>
              {format.amount(BigInt(row.feePaid), 18, 'exact')} <span className="symbol">{symbol}</span>
            </>
          )}
        </Row>
        <Row label={t('transaction_block')}>
          {row.blockNumber === null ? (
            <span className="quiet">{t('not_known_yet')}</span>
          ) : (
            format.integer(BigInt(row.blockNumber))
          )}
        </Row>
        <Row label={t('transaction_time')}>{format.dateTime(row.createdAt)}</Row>
        <Row label={t('raw_nonce')}>{row.nonce}</Row>
        <Row label={t('transaction_hash')} stacked>
          <div className="with-button">
            <span className="raw-text" dir="ltr" translate="no">
              {row.hash}
            </span>
            <CopyButton text={row.hash} label={t('copy_hash')} />
          </div>
        </Row>
      </Rows>
      <History row={row} />
    </article>
  )
}

/** Everything that happened, setbacks included, with the time since it was signed. */
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
