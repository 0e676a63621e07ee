import type { Risk } from '@/lib/approvals/types'
import type { PhishingList } from '@/lib/sites/phishing-list'
import { framedSite } from './framed-site'
import { refusedBefore } from './refused-before'
import { siteHost } from './site-host'

/** What is wrong with who asks, whatever it asks for. Every code begins with `site-`. */
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
