import { useMemo } from 'react'
import { useSlice } from '@/components/client-context'
import type { TransferView } from '@/lib/messaging/payments'
import {
  type ExpectedPayment,
  type ObservedTransfer,
  type Reconciliation,
  reconcile,
} from '@/lib/payments/reconciliation'
import { lowerCaseAddress } from '@/lib/values/hex'

export interface Reconciled extends Reconciliation {
  /** What paid a request, and how far that has got. */
  paidBy(requestId: string): TransferView | null
  transferOf(observed: ObservedTransfer): TransferView | null
}

/** Requests of the selected account against its transfers. Those in the network's own money have no log to be found by. */
export function useReconciled(): Reconciled {
  const selection = useSlice('selection')
  const desk = useSlice('desk')
  const transfers = useSlice('transfers')
  return useMemo(() => {
    const account = selection == null ? null : lowerCaseAddress(selection.address)
    const views = new Map((transfers ?? []).map(view => [view.key, view]))
    const expected = (desk?.requests ?? []).flatMap(({ id, token, amount, memo, fromBlock }): ExpectedPayment[] =>
      token === null || account === null
        ? []
        : [{ id, token, account, amount: amount === null ? null : BigInt(amount), memo, fromBlock }],
    )
    const observed = (transfers ?? []).map(({ amount, ...view }) => ({ ...view, amount: BigInt(amount) }))
    const found: Reconciliation =
      account === null ? { paid: [], unmatched: [], open: [], outgoing: [] } : reconcile(account, expected, observed)
    const paid = new Map(found.paid.map(({ request, transfer }) => [request.id, transfer.key]))
    return {
      ...found,
      paidBy: requestId => views.get(paid.get(requestId) ?? '') ?? null,
      transferOf: ({ key }) => views.get(key) ?? null,
    }
  }, [selection, desk, transfers])
}
