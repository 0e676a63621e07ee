import type { Risk } from '@/lib/approvals/types'
import { framedSite } from './framed-site'
import type { PhishingList } from './phishing-list'
import { refusedBefore } from './refused-before'
import { siteHost } from './site-host'

/** What is wrong with who asks, whatever it asks for. Every code begins with `site-`. */
export function siteRisks(facts: {
  origin: string
  topOrigin: string | null
  refusals: number
  list: PhishingList | null
  /** Hosts of the sites that the person is connected to. */
  connected: readonly string[]
}): Risk[] {
  return [
    ...siteHost(facts.origin, facts.list, facts.connected),
    ...framedSite(facts.topOrigin),
    ...refusedBefore(facts.refusals),
  ]
}
