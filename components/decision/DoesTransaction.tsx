import type { Description, TransactionRequest } from '@/lib/approvals/types'
import { Does } from './Does'
import { PaymentSentence } from './PaymentSentence'
import { usePaymentCall } from './use-payment-call'

/** What a transaction does: as a call of a known payment contract, otherwise as the worker described it. */
export function DoesTransaction({
  description,
  transaction,
  chainId,
}: {
  description: Description
  transaction: TransactionRequest
  chainId: number
}) {
  const isPlainCall = description.code === 'call-contract' && BigInt(transaction.value) === 0n
  const call = usePaymentCall(isPlainCall ? transaction : null)
  if (call === null) return <Does description={description} chainId={chainId} />
  return <PaymentSentence call={call} contract={transaction.to} chainId={chainId} />
}
