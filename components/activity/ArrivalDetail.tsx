import { format, t, useSlice } from '@/components/app'
import { AddressRow } from '@/components/contacts/AddressRow'
import { NameAddress } from '@/components/contacts/NameAddress'
import { Notice } from '@/components/elements'
import { Row, Rows } from '@/components/elements/later'
import type { ArrivalView } from '@/lib/language/ui'
import { ArrivalStatus } from './ArrivalRow'
import { summariseArrival } from './arrival-words'
import { ExplorerLink } from './ExplorerLink'
import { HashRow } from './HashRow'

/** Everything known of money that came in. */
export function ArrivalDetail({ id }: { id: string }) {
  const arrival = useSlice('arrivals')?.find(candidate => candidate.id === id)
  return arrival === undefined ? <p className="quiet">{t('transaction_not_here')}</p> : <Detail arrival={arrival} />
}

function Detail({ arrival }: { arrival: ArrivalView }) {
  const networks = useSlice('networks') ?? []
  const tokens = useSlice('tokens') ?? []
  const summary = summariseArrival(arrival, { networks, tokens })
  const { amount } = summary
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
      <div className="detail-actions">
        <NameAddress address={summary.from} />
        {arrival.explorerUrl !== null && <ExplorerLink url={arrival.explorerUrl} />}
      </div>
      <Rows>
        {summary.from !== null && <AddressRow label={t('counterparty_from')} address={summary.from} />}
        {arrival.token !== null && <AddressRow label={t('token_contract')} address={arrival.token} name={null} />}
        <Row label={t('arrival_seen')}>{format.dateTime(arrival.at)}</Row>
        {arrival.hash !== null && <HashRow hash={arrival.hash} />}
      </Rows>
    </article>
  )
}
