import { useSlice } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { Row, Rows } from '@/components/elements/Row'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import { isSameAddress } from '@/lib/base/hex'
import type { TransactionPreview } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { AllowanceLimit } from './AllowanceLimit'
import { BalanceChanges } from './BalanceChanges'
import { ClearSigned } from './ClearSigned'
import { DelegateFacts } from './DelegateFacts'
import { Fee } from './Fee'
import { GasLimit, GasTooLow } from './GasLimit'
import { InsideCalls } from './InsideCalls'
import { Legs } from './Legs'
import { MovedItems } from './MovedItems'
import { Nonce } from './Nonce'
import { ProxyFacts } from './ProxyFacts'

/** What a transaction changes, to whom, and for how much. */
export function TransactionBody({
  approval,
  transaction,
  onChanging,
}: {
  approval: ApprovalView
  transaction: TransactionRequest
  onChanging(index: number, isChanging: boolean): void
}) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(candidate => candidate.id === approval.networkId)?.symbol ?? ''
  const { preview } = approval
  if (preview === null) return <AsAsked transaction={transaction} symbol={symbol} />
  const { counterparty, code } = preview.description
  const delegate = code === 'delegate' ? counterparty : null
  const isAllowance = code.startsWith('allow-') || code.startsWith('revoke-')
  const through =
    transaction.to !== null && counterparty !== null && !isSameAddress(counterparty, transaction.to)
      ? transaction.to
      : null
  return (
    <>
      <BalanceChanges preview={preview} symbol={symbol} />
      {code.startsWith('allow-') && readAllowance(transaction) !== null && (
        <AllowanceLimit
          approvalId={approval.id}
          index={0}
          transaction={transaction}
          description={preview.description}
          onChanging={onChanging}
        />
      )}
      <Legs transaction={transaction} networkId={approval.networkId} />
      <MovedItems description={preview.description} />
      <InsideCalls calls={preview.inside[0] ?? []} preview={preview} networkId={approval.networkId} symbol={symbol} />
      <ClearSigned
        transaction={transaction}
        stated={preview.description}
        effects={preview.effects}
        proxies={preview.proxies}
        on={approval}
      />
      <Obstacles preview={preview} symbol={symbol} />
      {delegate !== null && <DelegateFacts delegate={delegate} preview={preview} />}
      {counterparty !== null && delegate === null && (
        <Rows>
          <AddressRow label={t(isAllowance ? 'counterparty_spender' : 'counterparty_to')} address={counterparty} />
          {through !== null && (
            <Row label={t('counterparty_contract')} stacked>
              <AddressText address={through} />
            </Row>
          )}
        </Rows>
      )}
      <ProxyFacts contract={transaction.to} proxies={preview.proxies} />
      <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol}>
        <GasLimit approval={approval} />
      </Fee>
      <GasTooLow approval={approval} />
      <Nonce approval={approval} preview={preview} />
    </>
  )
}

/** The request as the site sent it, until the worker has read it. */
function AsAsked({ transaction, symbol }: { transaction: TransactionRequest; symbol: string }) {
  return (
    <>
      <section className="changes" aria-busy="true">
        <p className="changes-quiet">{t('changes_running')}</p>
      </section>
      <Rows>
        {transaction.to !== null && (
          <Row label={t('counterparty_to')} stacked>
            <AddressText address={transaction.to} />
          </Row>
        )}
        <Row label={t('amount')}>
          {format.amount(BigInt(transaction.value), 18, 'exact')} <span className="symbol">{symbol}</span>
        </Row>
      </Rows>
    </>
  )
}

/** Why the transaction cannot be approved: a shortfall, or a network that does not answer. */
export function Obstacles({ preview, symbol }: { preview: TransactionPreview; symbol: string }) {
  const { remaining, failure } = preview
  const isShort = remaining?.startsWith('-') === true
  return (
    <>
      {isShort && (
        <Notice tone="danger">
          {t('shortfall', { amount: `${format.amount(-BigInt(remaining), 18, 'short')} ${symbol}` })}
        </Notice>
      )}
      {failure != null && (
        <Notice tone="caution" live>
          {failureSentence(failure)}
        </Notice>
      )}
    </>
  )
}
