import type { Risk } from '@/lib/approvals/types'
import { lookAlikeHost } from '@/lib/sites/look-alike-host'
import { isNearby, type PhishingList } from '@/lib/sites/phishing-list'
import { risk } from './risk'

/**
 * What the name of a site's host says against it.
 * @param list `null` when it could not be read
 * @param connected hosts of the sites that the person is connected to
 */
export function siteHost(origin: string, list: PhishingList | null, connected: readonly string[]): Risk[] {
  // The dot that may end a full name is not part of what is read of it.
  const hostname = new URL(origin).hostname.replace(/\.$/, '')
  const found = list === null ? [risk('note', 'site-list-unavailable')] : []
  if (list?.has(hostname) === true) return [risk('danger', 'site-phishing', { host: hostname, date: list.date })]
  const imitated = list?.imitated(hostname) ?? null
  if (imitated !== null) return [risk('danger', 'site-look-alike', { host: hostname, known: imitated })]
  const like = isNearby(hostname)
    ? null
    : lookAlikeHost(
        hostname,
        connected.filter(other => !isNearby(other)),
      )
  if (like !== null)
    return [
      ...found,
      risk(like.sure ? 'danger' : 'caution', 'site-look-alike-connected', { host: hostname, known: like.known }),
    ]
  // Letters of other scripts can be drawn like ours; the name is shown in its plain form.
  return /(?:^|\.)xn--/.test(hostname) ? [...found, risk('caution', 'site-punycode', { host: hostname })] : found
}
