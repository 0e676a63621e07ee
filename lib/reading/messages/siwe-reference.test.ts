import { ParsedMessage } from '@spruceid/siwe-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSignIn, type SignIn } from './siwe'

/**
 * The reference implementation of EIP-4361 is the judge: what is read here it must read alike, and what it reads is
 * read here but for the table below.
 */

const checksummed = '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const fields = {
  domain: 'service.org',
  address: checksummed,
  statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
  uri: 'https://service.org/login',
  version: '1',
  chainId: '1',
  nonce: '12341234',
  issuedAt: '2022-03-17T12:45:13.610Z',
  expirationTime: '2023-03-17T12:45:13.610Z',
  notBefore: '2022-03-17T12:45:13.610Z',
  requestId: 'some_id',
  resources: ['https://service.org/login', 'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu'],
}

type Fields = { [name in keyof typeof fields]?: (typeof fields)[name] | undefined }

/** The message of EIP-4361; a field that is `undefined` is left out with its line. */
function written(changes: Fields = {}): string {
  const all: Fields = { ...fields, ...changes }
  const line = (label: string, value: string | undefined) => (value === undefined ? [] : [`${label}: ${value}`])
  return [
    `${all.domain} wants you to sign in with your Ethereum account:`,
    all.address,
    '',
    ...(all.statement === undefined ? [] : [all.statement]),
    '',
    ...line('URI', all.uri),
    ...line('Version', all.version),
    ...line('Chain ID', all.chainId),
    ...line('Nonce', all.nonce),
    ...line('Issued At', all.issuedAt),
    ...line('Expiration Time', all.expirationTime),
    ...line('Not Before', all.notBefore),
    ...line('Request ID', all.requestId),
    ...(all.resources === undefined ? [] : ['Resources:', ...all.resources.map(resource => `- ${resource}`)]),
  ].join('\n')
}

function byReference(text: string): ParsedMessage | null {
  try {
    return new ParsedMessage(text)
  } catch {
    return null
  }
}

const read = ({ recap: _recap, statement, ...message }: SignIn) => ({ ...message, statement: statement ?? '' })
const readByReference = (message: ParsedMessage) => ({
  scheme: message.scheme ?? null,
  domain: message.domain,
  address: message.address,
  statement: message.statement ?? '',
  uri: message.uri,
  version: message.version,
  chainId: BigInt(message.chainId),
  nonce: message.nonce,
  issuedAt: message.issuedAt,
  expirationTime: message.expirationTime ?? null,
  notBefore: message.notBefore ?? null,
  requestId: message.requestId ?? null,
  resources: message.resources ?? [],
})

const bare = { expirationTime: undefined, notBefore: undefined, requestId: undefined, resources: undefined }
const good: [string, string][] = [
  ['every field', written()],
  ['no optional field', written({ ...bare, statement: undefined })],
  ['no statement', written({ statement: undefined })],
  ['an empty statement', written({ statement: '' })],
  ['a time without a fraction', written({ issuedAt: '2021-09-30T16:25:24Z' })],
  ['a time with an offset', written({ issuedAt: '2021-09-30T16:25:24+02:00' })],
  ['an IP address', written({ domain: '127.0.0.1' })],
  ['a port', written({ domain: '127.0.0.1:8080' })],
  ['an address of version 6', written({ domain: '[::1]:8080' })],
  ['a scheme', `https://${written()}`],
  ['an underscore in the domain', written({ domain: 'not_rfc4501' })],
  ['no resource in the list', written({ resources: [] })],
  ['a did for a URI', written({ uri: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' })],
  ['an empty request id', written({ requestId: '' })],
]
const bad: [string, string][] = [
  ...(['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const).map(
    (name): [string, string] => [
      `no ${name}`,
      name === 'domain' || name === 'address' ? written({ [name]: '' }) : written({ [name]: undefined }),
    ],
  ),
  ['one line too many', written().replace('\n\nI accept', '\n\n\nI accept')],
  ['a line break in the statement', written({ statement: 'I accept\nall' })],
  ['a time in words', written({ issuedAt: 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)' })],
  ['an end in words', written({ expirationTime: 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)' })],
  ['a start in words', written({ notBefore: 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)' })],
  ['fields in another order', written().replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
  ['the request id after the resources', `${written({ requestId: undefined })}\nRequest ID: some_id`],
  ['another version', written({ version: '2' })],
  ['a chain id that is none', written({ chainId: '?' })],
  ['a nonce of 7 characters', written({ nonce: '1234567' })],
  ['an address in lower case', written({ address: checksummed.toLowerCase() })],
  ['an address in capitals', written({ address: `0x${checksummed.slice(2).toUpperCase()}` })],
  ['a wrong checksum', written({ address: checksummed.replace('e5A1', 'E5A1') })],
  ['a URI that is none', written({ uri: '_not_a_rfc3986_valid_uri_' })],
  ['a URI with a space', written({ uri: 'https://service.org/a b' })],
  ['a URI with a wrong escape', written({ uri: 'https://service.org/%zz' })],
  ['a first resource that is no URI', written({ resources: ['_not_a_uri_', 'https://service.org'] })],
  ['a second resource that is no URI', written({ resources: ['https://service.org', '_not_a_uri_'] })],
  ['two resources on one line', written({ resources: ['https://service.org/login - https://service.org/2'] })],
  ['a space in the request id', written({ requestId: 'some id' })],
  ['quotation marks in the statement', written({ statement: 'I "accept"' })],
  ['letters beyond ASCII in the statement', written({ statement: 'Ich bestätige' })],
  ['a path after the domain', written({ domain: 'service.org/x' })],
]
/** Where this is stricter, and safer. */
const stricter: [string, string][] = [
  ['a user name before the domain', written({ domain: 'test@127.0.0.1' })],
  ['a user name and a port', written({ domain: 'test@127.0.0.1:8080' })],
  ['a colon without a port', written({ domain: 'service.org:' })],
]

describe('sign-in messages that the reference reads', () => {
  it.each(good)('are read alike: %s', (_what, text) => {
    const reference = byReference(text)
    const message = readSignIn(text)
    if (reference === null || message === null) throw new Error('both read it')
    expect(read(message)).toEqual(readByReference(reference))
  })

  it.each(stricter)('are refused where a person would read another site: %s', (_what, text) => {
    expect(byReference(text)).not.toBeNull()
    expect(readSignIn(text)).toBeNull()
  })
})

describe('sign-in messages that the reference refuses', () => {
  it.each(bad)('are refused: %s', (_what, text) => {
    expect(byReference(text)).toBeNull()
    expect(readSignIn(text)).toBeNull()
  })
})

describe('a sign-in message with anything changed in it', () => {
  const alphabet = fc.constantFrom(...'aZ09 :/?#[]@!$&\'()*+,;=-._~%"<>\\^`{|}\n\t\u0000é%20', 'urn:a', '- ', '::1')
  const changed = fc
    .record({
      of: fc.constantFrom(...good.map(([, text]) => text)),
      at: fc.nat(600),
      cut: fc.nat(3),
      put: fc.array(alphabet, { maxLength: 3 }),
    })
    .map(({ of, at, cut, put }) => of.slice(0, at % of.length) + put.join('') + of.slice((at % of.length) + cut))

  it('is never read where the reference refuses it, nor otherwise', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(changed, text => {
        const message = readSignIn(text)
        const reference = byReference(text)
        if (message !== null) {
          if (reference === null) throw new Error(`the reference refuses ${JSON.stringify(text)}`)
          expect(read(message)).toEqual(readByReference(reference))
        } else if (reference !== null) expect(whyStricter(reference)).not.toBe('')
      }),
      { numRuns: 1_500 },
    )
  })
})

/** False for the 30th of February, of which `Date` makes the 2nd of March. */
function hasDay(time: string): boolean {
  const [day = ''] = time.split(/t/i)
  return !Number.isNaN(Date.parse(time)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function whyStricter({ domain, chainId, issuedAt, expirationTime, notBefore }: ParsedMessage): string {
  if (/@|:$|:\d{6,}$/.test(domain)) return 'domain'
  if ([issuedAt, expirationTime, notBefore].some(time => time !== undefined && !hasDay(time))) return 'time'
  return chainId > Number.MAX_SAFE_INTEGER ? 'chain id' : ''
}
