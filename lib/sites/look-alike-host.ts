import { skeleton } from './host-skeleton.ts'

/** `sure`: drawn alike. Otherwise one letter more, less or other. */
export interface LookAlike {
  known: string
  sure: boolean
}

/** In shorter names one letter is too much of them to say anything. */
const shortest = 5

/**
 * The host among those the person is connected to that this one may be taken for. Hosts of one domain are each other's neighbours, not imitations.
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

/** The last two labels, or three where the one before the last is of the kind `co.uk`: what people read of a host. */
function domainOf(host: string): string {
  const labels = host.split('.')
  return labels.slice(/^(?:ac|co|com|edu|gov|net|or|org)$/.test(labels.at(-2) ?? '') ? -3 : -2).join('.')
}

function nameOf(host: string): string {
  return domainOf(host).split('.')[0] ?? ''
}

export function isOneApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  let index = 0
  while (index < short.length && short[index] === long[index]) index += 1
  return short.slice(short.length === long.length ? index + 1 : index) === long.slice(index + 1)
}
