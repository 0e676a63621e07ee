import { type Risk, risk } from './risk'

/** After this many refusals in a row the decision window offers to mute the site. */
export const refusalsBeforeMute = 3

/** Risk of a site that was refused often; with it the window offers to mute the site. */
export function refusedBefore(refusals: number): Risk[] {
  return refusals >= refusalsBeforeMute ? [risk('note', 'site-refused-before', { count: String(refusals) })] : []
}
