import type { Address } from 'viem'
import { stringToHex } from 'viem/utils'
import type { PaymentRecord, PaymentSiteRecord } from '@/lib/database/payment-records'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { signAlone } from './automatic'
import { paymentConsent } from './consent'
import type { KnownPayment, PaymentJournal } from './journal'
import { pairOf } from './limits'
import { readSignInPlan, type SignInPlan } from './plan'
import type { SignInMessage, SignInRules } from './sign-in'
import type { Http402Parts } from './types'

/** The header in which the proof travels. */
export const signInHeader = 'SIGN-IN-WITH-X'
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
  {
    clock,
    networks,
    signInRules,
  }: Pick<Http402Parts, 'clock' | 'signInRules'> & { networks: Pick<Http402Parts['networks'], 'ofChain'> },
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

/** True if a message with the same nonce was signed before. */
function isRepeated({ message }: SignInMessage, own: readonly KnownPayment[], { nonceOf }: SignInRules): boolean {
  const nonce = nonceOf(message) ?? ''
  return own.some(
    ({ signIn }) => signIn?.includes(nonce) === true && nonceOf(readSignInPlan(signIn)?.message ?? '') === nonce,
  )
}

/** True if the person allowed this page to sign in to this seller with this account, without a decision. */
function isKept(site: PaymentSiteRecord | undefined, row: PaymentRecord): boolean {
  const { page } = pairOf(row)
  return site?.signIns?.some(kept => kept.page === page && kept.account === row.account) === true
}

/** True if the person allowed this very sign-in to happen without a decision. The keyring asks before it signs. */
export function isSignInCovered(
  row: PaymentRecord,
  site: PaymentSiteRecord | undefined,
  plan: SignInPlan,
  { isFor }: SignInRules,
): boolean {
  const { account, automatic, state, url } = row
  return (
    automatic &&
    state === 'offered' &&
    account !== null &&
    isKept(site, row) &&
    isFor(plan, { url, account, now: Date.now() })
  )
}

/** Signs messages that prove to a seller who paid it. */
export interface SignIns {
  /**
   * Makes the payload of a sign-in, and keeps the consent for the next ones if the plan says so: both in one step.
   * @param consent what stands for the person's consent
   * @throws Failure `payment-expired` where the message is too old, or its nonce was signed before
   */
  sign(row: PaymentRecord, consent: { id: string; account: Address; plan: SignInPlan }): Promise<void>
  /**
   * Signs in without asking, where the person allowed it.
   * @returns `false` when it has to be asked for: nothing was signed
   */
  alone(row: PaymentRecord, offered: OfferedSignIn | null, account: Address): Promise<boolean>
}

export function createSignIns(
  {
    barrier,
    clock,
    faults,
    isUnlocked,
    signer,
    signInRules,
  }: Pick<Http402Parts, 'barrier' | 'clock' | 'faults' | 'isUnlocked' | 'signer' | 'signInRules'>,
  rows: PaymentJournal,
): SignIns {
  const sign: SignIns['sign'] = async (row, { id, account, plan }) => {
    const own = (await rows.known()).of(row.origin)
    const rules = signInRules()
    if (!rules.isFor(plan, { url: row.url, account, now: clock.now() }) || isRepeated(plan, own, rules))
      throw new Failure('payment-expired')
    await barrier('payment-sign')
    const signature = await signer.signMessage(id, account, stringToHex(plan.message))
    await barrier('payment-journal')
    const kept = { page: pairOf(row).page, account: lowerCaseAddress(account) }
    await rows.sign(
      row.id,
      current =>
        current.state === 'offered'
          ? {
              state: 'signing-in',
              plan: JSON.stringify(plan),
              account: kept.account,
              payload: rules.payloadOf(plan.message, signature),
            }
          : null,
      {
        store: 'paymentSites',
        key: row.origin,
        step: (known = { origin: row.origin, switchedOn: false, payees: [], createdAt: clock.now() }) =>
          plan.keeps ? { ...known, signIns: [...withoutSignIn(known, kept), kept] } : null,
      },
    )
  }

  return {
    sign,
    async alone(row, offered, account) {
      if (offered === null || !isKept(await rows.site(row.origin), row) || !(await isUnlocked())) return false
      const plan = { message: offered.message, chainId: offered.chainId, keeps: false }
      return signAlone(
        row,
        () => plan,
        () => sign(row, { id: paymentConsent(row.id), account, plan }),
        { faults, rows },
      )
    },
  }
}

type KeptSignIn = NonNullable<PaymentSiteRecord['signIns']>[number]

/** The kept sign-ins of a seller, but for one. */
export function withoutSignIn({ signIns = [] }: PaymentSiteRecord, { page, account }: KeptSignIn): KeptSignIn[] {
  return signIns.filter(kept => kept.page !== page || kept.account !== account)
}
