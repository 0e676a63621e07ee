import type { Risk } from '@/lib/approvals/types'
import type { PhishingList } from './phishing-list'
import { risk } from './risk'

/** What the name of a site's host says against it. `list` is `null` when it could not be read. */
export function siteHost(origin: string, list: PhishingList | null): Risk[] {
  const { hostname } = new URL(origin)
  if (list === null) return [risk('note', 'site-list-unavailable')]
  if (list.has(hostname)) return [risk('danger', 'site-phishing', { host: hostname, date: list.date })]
  const imitated = list.imitated(hostname)
  if (imitated !== null) return [risk('danger', 'site-look-alike', { host: hostname, known: imitated })]
  // Letters of other scripts can be drawn like ours; the name is shown in its plain form.
  return /(?:^|\.)xn--/.test(hostname) ? [risk('caution', 'site-punycode', { host: hostname })] : []
}
