import { useSlice } from '@/components/app'
import type { TransferView } from '@/lib/language/payments'

export interface Depth {
  /**
   * Blocks on top of its own, that one included; 0 while it is only pre-confirmed, `null` while the newest block is not
   * known.
   */
  of(transfer: Pick<TransferView, 'blockNumber' | 'isSealed'>): number | null
  /** From here on a transfer counts for good. */
  wanted: number
}

/** How deep transfers lie, and how deep they should. */
export function useDepth(): Depth {
  const head = useSlice('chainHead')
  const wanted = useSlice('settings')?.confirmations ?? 12
  return {
    of({ blockNumber, isSealed }) {
      if (!isSealed) return 0
      return head == null ? null : Math.max(1, head.number - blockNumber + 1)
    },
    wanted,
  }
}
