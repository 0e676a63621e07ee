import { refusalsBeforeMute } from '@/lib/sites/sites'
import type { Risk } from './risk'
import { risk } from './risk'

/** Risk of a site that was refused often; with it the window offers to mute the site. */
export function refusedBefore(refusals: number): Risk[] {
  return refusals >= refusalsBeforeMute ? [risk('note', 'site-refused-before', { count: String(refusals) })] : []
}
