import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { readSignIn } from './siwe'

/** A sign-in whose account the person chooses: the text of the message before and after the address. */
export interface SignInTerms {
  before: string
  after: string
}

/** What a site asks for, see ERC-7846, `signInWithEthereum`. */
export interface AskedSignIn {
  nonce: string
  chainId: number
  version?: string | null | undefined
  scheme?: string | null | undefined
  domain?: string | null | undefined
  uri?: string | null | undefined
  statement?: string | null | undefined
  issuedAt?: string | null | undefined
  expirationTime?: string | null | undefined
  notBefore?: string | null | undefined
  requestId?: string | null | undefined
  resources?: readonly string[] | null | undefined
}

const anyAddress = '0x0000000000000000000000000000000000000000'

/**
 * The message for the fields of a site. The domain, the URI and the time are the site's and now where it names none.
 * @param now ms since the epoch
 * @returns `null` if no right message has these fields, which is so where one of them contains another
 * @see EIP-4361; ERC-7846, "signInWithEthereum Capability"
 */
export function signInTerms(asked: AskedSignIn, origin: string, now: number): SignInTerms | null {
  const meant = {
    scheme: asked.scheme ?? null,
    domain: asked.domain ?? new URL(origin).host,
    address: anyAddress,
    statement: asked.statement ?? null,
    uri: asked.uri ?? origin,
    version: asked.version ?? '1',
    chainId: BigInt(asked.chainId),
    nonce: asked.nonce,
    issuedAt: asked.issuedAt ?? new Date(now).toISOString(),
    expirationTime: asked.expirationTime ?? null,
    notBefore: asked.notBefore ?? null,
    requestId: asked.requestId ?? null,
    resources: asked.resources ?? [],
  }
  const line = (label: string, value: string | null) => (value === null ? '' : `\n${label}: ${value}`)
  const before = `${meant.scheme === null ? '' : `${meant.scheme}://`}${meant.domain} wants you to sign in with your Ethereum account:\n`
  const after = [
    `\n\n${meant.statement === null ? '' : `${meant.statement}\n`}`,
    line('URI', meant.uri),
    line('Version', meant.version),
    line('Chain ID', meant.chainId.toString()),
    line('Nonce', meant.nonce),
    line('Issued At', meant.issuedAt),
    line('Expiration Time', meant.expirationTime),
    line('Not Before', meant.notBefore),
    line('Request ID', meant.requestId),
    ...(meant.resources.length === 0 ? [] : ['\nResources:', ...meant.resources.map(resource => `\n- ${resource}`)]),
  ].join('')
  const read = readSignIn(`${before}${anyAddress}${after}`)
  if (read === null) return null
  const isMeant = Object.entries(meant).every(([name, value]) => String(Reflect.get(read, name)) === String(value))
  return isMeant && read.resources.length === meant.resources.length ? { before, after } : null
}

/** The message for an account. */
export function signInText({ before, after }: SignInTerms, account: Address): string {
  return `${before}${getAddress(account)}${after}`
}
