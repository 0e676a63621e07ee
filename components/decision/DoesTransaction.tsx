import type { NetworkId } from '@/lib/base/network-id'
import type { Description } from '@/lib/reading/calls/description'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { Does } from './Does'
import { PaymentSentence } from './PaymentSentence'
import { usePaymentCall } from './use-payment-call'

/** What a transaction does: as a call of a known payment contract, otherwise as the worker described it. */
export function DoesTransaction({
  description,
  transaction,
  networkId,
}: {
  description: Description
  transaction: TransactionRequest
  networkId: NetworkId
}) {
  const isPlainCall = description.code === 'call-contract' && BigInt(transaction.value) === 0n
  const call = usePaymentCall(isPlainCall ? transaction : null)
  if (call === null) return <Does description={description} networkId={networkId} />
  return <PaymentSentence call={call} contract={transaction.to} networkId={networkId} />
}
