import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { PaymentLegs } from './PaymentSentence'
import { usePaymentCall } from './use-payment-call'

/** The recipients and amounts of a payout or split; nothing for any other transaction. */
export function Legs({ transaction, networkId }: { transaction: TransactionRequest; networkId: NetworkId }) {
  const call = usePaymentCall(transaction)
  return call === null ? null : <PaymentLegs call={call} contract={transaction.to} networkId={networkId} />
}
