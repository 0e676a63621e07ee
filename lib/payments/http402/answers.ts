import { createOnce } from '@/lib/base/once'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { takeCorrection } from './channel-rows'
import type { Fate } from './fate'
import { signInRefused } from './offered-sign-ins'
import { headerNameOf, paymentHeaders } from './payload'
import { readPlan } from './plan'
import { wantedBy, wantedByPage } from './read-terms'
import type { PaymentRows } from './rows'
import { type Sending, triesInARow } from './sending'
import { refusalIn, settlementHash } from './settlement'
import type { PageAnswer, PaymentBase, PaymentPages, PaymentTransport } from './types'

const againAfterMs = 1_000
/** A server that answers before it settles gets so long until its answer counts as unproven. */
const proofWithinMs = 8_000
const proofEveryMs = 400

/** Takes the answers to payments. */
export interface Answers {
  /** @param isRedirected the answer is the page that the paid request was redirected to */
  answered(id: string, status: number, isRedirected?: boolean): Promise<void>
  /** The page repeated its request, and was answered so. */
  repeated(id: string, pageOrigin: string, answer: PageAnswer): Promise<void>
}

export function createAnswers(
  parts: PaymentBase & PaymentPages,
  rows: PaymentRows,
  { fate, sending }: { fate: Fate; sending: Pick<Sending, 'abandon' | 'send' | 'settled'> },
): Answers {
  const { barrier, carrier, clock } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const answerOnce = createOnce<void>()

  async function takeAnswer(id: string, status: number, isRedirected: boolean): Promise<void> {
    const row = await rows.get(id)
    await barrier('payment-prove')
    await carrier.drop(id)
    sending.settled(id)
    if (row?.state === 'signing-in') return signedIn(id, status)
    // What the chain showed as paid may still be delivered.
    const isLate = row?.state === 'undelivered' && isAnswer(status)
    if (row === undefined || (row.state !== 'sent' && row.state !== 'signed' && !isLate)) return
    if (isAnswer(status)) return prove(row, isRedirected)
    const usage = await fate.usageOf(row)
    await rows.change(id, () => ({ reason: isAskedAgain(status) ? 'asked-again' : 'server-error' }))
    // A page's own request only the page can make again: it asks when it does.
    if (row.attempts < triesInARow && row.carrier === 'navigation') {
      clock.after(againAfterMs * row.attempts, () => void sending.send(id).catch(onFault))
      return
    }
    const isAsked = isAskedAgain(status) && row.carrier === 'navigation'
    if (isAsked && (row.way === 'voucher' || (usage?.isUsed === false && row.attempts === triesInARow)))
      return learn(row)
    await fate.decide(row, usage)
  }

  /** A sign-in goes out once. Where it opened nothing, the price is offered as if it had not been. */
  async function signedIn(id: string, status: number): Promise<void> {
    const endedAt = clock.now()
    await rows.change(id, () =>
      isAnswer(status)
        ? { state: 'opened', reason: null, endedAt }
        : { state: 'refused', reason: status === 402 ? signInRefused : 'server-error', endedAt },
    )
  }

  /**
   * Only the status of a loaded page can be seen. The headers say why it was refused, and what the merchant counts of a
   * channel. So the page asks once more. If the seller takes the payment now, the page shows its answer; where the page
   * is gone nothing is asked, because nobody would get it.
   */
  async function learn(row: PaymentRecord): Promise<void> {
    const answer = await askWhy(carrier, row).catch((error: unknown) => {
      onFault(error)
      return null
    })
    if (answer !== null) await noteSettlement(row, answer)
    if (answer !== null && isAnswer(answer.status)) return prove(row, false)
    if (answer !== null && row.way === 'voucher' && (await learnCorrection(row, answer)))
      return fate.end(row, { state: 'expired', reason: 'voucher-corrected' })
    await fate.decide(row, row.way === 'voucher' ? null : await fate.usageOf(row))
  }

  async function noteSettlement({ id, terms }: PaymentRecord, answer: PageAnswer): Promise<void> {
    const settlement = refusalIn(answer, terms)
    if (settlement !== null)
      await rows.change(id, () => ({ settlement: JSON.stringify(settlement), transaction: settlementHash(settlement) }))
  }

  async function learnCorrection({ plan }: PaymentRecord, { status, terms }: PageAnswer): Promise<boolean> {
    return (
      isAskedAgain(status) && terms !== null && plan !== null && takeCorrection(parts.database, readPlan(plan), terms)
    )
  }

  /** The answer is here; that it was paid for only the chain can say. */
  async function prove(row: PaymentRecord, isRedirected: boolean): Promise<void> {
    const until = clock.now() + proofWithinMs
    for (;;) {
      const usage = await fate.usageOf(row)
      if (row.way === 'voucher' && usage?.isUsed === null) return fate.deliver(row)
      if (usage?.isUsed === true) {
        const use = await fate.readUse(row)
        if (use.how === 'taken' || use.how === 'unrecorded') return fate.deliver(row, use)
        if (row.state === 'undelivered') return fate.deliver(row)
        // The seller answered and took nothing, or that is not known before the unlock.
        if (use.how === 'cancelled' || use.how === 'unread') break
      }
      if (clock.now() >= until) break
      await new Promise<void>(resolve => clock.after(proofEveryMs, resolve))
    }
    // A redirect may lead anywhere: without the payment on the chain it is no answer.
    const now = isRedirected
      ? row
      : await rows.change(row.id, ({ endedAt }) => (endedAt === null ? { state: 'unproven', reason: null } : null))
    await fate.decide(now ?? row, await fate.usageOf(row))
  }

  const answered: Answers['answered'] = (id, status, isRedirected = false) =>
    answerOnce(id, () => takeAnswer(id, status, isRedirected))

  /** The page gave its request up, or the connection broke. The same request is answered by what is signed. */
  async function unanswered({ id, state }: PaymentRecord): Promise<void> {
    if (state !== 'signing-in') return sending.abandon(id)
    // Made anew each time.
    sending.settled(id)
    await fate.look(id)
  }

  return {
    answered,
    async repeated(id, pageOrigin, answer) {
      const row = await rows.get(id)
      if (row === undefined || (row.pageOrigin ?? row.origin) !== pageOrigin) return
      if (answer.status === 0) return unanswered(row)
      // A sign-in has no settlement, and no count to correct.
      if (row.state === 'signing-in') return answered(id, answer.status)
      const wanted = answer.terms === null ? null : wantedByPage(answer.terms)
      const read = { ...answer, terms: wanted?.kind === 'terms' ? wanted.json : null }
      await noteSettlement(row, read)
      await learnCorrection(row, read)
      await answered(id, read.status)
    },
  }
}

/** True for 402, and for 412: sellers of x402 answer it, with terms, where Permit2 lacks its allowance. */
function isAskedAgain(status: number): boolean {
  return status === 402 || status === 412
}

/** True for an answer with content: neither a refusal nor an error. */
function isAnswer(status: number): boolean {
  return status >= 200 && status < 300
}

/**
 * Has the refused page of a payment send its payload once more, so that the answer can be read: of a page that was
 * loaded only the status can be seen. If the payment is taken now, the page shows what was paid for.
 * @returns `null` where the page is gone: nothing was asked
 */
export async function askWhy(
  carrier: Pick<PaymentTransport, 'ask'>,
  payment: Pick<PaymentRecord, 'accepted' | 'payload' | 'tabId' | 'terms' | 'url' | 'version'>,
): Promise<PageAnswer | null> {
  const { payload, tabId, url } = payment
  if (tabId === null || payload === null) return null
  const header = headerNameOf(payment)
  // Version 2 gives its reason in a header, with whatever is asked for: the answer shall be a page. The others give it
  // in a body of JSON.
  const accept = header === paymentHeaders[2] ? 'text/html,application/json;q=0.9' : 'application/json'
  const answer = await carrier.ask(tabId, url, { accept, header, value: payload })
  if (answer === null) return null
  const wanted = wantedBy(answer)
  return {
    status: answer.status,
    settlement: answer.headers.get('payment-response') ?? answer.headers.get('payment-receipt'),
    terms: wanted.kind === 'terms' ? wanted.json : null,
  }
}
