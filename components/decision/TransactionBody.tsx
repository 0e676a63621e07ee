import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { AddressText } from '@/components/elements/AddressText'
import { Notice } from '@/components/elements/Notice'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import type { TransactionPreview, TransactionRequest } from '@/lib/approvals/types'
import type { ApprovalView } from '@/lib/messaging/ui'
import { AllowanceLimit } from './AllowanceLimit'
import { BalanceChanges } from './BalanceChanges'
import { Fee } from './Fee'
import { Legs } from './Legs'
import { MovedItems } from './MovedItems'
import { Row } from './Row'

/** What a transaction changes, to whom, and for how much. */
export function TransactionBody({
  approval,
  transaction,
  onTyping,
}: {
  approval: ApprovalView
  transaction: TransactionRequest
  onTyping(index: number, typing: boolean): void
}) {
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(candidate => candidate.chainId === approval.chainId)?.symbol ?? ''
  const nameOf = useNames()
  const { preview } = approval
  if (preview === null) return <AsAsked transaction={transaction} symbol={symbol} />
  const { counterparty, code } = preview.description
  const isAllowance = code.startsWith('allow-') || code.startsWith('revoke-')
  const through =
    transaction.to !== null && counterparty !== null && counterparty.toLowerCase() !== transaction.to.toLowerCase()
      ? transaction.to
      : null
  return (
    <>
      <BalanceChanges simulation={preview.simulation} symbol={symbol} />
      {code.startsWith('allow-') && (
        <AllowanceLimit
          approvalId={approval.id}
          index={0}
          transaction={transaction}
          description={preview.description}
          onTyping={onTyping}
        />
      )}
      <Legs transaction={transaction} chainId={approval.chainId} />
      <MovedItems description={preview.description} />
      <Obstacles preview={preview} symbol={symbol} />
      {counterparty !== null && (
        <dl className="rows">
          <Row label={t(isAllowance ? 'counterparty_spender' : 'counterparty_to')} stacked>
            <span className="counterparty-name">{nameOf(counterparty)}</span>
            <AddressText address={counterparty} />
          </Row>
          {through !== null && (
            <Row label={t('counterparty_contract')} stacked>
              <AddressText address={through} />
            </Row>
          )}
        </dl>
      )}
      <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol} />
    </>
  )
}

/** Before the worker has worked anything out: what was asked for, as it was asked. */
function AsAsked({ transaction, symbol }: { transaction: TransactionRequest; symbol: string }) {
  return (
    <>
      <section className="changes" aria-busy="true">
        <p className="changes-quiet">{t('changes_running')}</p>
      </section>
      <dl className="rows">
        {transaction.to !== null && (
          <Row label={t('counterparty_to')} stacked>
            <AddressText address={transaction.to} />
          </Row>
        )}
        <Row label={t('amount')}>
          {format.amount(BigInt(transaction.value), 18, 'exact')} <span className="symbol">{symbol}</span>
        </Row>
      </dl>
    </>
  )
}

/** What stands in the way of approving: money that is missing, or a network that does not answer. */
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
