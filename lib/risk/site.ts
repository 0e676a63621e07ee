import type { Risk } from '@/lib/approvals/types'
import type { PhishingList } from '@/lib/sites/phishing-list'
import { framedSite } from './framed-site'
import { refusedBefore } from './refused-before'
import { siteHost } from './site-host'

/**
 * The risks of a requesting site, whatever it asks for. Every code begins with `site-`. @param facts `list` is `null`
 * if it could not be read
 */
export function siteRisks(facts: {
  origin: string
  topOrigin: string | null
  refusals: number
  list: PhishingList | null
  /** Hosts of the sites that the person is connected to. */
  connectedHosts: readonly string[]
}): Risk[] {
  return [
    ...siteHost(facts.origin, facts.list, facts.connectedHosts),
    ...framedSite(facts.topOrigin),
    ...refusedBefore(facts.refusals),
  ]
}
