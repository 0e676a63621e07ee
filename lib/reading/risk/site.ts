import type { HostFacts } from '@/lib/reading/list-formats/listing'
import { framedSite } from './framed-site'
import { refusedBefore } from './refused-before'
import type { Risk } from './risk'
import { siteHost } from './site-host'

/**
 * The risks of a requesting site, whatever it asks for. Every code begins with `site-`.
 * @param facts `topHost` is the host of the page that shows the site in a frame, where the browser names it
 */
export function siteRisks(facts: {
  host: HostFacts
  topHost: HostFacts | null
  topOrigin: string | null
  refusals: number
}): Risk[] {
  const own = siteHost(facts.host)
  // Of the page around it, what its own host has not said already.
  const around =
    facts.topHost === null ? [] : siteHost(facts.topHost).filter(({ code }) => code !== 'site-list-unavailable')
  return [...own, ...around, ...framedSite(facts.topOrigin), ...refusedBefore(facts.refusals)]
}
