import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { KnownPayment } from './journal'
import { readSignInPlan } from './plan'
import type { SignInMessage, SignInRules } from './sign-in'
import type { OfferParts } from './types'

/** The reason of a sign-in that was answered with 402. */
export const signInRefused = 'sign-in-refused'

/** A sign-in in the place of a payment. */
export interface OfferedSignIn extends SignInMessage {
  /** The account paid for this very address: signing in comes before paying. */
  isFirst: boolean
  /** This very address was paid for more than once, or a sign-in was refused there: each answer costs. */
  isPaidEachTime: boolean
}

const paidStates: ReadonlySet<PaymentRecord['state']> = new Set(['delivered', 'unproven', 'undelivered'])

/**
 * The sign-in that a seller's own terms offer to an account that paid it before.
 * @param payments those to the seller
 * @returns `null` where the seller refused one for this address since it was last paid, or repeats a nonce
 */
export function offeredSignIn(
  row: Pick<PaymentRecord, 'origin' | 'url' | 'termsFrom'>,
  given: Address,
  extensions: Readonly<Record<string, unknown>> | null,
  payments: readonly KnownPayment[],
  { clock, networks, signInRules }: Pick<OfferParts, 'clock' | 'networks' | 'signInRules'>,
): OfferedSignIn | null {
  const account = lowerCaseAddress(given)
  const own = payments.filter(other => other.account === account)
  const paid = own.filter(({ state }) => paidStates.has(state))
  if (extensions === null || paid.length === 0 || row.termsFrom === 'page') return null
  const lastPaid = Math.max(...paid.map(({ signedAt }) => signedAt ?? 0))
  const isSame = ({ url }: Pick<PaymentRecord, 'url'>) => pathOf(url) === pathOf(row.url)
  const refused = own.filter(other => other.reason === signInRefused && isSame(other))
  if (refused.some(({ createdAt }) => createdAt > lastPaid)) return null
  const hasNetwork = (chainId: number) => networks.ofChain(chainId).length > 0
  const rules = signInRules()
  const offered = rules.messageFor(extensions, { url: row.url, account, now: clock.now(), hasNetwork })
  if (offered === null || isRepeated(offered, own, rules)) return null
  const times = paid.filter(isSame).length
  return { ...offered, isFirst: times > 0, isPaidEachTime: times > 1 || refused.length > 0 }
}

function pathOf(url: string): string | undefined {
  return URL.parse(url)?.pathname
}

/**
 * True if a message with the same nonce was signed before.
 * @param own payments of the account to this seller
 */
export function isRepeated(
  { message }: SignInMessage,
  own: readonly KnownPayment[],
  { nonceOf }: SignInRules,
): boolean {
  const nonce = nonceOf(message) ?? ''
  return own.some(
    ({ signIn }) => signIn?.includes(nonce) === true && nonceOf(readSignInPlan(signIn)?.message ?? '') === nonce,
  )
}
