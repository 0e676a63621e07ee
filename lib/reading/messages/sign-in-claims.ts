import { type Recap, readRecap } from './recap'

/**
 * What a text that asks to sign in says, in whatever form: servers read texts that EIP-4361's grammar does not have, so
 * a form that is wrong must not hide a claim that is wrong. Nothing is signed by these: they are only compared.
 */
export interface SignInClaims {
  /** Host and port, in lower case; the text as it is written where it could be read as several sites. */
  domain: string
  scheme: string | null
  /** `null` if the text names none, or several. */
  address: string | null
  /** False if the text asks twice, or gives a field two values. */
  isSingle: boolean
  /** `null` for every field that is not there or cannot be read. */
  uri: string | null
  chainId: bigint | null
  nonce: string | null
  issuedAt: string | null
  expirationTime: string | null
  notBefore: string | null
  /** Permissions for other services (EIP-5573); `null` if the text gives none. */
  recap: Recap | null
}

const asking = /^(.*?)\s*wants\s+you\s+to\s+sign\s+in\s+with\s+your\s+Ethereum\s+account(.*)$/i
const field = /^\s*(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID)\s*:\s*(.*?)\s*$/i

/** @returns `null` if no line of the text asks to sign in */
export function readClaims(text: string): SignInClaims | null {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  const heads = lines.flatMap((line, at) => {
    const found = asking.exec(line)
    return found === null ? [] : [{ site: found[1] ?? '', rest: [found[2] ?? '', ...lines.slice(at + 1)] }]
  })
  const [head] = heads
  if (head === undefined) return null
  const [, scheme = null, site = ''] = /^\s*(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/i.exec(head.site) ?? []
  const fields = new Map<string, string>()
  let isSingle = heads.length === 1
  for (const line of lines) {
    const [, label = '', value = ''] = field.exec(line) ?? []
    const name = label.toLowerCase()
    if (label === '') continue
    if ((fields.get(name) ?? value) !== value) isSingle = false
    fields.set(name, value)
  }
  const chain = /^(?:eip155:)?(0x[0-9a-f]{1,64}|\d{1,78})$/i.exec(fields.get('chain id') ?? '')?.[1]
  return {
    domain: hostOf(site),
    scheme,
    address: accountBelow(head.rest),
    isSingle,
    uri: fields.get('uri') ?? null,
    chainId: chain === undefined ? null : BigInt(chain),
    nonce: fields.get('nonce') ?? null,
    issuedAt: timeOf(fields.get('issued at')),
    expirationTime: timeOf(fields.get('expiration time')),
    notBefore: timeOf(fields.get('not before')),
    recap: readRecap(
      lines.flatMap(line => /^\s*-\s+(\S+)\s*$/.exec(line)?.[1] ?? []),
      null,
    ),
  }
}

/** A user name or a backslash before the host is read as another site by some, so such a text stays as it is. */
function hostOf(site: string): string {
  const url = /^[^\s@\\]+$/.test(site) ? URL.parse(`ws://${site}`) : null
  if (url === null) return site
  const port = /^[^/?#]*:(\d{1,5})(?:[/?#]|$)/.exec(site)?.[1]
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`
}

/** The account on the first line below the head that says anything, without a chain in front of the account. */
function accountBelow(rest: readonly string[]): string | null {
  const line = rest.find(each => /[^\s:]/.test(each)) ?? ''
  return /^\s*:?\s*(?:[\w-]+:){0,2}(0x[0-9a-f]{40})\s*$/i.exec(line)?.[1] ?? null
}

function timeOf(text: string | undefined): string | null {
  return text === undefined || Number.isNaN(Date.parse(text)) ? null : text
}
