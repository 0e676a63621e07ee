import { Failure } from './failure'
import { isThisMachine } from './local-host'

/** The addresses of an endpoint. */
export interface EndpointAddresses {
  http: string
  socket: string | null
}

/** @returns whether traffic to the address is encrypted, or stays on this machine */
export function isSecureOrLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'wss:' || isLoopback(url)
}

/** @returns whether the address is of this machine */
export function isLoopback(url: string): boolean {
  return isThisMachine(URL.parse(url)?.hostname ?? '')
}

/**
 * @returns the address as the wallet will contact it, with the host in its ASCII form and what is no plain sign
 * escaped: the text as it was given may show another one. Without a slash that the text does not have
 */
export function canonicalAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  const isBare = parsed.pathname === '/' && parsed.search === '' && parsed.hash === ''
  return isBare && !url.trimEnd().endsWith('/') ? parsed.href.slice(0, -1) : parsed.href
}

/**
 * Checks endpoints given by a person or a site: at least one, each of the right scheme and without a user name or
 * password, which would be shown, stored and exported in clear. Endpoints of a site must be encrypted or on this
 * machine.
 * @throws Failure `invalid-input`
 */
export function checkEndpoints(endpoints: readonly EndpointAddresses[], source: 'person' | 'site'): void {
  if (endpoints.length === 0) throw new Failure('invalid-input', { field: 'endpoints' })
  for (const { http, socket } of endpoints) {
    checkAddress(http, ['http:', 'https:'], source)
    if (socket !== null) checkAddress(socket, ['ws:', 'wss:'], source)
  }
}

/**
 * @returns each endpoint once, with the socket of the first that names one: asked twice it would be two of several that
 * agree
 */
export function distinctEndpoints(endpoints: readonly EndpointAddresses[]): EndpointAddresses[] {
  const found = new Map<string, EndpointAddresses>()
  for (const each of endpoints) {
    const key = sameAddress(each.http)
    const { http, socket } = found.get(key) ?? each
    found.set(key, { http, socket: socket ?? each.socket })
  }
  return [...found.values()]
}

/** @throws Failure `endpoint-twice` where two have one HTTP address */
export function checkDistinct(endpoints: readonly EndpointAddresses[]): void {
  if (distinctEndpoints(endpoints).length < endpoints.length) throw new Failure('endpoint-twice')
}

/** @returns the same text for spellings of one address: case of the host, usual port, last slash, fragment */
function sameAddress(url: string): string {
  return new URL(url).href.replace(/\/*(?:#.*)?$/, '')
}

/** Checks the addresses of an explorer and a faucet. @throws Failure `invalid-input` */
export function checkPages(urls: readonly (string | null)[], source: 'person' | 'site'): void {
  for (const url of urls) if (url !== null) checkAddress(url, ['http:', 'https:'], source)
}

function checkAddress(url: string, protocols: readonly string[], source: 'person' | 'site'): void {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isFit =
    parsed !== null &&
    protocols.includes(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    (source === 'person' || isSecureOrLoopback(url))
  if (!isFit) throw new Failure('invalid-input', { field: 'endpoints', url: url.slice(0, 200) })
}
