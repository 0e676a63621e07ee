import type { Description, TransactionRequest } from '@/lib/approvals/types'
import { Does } from './Does'
import { PaymentSentence } from './PaymentSentence'
import { usePaymentCall } from './use-payment-call'

/** What a transaction does: as the worker described it, or, where it only knows a call of some contract, as the call of a payment contract it is. */
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
