import type { Risk } from '@/lib/approvals/types'
import { risk } from './risk'

/** From so many refusals in a row on, the window offers to mute the site. */
export const refusalsBeforeMute = 3

export function refusedBefore(refusals: number): Risk[] {
  return refusals >= refusalsBeforeMute ? [risk('note', 'site-refused-before', { count: String(refusals) })] : []
}
