import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { signInTerms, signInText } from '@/lib/reading/messages/sign-in-terms'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { signIn } from '@/lib/reading/risk/message'
import { toBase64 } from './base64'

/**
 * x402 extension sign-in-with-x: an account that paid before proves itself with a message (CAIP-122, EIP-4361) and gets
 * what it bought without paying again.
 */
const signInKey = 'sign-in-with-x'

/** Characters. What is longer is not for a person to read. */
const longestMessage = 4_000
/** Milliseconds. A seller refuses what is older than 5 minutes by its own clock, which may differ by as much. */
const oldestMs = 600_000

/** A message that may be signed for an address. */
export interface SignInMessage {
  message: string
  chainId: number
}

const text = z.exactOptional(z.string())
const extensionSchema = z.lazy(() =>
  z.object({
    info: z.object({
      domain: z.string(),
      uri: z.string(),
      version: z.string(),
      nonce: z.string(),
      issuedAt: z.string(),
      statement: text,
      expirationTime: text,
      notBefore: text,
      requestId: text,
      resources: z.exactOptional(z.array(z.string())),
    }),
    supportedChains: z.array(z.object({ chainId: z.string(), type: z.string() })),
  }),
)

interface SignInCase {
  /** The address that was answered with 402. */
  url: string
  account: Address
  /** ms since the epoch. */
  now: number
}

/** How messages are read, judged and written. Loaded with what judges decisions. */
export interface SignInRules {
  /**
   * The message that a seller's terms ask for, on the first of its chains that the wallet has.
   * @returns `null` where they ask for none, or for one that is not exactly for this address, account and time
   */
  messageFor(
    extensions: Readonly<Record<string, unknown>> | null,
    given: SignInCase & { hasNetwork(chainId: number): boolean },
  ): SignInMessage | null
  /**
   * True if the message signs this account in at the seller of this address and nowhere else, now, and gives nothing
   * else: no risk that the wallet knows of a sign-in is taken here.
   */
  isFor(message: SignInMessage, given: SignInCase): boolean
  /** The nonce of a message; `null` where it is no sign-in. */
  nonceOf(message: string): string | null
  /**
   * The value of the header: the fields of the message, and its signature.
   * @throws Failure `payment-mismatch` {field: 'signIn'} where the text is no sign-in
   */
  payloadOf(message: string, signature: Hex): string
}

export const signInRules: SignInRules = {
  messageFor: signInMessage,
  isFor: isSignInFor,
  nonceOf: message => readSignIn(message)?.nonce ?? null,
  payloadOf: signInPayload,
}

function signInMessage(
  extensions: Readonly<Record<string, unknown>> | null,
  { hasNetwork, ...given }: SignInCase & { hasNetwork(chainId: number): boolean },
): SignInMessage | null {
  const offered = extensionSchema.safeParse(extensions?.[signInKey])
  if (!offered.success) return null
  const { info, supportedChains } = offered.data
  const [chainId] = supportedChains
    .flatMap(({ chainId: name, type }) => (type === 'eip191' ? Number(/^eip155:([1-9]\d*)$/.exec(name)?.[1]) : []))
    .filter(id => Number.isSafeInteger(id) && hasNetwork(id))
  if (chainId === undefined) return null
  const terms = signInTerms({ ...info, chainId }, given.url, given.now)
  const message = terms === null ? '' : signInText(terms, given.account)
  return isSignInFor({ message, chainId }, given) ? { message, chainId } : null
}

function isSignInFor({ message, chainId }: SignInMessage, { url, account, now }: SignInCase): boolean {
  const read = message.length > longestMessage ? null : readSignIn(message)
  const seller = URL.parse(url)
  return (
    read !== null &&
    seller !== null &&
    read.domain === seller.host &&
    URL.parse(read.uri)?.origin === seller.origin &&
    Date.parse(read.issuedAt) > now - oldestMs &&
    signIn({ text: message, origin: seller.origin, account, chainId, now }).length === 0
  )
}

function signInPayload(message: string, signature: Hex): string {
  const read = readSignIn(message)
  if (read === null) throw new Failure('payment-mismatch', { field: 'signIn' })
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = read
  const { expirationTime, notBefore, requestId, resources } = read
  return toBase64(
    JSON.stringify({
      domain,
      address,
      statement: statement ?? undefined,
      uri,
      version,
      chainId: `eip155:${chainId}`,
      type: 'eip191',
      nonce,
      issuedAt,
      expirationTime: expirationTime ?? undefined,
      notBefore: notBefore ?? undefined,
      requestId: requestId ?? undefined,
      resources: resources.length === 0 ? undefined : resources,
      signature,
    }),
  )
}
