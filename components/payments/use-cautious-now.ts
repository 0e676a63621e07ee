import { useNow, useSlice } from '@/components/app'

/** Seconds by which two clocks may differ without anybody having to know. */
const toleratedSkew = 30

/**
 * Unix seconds by the slower of two clocks, the network's and the device's: nothing is called expired while either
 * still runs. Moves every second while something counts down. `skewSeconds`: by how much the device is ahead of the
 * network, where that is too much; `null` where it is not.
 */
export function useCautiousNow(isCountingDown: boolean): { nowSeconds: number; skewSeconds: number | null } {
  const head = useSlice('chainHead')
  const device = useNow(1_000, isCountingDown) / 1_000
  if (head == null) return { nowSeconds: Math.floor(device), skewSeconds: null }
  const ahead = head.readAt / 1_000 - head.chainSeconds
  // A block is as old as the time from one to the next even where both clocks agree.
  const skew = ahead > 0 ? Math.max(0, ahead - (head.blockMs ?? 0) / 1_000) : ahead
  return {
    nowSeconds: Math.floor(Math.min(device, device - skew)),
    skewSeconds: Math.abs(skew) > toleratedSkew ? Math.round(skew) : null,
  }
}
