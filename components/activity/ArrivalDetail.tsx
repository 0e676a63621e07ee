import ExternalLink from 'lucide-react/icons/external-link'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { CopyButton } from '@/components/elements/CopyButton'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { format, t } from '@/components/i18n'
import type { ArrivalView } from '@/lib/messaging/ui'
import { ArrivalStatus } from './ArrivalRow'
import { summariseArrival } from './arrival-words'
import './activity.css'

/** What is known of something that came in, and no more. */
export function ArrivalDetail({ id, onBack }: { id: string; onBack(): void }) {
  const arrival = useSlice('arrivals')?.find(candidate => candidate.id === id)
  return (
    <main className="screen">
      <ScreenHead title={t('arrival')} onBack={onBack} />
      <div className="screen-body">
        {arrival === undefined ? <p className="quiet">{t('transaction_not_here')}</p> : <Detail arrival={arrival} />}
      </div>
    </main>
  )
}

function Detail({ arrival }: { arrival: ArrivalView }) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const nameOf = useNames()
  const summary = summariseArrival(arrival, { networks, tokens })
  const { amount } = summary
  const name = summary.from === null ? null : nameOf(summary.from)
  return (
    <article className="detail" data-testid="arrival-detail" data-level={arrival.level}>
      <header className="detail-head">
        <h2>{summary.title}</h2>
        <p className="detail-amount">
          {amount.decimals === null ? '' : `+${format.amount(amount.value, amount.decimals, 'exact')}`}{' '}
          <span className="symbol">{amount.symbol}</span>
        </p>
        <ArrivalStatus arrival={arrival} summary={summary} />
      </header>
      {arrival.isWithdrawn && (
        <Notice tone="caution" live>
          {t('arrival_withdrawn_note')}
        </Notice>
      )}
      {!arrival.isWithdrawn && arrival.level === 'preconfirmed' && (
        <Notice tone="note">{t('arrival_preconfirmed_note')}</Notice>
      )}
      {arrival.hash === null && <Notice tone="note">{t('arrival_rose_note')}</Notice>}
      {summary.isFound && <Notice tone="caution">{t('tokens_found_note')}</Notice>}
      {arrival.explorerUrl !== null && (
        <div className="detail-actions">
          <a className="button" href={arrival.explorerUrl} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" /> {t('explorer_open')}
          </a>
        </div>
      )}
      <Rows>
        {summary.from !== null && (
          <Row label={t('counterparty_from')} stacked>
            {name !== null && <span className="counterparty-name">{name}</span>}
            <AddressText address={summary.from} />
          </Row>
        )}
        {arrival.token !== null && (
          <Row label={t('token_contract')} stacked>
            <AddressText address={arrival.token} />
          </Row>
        )}
        <Row label={t('arrival_seen')}>{format.dateTime(arrival.at)}</Row>
        {arrival.hash !== null && (
          <Row label={t('transaction_hash')} stacked>
            <div className="with-button">
              <span className="raw-text" dir="ltr" translate="no">
                {arrival.hash}
              </span>
              <CopyButton text={arrival.hash} label={t('copy_hash')} />
            </div>
          </Row>
        )}
      </Rows>
    </article>
  )
}
