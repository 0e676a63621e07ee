import type { Risk } from '@/lib/approvals/types'
import { lookAlikeHost } from '@/lib/sites/look-alike-host'
import { isLocalHost, type PhishingList } from '@/lib/sites/phishing-list'
import { risk } from './risk'

/**
 * Risks of a site's host name.
 * @param list `null` if it could not be read
 * @param connectedHosts hosts of the sites that the person is connected to
 */
export function siteHost(origin: string, list: PhishingList | null, connectedHosts: readonly string[]): Risk[] {
  // A full name may end with a dot.
  const hostname = new URL(origin).hostname.replace(/\.$/, '')
  const found = list === null ? [risk('note', 'site-list-unavailable')] : []
  if (list?.has(hostname) === true) return [risk('danger', 'site-phishing', { host: hostname, date: list.date })]
  const imitated = list?.imitated(hostname) ?? null
  if (imitated !== null) return [risk('danger', 'site-look-alike', { host: hostname, known: imitated })]
  const like = isLocalHost(hostname)
    ? null
    : lookAlikeHost(
        hostname,
        connectedHosts.filter(other => !isLocalHost(other)),
      )
  if (like !== null)
    return [
      ...found,
      risk(like.sure ? 'danger' : 'caution', 'site-look-alike-connected', { host: hostname, known: like.known }),
    ]
  // Letters of other scripts may look like Latin ones: the risk shows the encoded name.
  return /(?:^|\.)xn--/.test(hostname) ? [...found, risk('caution', 'site-punycode', { host: hostname })] : found
}
