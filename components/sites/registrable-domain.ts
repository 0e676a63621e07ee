import { suffixLength } from './public-suffix'

export interface HostParts {
  /** `pay.` of `pay.shop.example`; empty if there is none. */
  before: string
  /** The registrable domain; the whole host for IP addresses, local names and public suffixes. */
  domain: string
}

/**
 * Splits a host at its registrable domain by the public suffix list, with its private part (`alice.github.io` is
 * Alice's).
 * @param host with or without a port, as the browser writes it
 */
export function splitHost(host: string): HostParts {
  const name = host.replace(/:\d+$/, '')
  const labels = name.split('.')
  const isAddress = name.startsWith('[') || /^\d+$/.test(labels.at(-1) ?? '')
  const count = isAddress ? labels.length : suffixLength(labels) + 1
  if (labels.length <= count) return { before: '', domain: host }
  const domain = labels.slice(-count).join('.')
  return { before: name.slice(0, name.length - domain.length), domain: `${domain}${host.slice(name.length)}` }
}
