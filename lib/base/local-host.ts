/**
 * Hosts that are reached without leaving this machine or its network. Asked with `URL.hostname`, which has already
 * written numbers in any base, short forms and wide letters in the usual way.
 */

/** True for this machine, by name or number, of IPv4, IPv6 or IPv4 within IPv6. */
export function isThisMachine(hostname: string): boolean {
  const host = plainHost(hostname)
  return /(?:^|\.)localhost$/.test(host) || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** True for this machine, private networks and test names: developers use them, phishing does not. */
export function isLocalHost(hostname: string): boolean {
  const host = plainHost(hostname)
  if (/(?:^|\.)(?:localhost|test|local|internal|home\.arpa|lan)$/.test(host)) return true
  if (/^(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89a-f][0-9a-f]:.*)$/.test(host)) return true
  const [first, second] = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host)?.slice(1).map(Number) ?? []
  if (first === undefined || second === undefined) return false
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 100 && second >= 64 && second <= 127) ||
    (first === 198 && (second === 18 || second === 19)) ||
    first >= 224
  )
}

/** Without the dot of a full name and the brackets of IPv6; IPv4 that IPv6 carries (RFC 4291, RFC 6052) as IPv4. */
function plainHost(hostname: string): string {
  const host = hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  const [high, low] = /^(?:::(?:ffff:(?:0:)?)?|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host)?.slice(1) ?? []
  if (high === undefined || low === undefined) return host
  return [high, low]
    .map(part => Number.parseInt(part, 16))
    .flatMap(part => [part >> 8, part & 0xff])
    .join('.')
}
