import { useSlice } from '@/components/client-context'
import { AddressRow } from '@/components/contacts/AddressRow'
import { AddressText } from '@/components/elements/AddressText'
import { Row, Rows } from '@/components/elements/Row'
import { format, t } from '@/components/i18n'
import { isSameAddress } from '@/lib/base/hex'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { AllowanceLimit } from '../AllowanceLimit'
import { ApproveTransaction } from '../ApproveTransaction'
import { BalanceChanges } from '../BalanceChanges'
import { ClearSigned } from '../ClearSigned'
import { ChooseConditions, DecisionConditions } from '../DecisionConditions'
import { DelegateFacts } from '../DelegateFacts'
import { DoesTransaction } from '../DoesTransaction'
import { Fee } from '../Fee'
import { GasLimit, GasTooLow } from '../GasLimit'
import { InsideCalls } from '../InsideCalls'
import { Legs } from '../Legs'
import { MovedItems } from '../MovedItems'
import { Nonce, NonceGap } from '../Nonce'
import { Obstacles } from '../Obstacles'
import { ProxyFacts } from '../ProxyFacts'
import { RawData } from '../RawData'
import { called, transactionParts } from '../raw-parts'
import type { Asked, Choosing, ShownKind } from './kind'

export const transaction: ShownKind<'transaction'> = {
  Approve: ({ approval }) => <ApproveTransaction {...approval} />,
  Statement: ({ approval: { preview, networkId } }) =>
    preview === null ? (
      t('does_being_read')
    ) : (
      <DoesTransaction description={preview.description} transaction={preview.transaction} networkId={networkId} />
    ),
  Body,
  Beneath: ({ request, approval }) => (
    <>
      <ChooseConditions approval={approval} />
      <Nonce approval={approval} />
      <RawData parts={approval.preview === null ? called(request.transaction) : transactionParts(approval.preview)} />
    </>
  ),
  contracts: () => [],
}

/** What a transaction changes, to whom, and for how much. */
function Body({ approval, request: { transaction }, onChanging }: Asked<'transaction'> & Choosing) {
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
      <NonceGap approval={approval} />
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
      <DecisionConditions approval={approval} />
      <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol}>
        <GasLimit approval={approval} />
      </Fee>
      <GasTooLow approval={approval} />
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
