import { refusalsBeforeMute } from '@/lib/decisions/sites/sites'
import { type Risk, risk } from './risk'

/** Risk of a site that was refused often; with it the window offers to mute the site. */
export function refusedBefore(refusals: number): Risk[] {
  return refusals >= refusalsBeforeMute ? [risk('note', 'site-refused-before', { count: String(refusals) })] : []
}
