import { getAddress } from '@/lib/base/checksum'
import { type Recap, readRecap } from './recap'

/**
 * Sign-In with Ethereum (EIP-4361). The message is text that a server parses by the ABNF of that standard; here it is
 * parsed by the same, and its claims are compared with who really asks. It is stricter in this: a user name before the
 * domain and an empty port are refused, because a person reads them as another site, and a date must exist.
 */
export interface SignIn {
  scheme: string | null
  domain: string
  address: string
  statement: string | null
  uri: string
  version: string
  chainId: bigint
  nonce: string
  issuedAt: string
  expirationTime: string | null
  notBefore: string | null
  requestId: string | null
  resources: string[]
  /** Permissions for other services (EIP-5573); `null` if it gives none. */
  recap: Recap | null
}

const head =
  /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):\/\/)?([^\s/?#@]+?)(:\d{1,5})? wants you to sign in with your Ethereum account:\n(0x[0-9a-fA-F]{40})\n\n(?:([\w !#$&-;=?@[\]~]*)\n)?\n/

/** EIP-4361, ABNF message format. `null` when the text does not follow it to the letter. */
export function readSignIn(text: string): SignIn | null {
  const start = head.exec(text)
  if (start === null) return null
  const [whole, scheme = null, host = '', port = '', address = '', statement = null] = start
  if (!isHost(host) || getAddress(address) !== address) return null
  const lines = text.slice(whole.length).split('\n')
  let position = 0

  function take(label: string): string | null {
    const line = lines[position]
    if (line === undefined || !line.startsWith(`${label}: `)) return null
    position += 1
    return line.slice(label.length + 2)
  }

  const uri = take('URI')
  const version = take('Version')
  const chainId = take('Chain ID')
  const nonce = take('Nonce')
  const issuedAt = take('Issued At')
  if (uri === null || version === null || chainId === null || nonce === null || issuedAt === null) return null
  const expirationTime = take('Expiration Time')
  const notBefore = take('Not Before')
  const requestId = take('Request ID')
  const resources: string[] = []
  if (lines[position] === 'Resources:') {
    position += 1
    for (let line = lines[position]; line?.startsWith('- '); line = lines[position]) {
      resources.push(line.slice(2))
      position += 1
    }
  }
  if (position !== lines.length) return null
  if (!/^\d{1,78}$/.test(chainId) || !/^[a-zA-Z0-9]{8,}$/.test(nonce) || version !== '1') return null
  if (![uri, ...resources].every(isUri) || (requestId !== null && !isSegment(requestId))) return null
  if (![issuedAt, expirationTime, notBefore].every(time => time === null || isTime(time))) return null
  return {
    scheme,
    domain: `${host}${port}`,
    address,
    statement: statement === '' ? null : statement,
    uri,
    version,
    chainId: BigInt(chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
    recap: readRecap(resources, statement),
  }
}

/** RFC 3339 date-time. */
function isTime(text: string): boolean {
  const found = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.exec(text)
  if (found === null || Number.isNaN(Date.parse(text))) return false
  // `Date` takes the 30th of February for the 2nd of March.
  return new Date(`${found[1]}T00:00:00Z`).toISOString().startsWith(found[1] ?? '')
}

/** RFC 3986, appendix A: the grammar of a URI, which is narrower than what `URL` takes. */

const encoded = '%[0-9a-fA-F]{2}'
/** A character of a path segment. */
const pchar = `(?:[\\w.~!$&'()*+,;=:@-]|${encoded})`
const userinfo = `(?:[\\w.~!$&'()*+,;=:-]|${encoded})*@`
const host = `(\\[[0-9a-fA-F:.]+\\])|(?:[\\w.~!$&'()*+,;=-]|${encoded})*`
const path = `(?:/${pchar}*)*`
const hierarchy = `(?://(?:${userinfo})?(?:${host})(?::\\d*)?${path}|/(?:${pchar}+${path})?|${pchar}+${path})?`
const tail = `(?:${pchar}|[/?])*`
const uri = new RegExp(`^[a-zA-Z][a-zA-Z0-9+.-]*:${hierarchy}(?:\\?${tail})?(?:#${tail})?$`)
const segment = new RegExp(`^${pchar}*$`)
const name = new RegExp(`^(?:${host})$`)

function isUri(text: string): boolean {
  const found = uri.exec(text)
  return found !== null && isAddressLiteral(found[1])
}

/** True for characters of one path segment, or none. */
function isSegment(text: string): boolean {
  return segment.test(text)
}

/** True for a host name or an address, without a port. */
function isHost(text: string): boolean {
  const found = name.exec(text)
  return text !== '' && found !== null && isAddressLiteral(found[1])
}

/** @param literal an IPv6 address in brackets; `undefined` for another host */
function isAddressLiteral(literal: string | undefined): boolean {
  return literal === undefined || URL.canParse(`http://${literal}/`)
}
