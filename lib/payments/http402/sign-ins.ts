import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, textToHex } from '@/lib/base/hex'
import type { PaymentRecord, PaymentSiteRecord } from '@/lib/storage/payment-records'
import { signAlone } from './automatic'
import { paymentConsent } from './consent'
import type { PaymentJournal } from './journal'
import { pairOf } from './limits'
import { isRepeated, type OfferedSignIn } from './offered-sign-ins'
import type { SignInPlan } from './plan'
import type { SignInRules } from './sign-in'
import type { OfferParts, PaymentBase, PaymentPerson } from './types'

/** The header in which the proof travels. */
export const signInHeader = 'SIGN-IN-WITH-X'

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

type SignInParts = PaymentBase & Pick<OfferParts, 'signInRules'> & Pick<PaymentPerson, 'signer'>

/**
 * Signs a message that proves to a seller who paid it. Makes the payload of the sign-in, and keeps the consent for the
 * next ones if the plan says so: both in one step.
 * @param consent what stands for the person's consent
 * @throws Failure `payment-expired` where the message is too old, or its nonce was signed before
 */
export async function signIn(
  { barrier, clock, signer, signInRules }: SignInParts,
  rows: PaymentJournal,
  row: PaymentRecord,
  { id, account, plan }: { id: string; account: Address; plan: SignInPlan },
): Promise<void> {
  const own = (await rows.known()).of(row.origin)
  const rules = signInRules()
  if (!rules.isFor(plan, { url: row.url, account, now: clock.now() }) || isRepeated(plan, own, rules))
    throw new Failure('payment-expired')
  await barrier('payment-sign')
  const signature = await signer.signMessage(id, account, textToHex(plan.message))
  await barrier('payment-journal')
  const kept = { page: pairOf(row).page, account: lowerCaseAddress(account) }
  const payload = rules.payloadOf(plan.message, signature)
  const signed = { state: 'signing-in', plan: JSON.stringify(plan), account: kept.account, payload } as const
  await rows.sign(row.id, current => (current.state === 'offered' ? signed : null), {
    store: 'paymentSites',
    key: row.origin,
    step: (known = { origin: row.origin, switchedOn: false, payees: [], createdAt: clock.now() }) =>
      plan.keeps ? { ...known, signIns: [...withoutSignIn(known, kept), kept] } : null,
  })
}

/**
 * Signs in without asking, where the person allowed it.
 * @returns `false` when it has to be asked for: nothing was signed
 */
export async function signInAlone(
  parts: SignInParts,
  rows: PaymentJournal,
  row: PaymentRecord,
  offered: OfferedSignIn | null,
  account: Address,
): Promise<boolean> {
  if (offered === null || !isKept(await rows.site(row.origin), row) || !(await parts.isUnlocked())) return false
  const plan = { message: offered.message, chainId: offered.chainId, keeps: false }
  const sign = () => signIn(parts, rows, row, { id: paymentConsent(row.id), account, plan })
  return signAlone(row, () => plan, sign, { faults: parts.faults, rows })
}

type KeptSignIn = NonNullable<PaymentSiteRecord['signIns']>[number]

/** The kept sign-ins of a seller, but for one. */
export function withoutSignIn({ signIns = [] }: PaymentSiteRecord, { page, account }: KeptSignIn): KeptSignIn[] {
  return signIns.filter(kept => kept.page !== page || kept.account !== account)
}
