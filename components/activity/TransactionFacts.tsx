import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { Row, Rows } from '@/components/elements/Row'
import { format, t } from '@/components/i18n'
import { SiteName } from '@/components/sites/SiteName'
import type { TransactionView } from '@/lib/language/ui'
import { HashRow } from './HashRow'

/** The facts of a transaction: recipient, asking site, fee, block, time, nonce and hash. */
export function TransactionFacts({ row, counterparty }: { row: TransactionView; counterparty: Address | null }) {
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
      <Row label={t('raw_nonce')}>{row.nonce}</Row>
      <HashRow hash={row.hash} />
      {row.replacedBy !== null && <HashRow label={t('transaction_replaced_by')} hash={row.replacedBy} />}
    </Rows>
  )
}
