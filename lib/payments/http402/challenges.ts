/**
 * One challenge of the scheme `Payment` in a `WWW-Authenticate` header, its values unescaped. `null`: the parameter is
 * missing or empty.
 * @see The "Payment" HTTP Authentication Scheme (draft-ryan-httpauth-payment), §Challenge
 */
export interface PaymentChallenge {
  description: string | null
  /** The digest of the request's body, as RFC 9530 writes it. */
  digest: string | null
  /** RFC 3339. */
  expires: string | null
  /** The field that the payment has to travel in. */
  header: string | null
  id: string
  intent: string
  method: string
  realm: string
  opaque: string | null
  /** base64url of JSON, as it came. */
  request: string
}

/** More than a server has reason to send, and little enough to read at once. */
const longestHeader = 48_000
const longestValue = 16_384
const mostChallenges = 10
const mostParameters = 32

const names = ['description', 'digest', 'expires', 'header', 'opaque'] as const

/** True if a header value has a challenge of the scheme `Payment`, readable or not. */
export function asksForPayment(header: string): boolean {
  return /(?:^|[,\s])payment\s/i.test(header)
}

/**
 * The `Payment` challenges of a `WWW-Authenticate` value; several headers are one value with commas. Other schemes
 * between them are passed over.
 * @returns `null` for an entry that lacks a required parameter; `null` altogether where the value breaks the grammar,
 * names a parameter twice, or is too long: nothing of it is believed then
 * @see RFC 9110 §11.6.1
 */
export function readChallenges(header: string): (PaymentChallenge | null)[] | null {
  if (header.length > longestHeader) return null
  const read = readSchemes(header)
  if (read === null) return null
  const own = read.filter(({ scheme }) => scheme === 'payment')
  return own.length > mostChallenges ? null : own.map(({ parameters }) => toChallenge(parameters))
}

function toChallenge(parameters: ReadonlyMap<string, string>): PaymentChallenge | null {
  const required = (name: string): string => parameters.get(name) ?? ''
  const optional = (name: (typeof names)[number]): string | null => parameters.get(name) || null
  const [id, realm, method, intent, request] = ['id', 'realm', 'method', 'intent', 'request'].map(required)
  if (!id || !realm || !method || !intent || !request) return null
  if (!/^[a-z][a-z0-9:_-]{0,63}$/.test(method) || !/^[a-z][a-z0-9:_-]{0,63}$/.test(intent)) return null
  const [description, digest, expires, field, opaque] = names.map(optional)
  return {
    description: description ?? null,
    digest: digest ?? null,
    expires: expires ?? null,
    // The default field needs no naming.
    header: field == null || field.toLowerCase() === 'authorization' ? null : field,
    id,
    intent,
    method,
    realm,
    opaque: opaque ?? null,
    request,
  }
}

interface Scheme {
  /** Lower case. */
  scheme: string
  parameters: Map<string, string>
}

/** token of RFC 9110 §5.6.2. */
const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const separators = /[ \t,]*/y
const blanks = /[ \t]*/y
const token68 = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y
const quoted = /"(?:[^"\\]|\\.)*"/y

function readSchemes(header: string): Scheme[] | null {
  // Control characters have no place in a field; a client that guessed would read another text than the server wrote.
  if (/[^\t\x20-\x7e\x80-\u{10ffff}]/u.test(header)) return null
  const schemes: Scheme[] = []
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const [found] = pattern.exec(header) ?? [null]
    if (found !== null) at += found.length
    return found
  }
  for (take(separators); at < header.length; take(separators)) {
    const word = take(token)
    if (word === null) return null
    const before = at
    take(blanks)
    const current = schemes.at(-1)
    if (header[at] === '=') {
      at++
      take(blanks)
      const value = header[at] === '"' ? unquoted(take(quoted)) : take(token)
      const name = word.toLowerCase()
      if (value === null || value.length > longestValue || current === undefined) return null
      if (current.parameters.has(name) || current.parameters.size >= mostParameters) return null
      current.parameters.set(name, value)
      // After a value comes a comma, or the end.
      take(blanks)
      if (at < header.length && header[at] !== ',') return null
      continue
    }
    schemes.push({ scheme: word.toLowerCase(), parameters: new Map() })
    // Its name ends with a space, or stands alone.
    if (at < header.length && at === before && header[at] !== ',') return null
    take(token68)
  }
  return schemes
}

/** Text of a quoted string: `\x` is x, and `\uXXXX` a character that no header can carry as it is. */
function unquoted(text: string | null): string | null {
  return text === null
    ? null
    : text
        .slice(1, -1)
        .replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/g, (_, code: string | undefined, character: string | undefined) =>
          code === undefined ? (character ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
        )
}
