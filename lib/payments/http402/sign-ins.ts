import type { Address } from 'viem'
import { stringToHex } from 'viem/utils'
import type { PaymentRecord, PaymentSiteRecord } from '@/lib/database/payment-records'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { signAlone } from './automatic'
import { paymentConsent } from './consent'
import type { PaymentJournal } from './journal'
import { pairOf } from './limits'
import { isRepeated, type OfferedSignIn } from './offered-sign-ins'
import type { SignInPlan } from './plan'
import type { SignInRules } from './sign-in'
import type { Http402Parts } from './types'

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
