import { sha256 } from '@noble/hashes/sha2'
import { utf8ToBytes } from '@noble/hashes/utils'

/** SHA-256 of a name on a list. */
export function hashOf(name: string): DataView {
  return new DataView(sha256(utf8ToBytes(name)).buffer)
}

/** The host and its parent domains, without the top-level domain. */
export function withParents(hostname: string): string[] {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/**
 * A host of a list in the form in which browsers report it: lower case, Punycode, without `www.`, path and final dot.
 * @returns `null` for a text that is no host of the public internet
 */
export function readListedHost(text: string): string | null {
  const plain = text.trim().toLowerCase()
  // Nearly all entries are written so already, and `URL` is slow for 300,000 of them.
  const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(plain)
    ? plain
    : URL.parse(plain.includes('://') ? plain : `https://${plain}`)?.hostname.replace(/\.$/, '')
  if (host === undefined || host.length > 253 || !host.includes('.') || /^\.|\.\./.test(host)) return null
  return host.replace(/^www\.(?=.+\.)/, '')
}
