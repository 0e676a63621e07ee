import type { HostFacts } from '@/lib/reading/list-formats/listing'
import { type Risk, risk } from './risk'

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
  // Risks of the page around the frame that the frame's own host has not caused already.
  const around =
    facts.topHost === null ? [] : siteHost(facts.topHost).filter(({ code }) => code !== 'site-list-unavailable')
  return [...own, ...around, ...framedSite(facts.topOrigin), ...refusedBefore(facts.refusals)]
}

/** Risks of a site's host name. */
function siteHost({ host, listed, isUnlisted, imitates, likeConnected }: HostFacts): Risk[] {
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

/**
 * Risk of a frame: the person sees another site in the address bar.
 * @param topOrigin `null` for a top frame
 */
function framedSite(topOrigin: string | null): Risk[] {
  return topOrigin === null ? [] : [risk('caution', 'site-framed', { top: topOrigin })]
}

/** After this many refusals in a row the decision window offers to mute the site. */
export const refusalsBeforeMute = 3

/** Risk of a site that was refused often; with it the window offers to mute the site. */
function refusedBefore(refusals: number): Risk[] {
  return refusals >= refusalsBeforeMute ? [risk('note', 'site-refused-before', { count: String(refusals) })] : []
}
