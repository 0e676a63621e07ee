import { toQuantity } from '@/lib/base/hex'
import type { ArrivalView } from '@/lib/language/ui'
import type { Arrival } from './arrival-rows'

/** @param explorerUrl base address of the network's explorer */
export function toArrivalView({ amount, ...arrival }: Arrival, explorerUrl: string | null): ArrivalView {
  return {
    ...arrival,
    amount: toQuantity(amount),
    explorerUrl: explorerUrl === null || arrival.hash === null ? null : `${explorerUrl}/tx/${arrival.hash}`,
  }
}
