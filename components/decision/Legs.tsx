import type { TransactionRequest } from '@/lib/approvals/types'
import { PaymentLegs } from './PaymentSentence'
import { usePaymentCall } from './use-payment-call'

/** The recipients and amounts of a payout or split; nothing for any other transaction. */
export function Legs({ transaction, chainId }: { transaction: TransactionRequest; chainId: number }) {
  const call = usePaymentCall(transaction)
  return call === null ? null : <PaymentLegs call={call} contract={transaction.to} chainId={chainId} />
}
