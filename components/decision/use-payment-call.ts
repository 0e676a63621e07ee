import { useEffect, useState } from 'react'
import type { PaymentCall } from '@/lib/reading/calls/payment-calls'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

/** The call of a payment contract, decoded; `null` for any other call and until the decoder is loaded. */
export function usePaymentCall(transaction: Pick<TransactionRequest, 'to' | 'data'> | null): PaymentCall | null {
  const [call, setCall] = useState<{ data: string; call: PaymentCall | null } | null>(null)
  const to = transaction?.to ?? null
  const data = transaction?.data ?? '0x'
  useEffect(() => {
    if (to === null || data.length < 10) return
    let current = true
    void import('@/lib/reading/calls/payment-calls').then(({ readPaymentCall }) => {
      if (current) setCall({ data: `${to}${data}`, call: readPaymentCall({ to, data }) })
    })
    return () => {
      current = false
    }
  }, [to, data])
  return call !== null && call.data === `${to}${data}` ? call.call : null
}
