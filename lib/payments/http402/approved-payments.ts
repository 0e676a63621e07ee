import { Failure } from '@/lib/base/failure'
import { createOnce, loadOnce } from '@/lib/base/once'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { goOn } from './automatic'
import type { Delivery } from './delivery'
import type { PaymentJournal } from './journal'
import { readPlan, readSignInPlan } from './plan'
import { isLeftToPerson } from './sending'
import { signIn } from './sign-ins'
import type { Http402, Http402Parts, Sign } from './types'

/** Payments that a person or a limit allowed: signed once, then sent. */
export interface ApprovedPayments extends Pick<Http402, 'pay'> {
  /**
   * Goes on with what a dead worker had begun without asking, and ends offers that no decision waits for. Once in a
   * worker's life, before anything new is offered.
   */
  goOnOnce(): Promise<void>
}

export function createApprovedPayments(
  parts: Http402Parts,
  rows: PaymentJournal,
  { sign, delivery }: { sign: Sign; delivery: Pick<Delivery, 'send'> },
): ApprovedPayments {
  const { approvals, barrier, clock, database } = parts
  const payOnce = createOnce<string>()
  const startedAt = clock.now()
  const onFault = (error: unknown): void => parts.faults.report('payments', error)

  async function signAndSend({ id, account, request, requester, shown }: Approval): Promise<string> {
    if (request.kind !== 'payment' || account === null || shown.plan === undefined)
      throw new Failure('approval-changed', { id })
    const row = await rows.get(request.paymentId)
    if (row === undefined) throw new Failure('approval-gone', { id })
    const isToldOfCaps = shown.risks.some(({ code }) => code === 'payment-above-cap')
    const signInPlan = readSignInPlan(shown.plan)
    if (row.state === 'offered' && signInPlan !== null)
      await signIn(parts, rows, row, { id, account, plan: signInPlan })
    else if (row.state === 'offered') await sign(row, { id, account, plan: readPlan(shown.plan), isToldOfCaps })
    await barrier('payment-send')
    // What a worker before this one sent may be answered right now: loading the page again would throw the answer away.
    const isAsked = isLeftToPerson(row)
    if (row.attempts === 0 || row.carrier === 'request' || isAsked)
      await delivery.send(row.id, { isAsked, documentId: requester.kind === 'site' ? requester.documentId : null })
    return row.id
  }

  /** A payment without a window that was planned goes on; an offer that no decision waits for is refused. */
  async function recoverOffered(row: PaymentRecord): Promise<void> {
    // A sign-in is offered again with its page, under a new nonce.
    if (row.automatic && row.plan !== null && row.account !== null && readSignInPlan(row.plan) === null) {
      const done = await goOn(row.id, row.account, { clock, database, rows, sign }).then(
        () => true,
        (error: unknown) => {
          onFault(error)
          return false
        },
      )
      if (done) return delivery.send(row.id)
    }
    const decided = [...(await approvals.waiting()), ...(await approvals.approved())]
    if (decided.some(({ request }) => request.kind === 'payment' && request.paymentId === row.id)) return
    await rows.change(row.id, current =>
      current.state === 'offered' ? { state: 'refused', reason: 'interrupted', endedAt: clock.now() } : null,
    )
  }

  return {
    pay: approval => payOnce(approval.id, () => signAndSend(approval)),
    // Later rows are being offered right now.
    goOnOnce: loadOnce(async () => {
      for (const row of await rows.inState('offered'))
        if (row.createdAt < startedAt) await recoverOffered(row).catch(onFault)
    }),
  }
}
