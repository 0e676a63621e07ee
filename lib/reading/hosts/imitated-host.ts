import { skeleton, toUnicode } from './host-skeleton.ts'
import type { Imitation } from './imitation.ts'
import { type ProtectedHost, protectedHosts } from './protected-hosts.ts'

/** Words that bring people to a fraudulent site, as part of a word. */
const lures =
  /claim|airdrop|drop|reward|bonus|giveaway|gift|free|mint|presale|whitelist|allowlist|eligib|check|distribut|migrat|upgrad|verif|valid|restor|recover|sync|connect|unlock|secur|support|help|login|logon|signin|wallet|dapp|launch|portal|official|event|season|point|stak|swap|bridge|token|defi|update|refund|revoke|rectif|regist|extension|download|desktop|suite|live|start/
const luresAlone = /^(?:apps?|web3?|go|my|get|use|trade|v[2-9]|io|us|en|eth|nft|fix|pro)$/
/** Words that hardly stand in an honest name. */
const strongLures =
  /claim|airdrop|reward|giveaway|presale|eligib|migrat|verif|validat|restor|recover|whitelist|allowlist|distribut|refund|rectif/

/** Where owners of protected hosts, and others, have pages for support, writing or an ENS name. */
const platforms =
  /^(?:zendesk\.com|freshdesk\.com|notion\.site|gitbook\.io|medium\.com|substack\.com|statuspage\.io|readme\.io|discourse\.group|eth\.limo|eth\.link)$/

/** Names below this length are found inside other words by chance. */
const shortestInside = 6
/** Names below this length differ by one slip by chance. */
const shortestSlip = 5

/**
 * The protected host that this one imitates.
 * @param hostname as the browser writes it
 * @returns `null` for a protected host, everything below one, and a host that imitates none
 */
export function imitatedHost(hostname: string): Imitation | null {
  const host = toUnicode(hostname).replace(/\.$/, '')
  const labels = host.split('.')
  const ends = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  index ??= createIndex(protectedHosts)
  const { hosts, bySkeleton } = index
  if (ends.some(end => hosts.has(end))) return null
  const alike = ends.flatMap(end => bySkeleton.get(skeleton(end)) ?? [])[0]
  if (alike !== undefined) return { known: alike, by: 'alike', isSure: true }
  return containsHost(labels, index) ?? slip(labels, index) ?? borrowedName(labels, index)
}

interface NamedHost extends ProtectedHost {
  /** Skeleton of the name. */
  drawn: string
}

interface Index {
  hosts: ReadonlySet<string>
  /** Skeleton of a whole host → host. */
  bySkeleton: ReadonlyMap<string, string>
  /** Skeleton of a name → its first host. */
  byName: ReadonlyMap<string, ProtectedHost>
  /** Distinctive names that may be found inside a word. */
  inside: readonly NamedHost[]
  /** With the ending after the name. */
  slips: readonly (NamedHost & { ending: string })[]
}

let index: Index | null = null

function createIndex(all: readonly ProtectedHost[]): Index {
  const drawn = all.map(each => ({
    ...each,
    drawn: skeleton(each.name),
    ending: each.host.slice(each.name.length + 1),
  }))
  return {
    hosts: new Set(all.map(({ host }) => host)),
    bySkeleton: new Map(all.map(({ host }) => [skeleton(host), host])),
    byName: new Map(drawn.toReversed().map(each => [each.drawn, each])),
    inside: drawn.filter(({ isDistinctive }) => isDistinctive),
    slips: drawn.filter(({ name }) => name.length >= shortestSlip),
  }
}

/** A whole protected host in the middle: `app.uniswap.org.claim.example`, `curve-fi.example`. */
function containsHost(labels: readonly string[], { hosts }: Index): Imitation | null {
  const words = labels.flatMap(label => label.split('-'))
  for (let start = 0; start < words.length - 1; start += 1)
    for (const length of [2, 3]) {
      const known = words.slice(start, start + length).join('.')
      if (start + length < words.length && hosts.has(known)) return { known, by: 'name', isSure: true }
    }
  return null
}

/** One letter more, less, different or swapped. With another ending as well, only long names count. */
function slip(labels: readonly string[], { slips }: Index): Imitation | null {
  for (const count of labels.length > 2 ? [1, 2] : [1]) {
    const name = labels.at(-count - 1) ?? ''
    if (name.length < shortestSlip - 1) continue
    const drawn = skeleton(name)
    const ending = labels.slice(-count).join('.')
    const near = slips.filter(known => isOneSlipApart(known.drawn, drawn) || isOneSlipApart(known.name, name))
    const here = near.find(known => known.ending === ending)
    if (here !== undefined)
      return { known: here.host, by: 'alike', isSure: here.isDistinctive || here.name.length >= 7 }
    const elsewhere = near.find(known => known.isDistinctive && known.name.length >= 7)
    if (elsewhere !== undefined) return { known: elsewhere.host, by: 'alike', isSure: elsewhere.name.length >= 8 }
  }
  return null
}

/** The name of a protected host: as another domain, as a word of any label, or as a part of a word. */
function borrowedName(labels: readonly string[], { byName, inside }: Index): Imitation | null {
  const words = labels.flatMap(label => label.split('-'))
  const isPlatform = platforms.test(labels.slice(-2).join('.'))
  for (const [position, label] of labels.slice(0, -1).entries()) {
    for (const word of new Set([...label.split('-'), label])) {
      const drawn = skeleton(word)
      const whole = byName.get(drawn)
      const part = whole === undefined ? inside.find(each => isInside(each, word, drawn)) : undefined
      const known = whole ?? part
      if (known === undefined) continue
      const remains = part === undefined ? [] : without(part, word, drawn)
      const others = [...remains, ...words.filter(other => !word.includes(other))]
      const isStrong = others.some(other => strongLures.test(other))
      if (whole?.isDistinctive === false && !isStrong) continue
      const isDomain = whole !== undefined && word === label && position === labels.length - 2
      const beside = [...remains, ...label.split('-')]
      const isLuring = others.some(other => lures.test(other)) || beside.some(other => luresAlone.test(other))
      return { known: known.host, by: 'name', isSure: isDomain || isStrong || (isLuring && !isPlatform) }
    }
  }
  return null
}

/** True if a word contains the name. A short one only counts beside a word that lures. */
function isInside(known: NamedHost, word: string, drawn: string): boolean {
  if (!word.includes(known.name) && !drawn.includes(known.drawn)) return false
  const remains = without(known, word, drawn)
  return remains.length > 1 && (known.name.length >= shortestInside || remains.some(rest => strongLures.test(rest)))
}

/** What is left of a word without the name in it. */
function without(known: NamedHost, word: string, drawn: string): string[] {
  return word.includes(known.name) ? word.split(known.name) : drawn.split(known.drawn)
}

/** True if the texts differ by one added, removed, replaced or swapped letter. */
function isOneSlipApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1 || left === right) return false
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start += 1
  let end = 0
  while (end < shorter - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end += 1
  const differing = Math.max(left.length, right.length) - start - end
  if (differing === 1) return true
  return (
    differing === 2 &&
    left.length === right.length &&
    left[start] === right[start + 1] &&
    left[start + 1] === right[start]
  )
}
