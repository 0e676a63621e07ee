import type { Address } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { firstNetworkOf, type NetworkId } from '@/lib/base/network-id'
import { createQueue } from '@/lib/base/queue'
import * as selectors from '@/lib/base/signatures/selectors'
import { nothingShown } from '@/lib/decisions/approvals/transitions'
import type { Approval } from '@/lib/decisions/approvals/types'
import { networkFor } from '@/lib/decisions/sites/site-access'
import type { PaymentLimitView } from '@/lib/language/http402'
import type { Requester } from '@/lib/language/requests'
import { type Risk, worstFirst } from '@/lib/reading/risk/risk'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { earlierRisks } from './automatic'
import type { PaymentJournal } from './journal'
import { pairOf } from './limits'
import { makePlan } from './make-plan'
import { offeredSignIn } from './offered-sign-ins'
import { nowOf, type Offer, rateOffer, toPaymentView } from './offers'
import { type PaymentPlan, readPlan, readSignInPlan, type SignInPlan } from './plan'
import type { Wanted } from './read-terms'
import { isLeftToPerson } from './sending'
import type { Http402, Http402Parts, PaidSites } from './types'
import { permit2Address } from './ways'

/** ms: half of the shortest time for which a seller takes a message. */
const signInFreshMs = 120_000

/** The payments that wait for a decision, and what is known of each. */
export interface WaitingOffers
  extends Pick<Http402, 'choose' | 'chooseSignIn' | 'permit2Allowance' | 'rateAgain' | 'view'> {
  /**
   * Asks the person.
   * @param row an offer, or what was signed before, to be sent once more
   * @param offered `null` where nothing can be paid, or the wallet is locked: it is judged once it is unlocked
   * @param requestKey of a request that the page waits for; `null` for a page that was loaded
   * @returns the approval's id
   */
  ask(
    row: PaymentRecord,
    offered: Offer | null,
    account: Address,
    requester: Requester,
    requestKey: string | null,
  ): Promise<string>
  /** Reads the offers that wait, after the worker died. A failure of one is reported. */
  recover(): Promise<void>
  forget(approvalId: string): void
}

/** What the worker knows of one decision, in its life. */
interface Known {
  row: PaymentRecord
  limits: PaymentLimitView[]
  offer: Offer | null
  plan: PaymentPlan | SignInPlan | null
  /** When the message of the offered sign-in was read, ms. */
  signInReadAt: number
}

interface Waiting {
  parts: Http402Parts
  rows: PaymentJournal
  sites: Pick<PaidSites, 'limits'>
  /** By approval. */
  known: Map<string, Known>
  tell(): void
  readTermsOf(url: string): Promise<Wanted | null>
}

export function createWaitingOffers(
  parts: Http402Parts,
  rows: PaymentJournal,
  given: Pick<Waiting, 'sites' | 'tell' | 'readTermsOf'>,
): WaitingOffers {
  const { approvals, faults } = parts
  const known = new Map<string, Known>()
  const waiting: Waiting = { parts, rows, known, ...given }
  const ratingAgain = createQueue()
  const onFault = (error: unknown): void => faults.report('payments', error)
  const rateAgain = () => ratingAgain(() => rateWaiting(waiting))

  return {
    async ask(row, offered, account, requester, requestKey) {
      const approvalId = await askPerson(waiting, { row, offered, account, requester, requestKey })
      // The payment before it may have been answered since it was judged.
      if (offered?.rated.some(({ obstacle }) => obstacle === 'channel-busy')) void rateAgain().catch(onFault)
      return approvalId
    },
    rateAgain,
    async choose(approvalId, { accepted, limit }) {
      const { row, offer, approval, rated, account } = await waitingOption(waiting, approvalId, accepted)
      const plan = makePlan(rated, { account, now: nowOf(offer, rated.option.networkId), limit })
      const earlier = earlierRisks(row, (await rows.known()).of(row.origin), parts.clock.now())
      await put(waiting, approval, plan.networkId, { plan, risks: worstFirst([...rated.risks, ...earlier]) })
    },
    async chooseSignIn(approvalId, keeps) {
      const found = await waitingOffer(waiting, approvalId)
      const signIn = await freshSignIn(waiting, found)
      if (signIn === null) throw new Failure('payment-expired')
      const { message, chainId } = signIn
      const networkId = networkFor(chainId, await parts.accessOf(pairOf(found.row).page), parts.networks)
      if (networkId === undefined) throw new Failure('network-unknown', { chainId })
      await put(waiting, found.approval, networkId, { plan: { message, chainId, keeps }, risks: [] })
    },
    async permit2Allowance(approvalId, accepted) {
      const { rated, account } = await waitingOption(waiting, approvalId, accepted)
      const { networkId, token, amount } = rated.option
      if (rated.obstacle !== 'allowance' || networkId === null)
        throw new Failure('payment-mismatch', { field: 'option' })
      return { networkId, account, to: token, data: encodeCall(selectors.approve, [permit2Address, amount]) }
    },
    view(approvalId) {
      const one = known.get(approvalId)
      return one === undefined ? null : toPaymentView(one.row, one.offer, one.plan, one.limits)
    },
    async recover() {
      for (const approval of await approvals.waiting()) void remember(waiting, approval).catch(onFault)
    },
    forget: approvalId => void known.delete(approvalId),
  }
}

/** Limits of the account that would pay; none while the wallet is locked, too. */
async function limitsOn({ parts, sites }: Waiting, row: PaymentRecord): Promise<PaymentLimitView[]> {
  const { account } = row
  return account !== null && (await parts.isUnlocked()) ? sites.limits({ ...pairOf(row), account }) : []
}

interface Question {
  row: PaymentRecord
  offered: Offer | null
  account: Address
  requester: Requester
  requestKey: string | null
}

async function askPerson(waiting: Waiting, { row, offered, account, requester, requestKey }: Question) {
  const { parts, known, tell } = waiting
  const best = offered?.rated[0]
  // What was signed before goes out as it is: there is nothing to choose.
  const signed = isLeftToPerson(row) && row.plan !== null ? { plan: row.plan } : {}
  const { id } = await parts.approvals.add({
    requester,
    networkId: row.networkId ?? best?.option.networkId ?? firstNetworkOf(1),
    account,
    request: { kind: 'payment', paymentId: row.id, url: row.url, method: row.method },
    shown: { ...nothingShown, risks: best?.risks ?? [], ...signed },
    requestKey,
  })
  const limits = await limitsOn(waiting, row)
  known.set(id, { row, limits, offer: offered, plan: null, signInReadAt: row.createdAt })
  await parts.warn(id, requester)
  tell()
  return id
}

/**
 * After the worker died the chain is asked again.
 * @param isAsked the chain is asked in any case; what it said before stays on screen meanwhile
 */
async function remember(waiting: Waiting, approval: Approval, isAsked = false) {
  const { parts, rows, known, tell } = waiting
  if (approval.request.kind !== 'payment' || approval.account === null) return null
  const row = await rows.get(approval.request.paymentId)
  if (row === undefined) return null
  const before = known.get(approval.id)
  const limits = await limitsOn(waiting, row)
  if (isLeftToPerson(row)) {
    known.set(approval.id, { row, limits, offer: null, plan: null, signInReadAt: row.createdAt })
    tell()
    return null
  }
  const { offer: told = null, plan: planned = null, signInReadAt = row.createdAt } = before ?? {}
  const now = { row, limits, offer: told, plan: planned, signInReadAt }
  known.set(approval.id, now)
  const said = isAsked ? null : told
  const rated = said ?? (await rateOffer(row, approval.account, parts, rows))
  // The message may have been read anew since.
  const offer = rated === null ? null : { ...rated, signIn: told?.signIn ?? rated.signIn }
  if (offer !== null) {
    const plan = approval.shown.plan === undefined ? null : readAnyPlan(approval.shown.plan)
    known.set(approval.id, { ...now, offer, plan: plan ?? known.get(approval.id)?.plan ?? null })
  }
  tell()
  return offer === null ? null : { row, offer }
}

/** Judges again the offers of which the chain or the unlock may change what is said. */
async function rateWaiting(waiting: Waiting): Promise<void> {
  const { parts, known } = waiting
  if (![...known.values()].some(({ offer }) => mayChange(offer))) return
  for (const approval of await parts.approvals.waiting()) {
    const before = known.get(approval.id)
    if (before === undefined || !mayChange(before.offer)) continue
    const { plan, ...shown } = approval.shown
    const isStale = plan !== undefined && channelIn(readAnyPlan(plan)) !== null
    if (isStale) known.set(approval.id, { ...before, plan: null })
    await remember(waiting, isStale ? await parts.approvals.show(approval.id, shown) : approval, true)
  }
}

/** @throws Failure `approval-gone` */
async function waitingOffer(waiting: Waiting, approvalId: string) {
  const approval = await waiting.parts.approvals.get(approvalId)
  const remembered = approval === undefined ? null : await remember(waiting, approval)
  if (approval === undefined || remembered === null || approval.account === null)
    throw new Failure('approval-gone', { id: approvalId })
  return { ...remembered, approval, account: lowerCaseAddress(approval.account) }
}

/** @throws Failure `approval-gone` | `payment-mismatch` {field: 'accepted'} */
async function waitingOption(waiting: Waiting, approvalId: string, accepted: number) {
  const found = await waitingOffer(waiting, approvalId)
  const rated = found.offer.rated.find(({ option }) => option.index === accepted)
  if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
  return { ...found, rated }
}

/** Puts what was chosen in the decision. */
async function put(
  { parts, known, tell }: Waiting,
  approval: Approval,
  networkId: NetworkId,
  { plan, risks }: { plan: PaymentPlan | SignInPlan; risks: Risk[] },
): Promise<void> {
  const shown = { ...approval.shown, risks, plan: JSON.stringify(plan) }
  await parts.approvals.choose(approval.id, { networkId, shown })
  const now = known.get(approval.id)
  if (now !== undefined) known.set(approval.id, { ...now, plan })
  tell()
}

/** A seller takes a message for a few minutes only: an older one is read anew, under another nonce. */
async function freshSignIn(
  { parts, rows, known, readTermsOf }: Waiting,
  { approval, row, offer, account }: Awaited<ReturnType<typeof waitingOffer>>,
) {
  const { signIn, terms } = offer
  const now = known.get(approval.id)
  const { clock } = parts
  if (signIn === null || now?.offer == null || clock.now() < now.signInReadAt + signInFreshMs) return signIn
  const wanted = await readTermsOf(row.url)
  const extensions = wanted?.kind === 'terms' ? wanted.read.terms.extensions : terms.extensions
  const fresh = offeredSignIn(row, account, extensions, (await rows.known()).of(row.origin), parts)
  known.set(approval.id, { ...now, offer: { ...now.offer, signIn: fresh }, signInReadAt: clock.now() })
  return fresh
}

function readAnyPlan(json: string): PaymentPlan | SignInPlan {
  return readSignInPlan(json) ?? readPlan(json)
}

function channelIn(plan: PaymentPlan | SignInPlan): PaymentPlan['channel'] {
  return 'channel' in plan ? plan.channel : null
}

/**
 * The chain or the unlock may change what is said of an offer: a channel, or money or an allowance that is missing, or
 * everything of one that came while the wallet was locked.
 */
function mayChange(offer: Offer | null): boolean {
  if (offer === null) return true
  return offer.rated.some(
    ({ way, obstacle }) => way === 'channel' || obstacle === 'allowance' || obstacle === 'balance',
  )
}
