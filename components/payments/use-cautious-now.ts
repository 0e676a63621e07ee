import { useNow } from '@/components/use-now'

/** Unix seconds; moves every second while something counts down. */
export function useCautiousNow(isCountingDown: boolean): { nowSeconds: number } {
  return { nowSeconds: Math.floor(useNow(1_000, isCountingDown) / 1_000) }
}
