import { parse } from 'tldts'

export interface HostParts {
  /** `pay.` of `pay.shop.example`; empty if there is none. */
  before: string
  /** The registrable domain; the whole host for IP addresses and local names. */
  domain: string
}

/**
 * Splits a host at its registrable domain by the public suffix list, with its private part (`alice.github.io` is
 * Alice's).
 */
export function splitHost(host: string): HostParts {
  const name = host.replace(/:\d+$/, '')
  const port = host.slice(name.length)
  const { domain, isIp } = parse(name, { allowPrivateDomains: true, validateHostname: false })
  if (isIp === true || domain === null || !name.endsWith(domain)) return { before: '', domain: host }
  return { before: name.slice(0, name.length - domain.length), domain: `${domain}${port}` }
}
