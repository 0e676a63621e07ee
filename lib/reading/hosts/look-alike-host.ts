import { skeleton } from './host-skeleton.ts'
import type { LookAlike } from './imitation.ts'

/** Names below this length differ in one letter by chance too often. */
const shortest = 5

/**
 * The host that this one imitates, among the hosts of the sites the person is connected to. Hosts of one domain are not
 * imitations of each other.
 * @param known hosts in lower case
 */
export function lookAlikeHost(hostname: string, known: readonly string[]): LookAlike | null {
  const host = hostname.toLowerCase()
  if (known.includes(host)) return null
  const others = known.filter(other => domainOf(other) !== domainOf(host))
  const sure = others.find(other => skeleton(domainOf(other)) === skeleton(domainOf(host)))
  if (sure !== undefined) return { known: sure, sure: true }
  const near = others.find(other => nameOf(other).length >= shortest && isOneApart(domainOf(other), domainOf(host)))
  return near === undefined ? null : { known: near, sure: false }
}

/** The registrable domain: the last two labels, or three under suffixes like `co.uk`. */
function domainOf(host: string): string {
  const labels = host.split('.')
  return labels.slice(/^(?:ac|co|com|edu|gov|net|or|org)$/.test(labels.at(-2) ?? '') ? -3 : -2).join('.')
}

function nameOf(host: string): string {
  return domainOf(host).split('.')[0] ?? ''
}

/** True if the texts differ by at most one added, removed or replaced character. */
function isOneApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  let index = 0
  while (index < short.length && short[index] === long[index]) index += 1
  return short.slice(short.length === long.length ? index + 1 : index) === long.slice(index + 1)
}
