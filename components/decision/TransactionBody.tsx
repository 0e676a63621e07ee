import type { Address } from 'viem'
import { useSlice } from '@/components/client-context'
import { AddressText } from '@/components/elements/AddressText'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { format, t } from '@/components/i18n'
import type { TransactionPreview, TransactionRequest } from '@/lib/approvals/types'
import type { ApprovalView } from '@/lib/messaging/ui'
import { BalanceChanges } from './BalanceChanges'
import { Does } from './does'
import { Fee } from './Fee'
import { RawData } from './RawData'
import { Risks } from './Risks'
import { Row } from './Row'

/** A transaction to be decided on, in the order of what matters: what it does, what it changes, to whom, for how much, at what risk. */
export function TransactionBody({
  approval,
  transaction,
}: {
  approval: ApprovalView
  transaction: TransactionRequest
}) {
  const networks = useSlice('networks') ?? []
  const network = networks.find(candidate => candidate.chainId === approval.chainId)
  const symbol = network?.symbol ?? 'ETH'
  const nameOf = useNames()
  const { preview } = approval
  if (preview === null) return <WaitingBody transaction={transaction} symbol={symbol} />
  const { counterparty } = preview.description
  const name = counterparty === null ? null : nameOf(counterparty)
  return (
    <>
      <Does description={preview.description} symbol={symbol} nameOf={nameOf} />
      <BalanceChanges simulation={preview.simulation} symbol={symbol} />
      <Shortfall preview={preview} symbol={symbol} />
      <FailureNotice failure={preview.failure ?? null} />
      <dl className="rows">
        {counterparty !== null && (
          <Row label={t(isAllowance(preview) ? 'counterparty_spender' : 'counterparty_to')} stacked>
            {name !== null && <span className="counterparty-name">{name}</span>}
            <AddressText address={counterparty} />
          </Row>
        )}
        {transaction.to !== null &&
          counterparty !== null &&
          counterparty.toLowerCase() !== transaction.to.toLowerCase() && (
            <Row label={t('counterparty_contract')} stacked>
              <AddressText address={transaction.to} />
            </Row>
          )}
      </dl>
      <Fee approvalId={approval.id} fee={preview.fee} symbol={symbol} />
      <Risks risks={approval.risks} />
      <RawData parts={rawParts(preview, transaction)} />
    </>
  )
}

/** Before the worker has worked anything out: what was asked for, as it was asked. */
function WaitingBody({ transaction, symbol }: { transaction: TransactionRequest; symbol: string }) {
  return (
    <>
      <p className="does">{t('does_being_read')}</p>
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

function Shortfall({ preview, symbol }: { preview: TransactionPreview; symbol: string }) {
  if (preview.remaining === null || !preview.remaining.startsWith('-')) return null
  const missing = -BigInt(preview.remaining)
  return <Notice tone="danger">{t('shortfall', { amount: `${format.amount(missing, 18, 'short')} ${symbol}` })}</Notice>
}

function isAllowance({ description }: TransactionPreview): boolean {
  return description.code.startsWith('allow-') || description.code.startsWith('revoke-')
}

/** The name a person gave to an address: so far, those of their own accounts. */
export function useNames(): (address: string) => string | null {
  const accounts = useSlice('accounts') ?? []
  return address => accounts.find(account => account.address.toLowerCase() === address.toLowerCase())?.name ?? null
}

function rawParts(preview: TransactionPreview, asked: TransactionRequest): [string, string][] {
  const { transaction, nonce } = preview
  const to: Address | null = transaction.to ?? asked.to
  const chosen = preview.fee?.choices.find(choice => choice.speed === preview.fee?.chosen)
  const parts: [string, string][] = [
    [t('raw_to'), to ?? t('raw_new_contract')],
    [t('raw_value'), `${BigInt(transaction.value)} wei`],
    [t('raw_gas'), `${BigInt(transaction.gas)}`],
  ]
  if (chosen !== undefined) {
    parts.push([t('raw_max_fee'), `${BigInt(chosen.maxFeePerGas)} wei`])
    parts.push([t('raw_max_tip'), `${BigInt(chosen.maxPriorityFeePerGas)} wei`])
  }
  const number = nonce.policy === 'fixed' ? nonce.value : nonce.expected
  parts.push([t('raw_nonce'), number === null ? t('raw_nonce_next') : `${number}`])
  parts.push([t('raw_data_field'), transaction.data])
  return parts
}
