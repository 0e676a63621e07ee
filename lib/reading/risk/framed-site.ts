import { type Risk, risk } from './risk'

/**
 * Risk of a frame: the person sees another site in the address bar.
 * @param topOrigin `null` for a top frame
 */
export function framedSite(topOrigin: string | null): Risk[] {
  return topOrigin === null ? [] : [risk('caution', 'site-framed', { top: topOrigin })]
}
