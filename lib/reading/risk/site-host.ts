import type { HostFacts } from '@/lib/reading/list-formats/listing'
import { type Risk, risk } from './risk'

/** Risks of a site's host name. */
export function siteHost({ host, listed, isUnlisted, imitates, likeConnected }: HostFacts): Risk[] {
  const found = isUnlisted ? [risk('note', 'site-list-unavailable')] : []
  if (listed !== null) return [risk('danger', 'site-phishing', { host, list: listed.list, date: listed.date })]
  if (imitates !== null) {
    const code = imitates.by === 'alike' ? 'site-look-alike' : 'site-borrowed-name'
    return [...found, risk(imitates.isSure ? 'danger' : 'caution', code, { host, known: imitates.known })]
  }
  if (likeConnected !== null) {
    const { known, sure } = likeConnected
    return [...found, risk(sure ? 'danger' : 'caution', 'site-look-alike-connected', { host, known })]
  }
  // Letters of other scripts may look like Latin ones: the risk shows the encoded name.
  return /(?:^|\.)xn--/.test(host) ? [...found, risk('caution', 'site-punycode', { host })] : found
}
