import type { Address } from 'viem'
import { nothingShown } from '@/lib/approvals/transitions'
import type { Approval, Requester } from '@/lib/approvals/types'
import type { PaymentRecord } from '@/lib/database/payment-records'
import type { PaymentLimitView } from '@/lib/messaging/http402'
import { worstFirst } from '@/lib/risk/risk'
import { encodeCall } from '@/lib/values/abi'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createQueue } from '@/lib/values/queue'
import * as selectors from '@/lib/values/signatures/selectors'
import { earlierRisks } from './earlier'
import { pairOf } from './limits'
import { makePlan } from './make-plan'
import { nowOf, type Offer, rateOffer, toPaymentView } from './offers'
import type { PaidSites } from './paid-sites'
import { type PaymentPlan, readPlan } from './plan'
import type { PaymentRows } from './rows'
import type { Http402, Http402Parts } from './types'
import { permit2Address } from './ways'

/** The payments that wait for a decision, and what is known of each. */
export interface WaitingOffers extends Pick<Http402, 'choose' | 'permit2Allowance' | 'rateAgain' | 'view'> {
  /**
   * Asks the person.
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
  limit: PaymentLimitView | null
  offer: Offer | null
  plan: PaymentPlan | null
}

export function createWaitingOffers(
  parts: Http402Parts,
  rows: PaymentRows,
  { sites, tell }: { sites: Pick<PaidSites, 'limit'>; tell(): void },
): WaitingOffers {
  const { approvals, clock } = parts
  const known = new Map<string, Known>()
  const ratingAgain = createQueue()

  /** `null` while the wallet is locked, too. */
  async function limitOf(row: PaymentRecord): Promise<PaymentLimitView | null> {
    return (await parts.isUnlocked()) ? sites.limit(pairOf(row)) : null
  }

  const ask: WaitingOffers['ask'] = async (row, offered, account, requester, requestKey) => {
    const best = offered?.rated[0]
    const approval = await approvals.add({
      requester,
      chainId: best?.option.chainId ?? 1,
      account,
      request: { kind: 'payment', paymentId: row.id, url: row.url, method: row.method },
      shown: { ...nothingShown, risks: best?.risks ?? [] },
      requestKey,
    })
    known.set(approval.id, { row, limit: await limitOf(row), offer: offered, plan: null })
    await parts.warn(approval.id, requester)
    tell()
    return approval.id
  }

  /**
   * After the worker died the chain is asked again.
   * @param isAsked the chain is asked in any case; what it said before stays on screen meanwhile
   */
  async function remember(approval: Approval, isAsked = false): Promise<{ row: PaymentRecord; offer: Offer } | null> {
    if (approval.request.kind !== 'payment' || approval.account === null) return null
    const row = await rows.get(approval.request.paymentId)
    if (row === undefined) return null
    const before = known.get(approval.id)
    const limit = await limitOf(row)
    known.set(approval.id, { row, limit, offer: before?.offer ?? null, plan: before?.plan ?? null })
    const said = isAsked ? null : before?.offer
    const offer = said ?? (await rateOffer(row, approval.account, parts, rows))
    if (offer !== null) {
      const plan = approval.shown.plan === undefined ? null : readPlan(approval.shown.plan)
      known.set(approval.id, { row, limit, offer, plan: plan ?? known.get(approval.id)?.plan ?? null })
    }
    tell()
    return offer === null ? null : { row, offer }
  }

  function rateAgain(): Promise<void> {
    return ratingAgain(async () => {
      if (![...known.values()].some(({ offer }) => mayChange(offer))) return
      for (const approval of await approvals.waiting()) {
        const before = known.get(approval.id)
        if (before === undefined || !mayChange(before.offer)) continue
        const { plan, ...shown } = approval.shown
        const isStale = plan !== undefined && readPlan(plan).channel !== null
        if (isStale) known.set(approval.id, { ...before, plan: null })
        await remember(isStale ? await approvals.show(approval.id, shown) : approval, true)
      }
    })
  }

  /** @throws Failure `approval-gone` | `payment-mismatch` {field: 'accepted'} */
  async function waitingOption(approvalId: string, accepted: number) {
    const approval = await approvals.get(approvalId)
    const remembered = approval === undefined ? null : await remember(approval)
    if (approval === undefined || remembered === null || approval.account === null)
      throw new Failure('approval-gone', { id: approvalId })
    const rated = remembered.offer.rated.find(({ option }) => option.index === accepted)
    if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
    return { ...remembered, approval, rated, account: lowerCaseAddress(approval.account) }
  }

  const choose: WaitingOffers['choose'] = async (approvalId, { accepted, limit }) => {
    const { row, offer, approval, rated, account } = await waitingOption(approvalId, accepted)
    const plan = makePlan(rated, { account, now: nowOf(offer), limit })
    const risks = worstFirst([...rated.risks, ...earlierRisks(row, await rows.all(), clock.now())])
    await approvals.choose(approvalId, {
      chainId: plan.chainId,
      shown: { ...approval.shown, risks, plan: JSON.stringify(plan) },
    })
    const now = known.get(approvalId)
    if (now !== undefined) known.set(approvalId, { ...now, plan })
    tell()
  }

  return {
    ask,
    rateAgain,
    choose,
    async permit2Allowance(approvalId, accepted) {
      const { rated, account } = await waitingOption(approvalId, accepted)
      const { chainId, token, amount } = rated.option
      if (rated.obstacle !== 'allowance' || chainId === null) throw new Failure('payment-mismatch', { field: 'option' })
      return { chainId, account, to: token, data: encodeCall(selectors.approve, [permit2Address, amount]) }
    },
    view(approvalId) {
      const one = known.get(approvalId)
      return one === undefined ? null : toPaymentView(one.row, one.offer, one.plan, one.limit)
    },
    async recover() {
      for (const approval of await approvals.waiting())
        void remember(approval).catch((error: unknown) => parts.faults.report('payments', error))
    },
    forget: approvalId => void known.delete(approvalId),
  }
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
