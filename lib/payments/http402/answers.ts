import type { PaymentRecord } from '@/lib/database/payment-records'
import { createOnce } from '@/lib/values/once'
import type { WhileAllowed } from './allowed-addresses'
import { askWhy } from './ask-why'
import { createChannelRows } from './channel-rows'
import type { Fate } from './fate'
import { readPlan } from './plan'
import { wantedByPage } from './read-terms'
import type { PaymentRows } from './rows'
import { type Sending, triesInARow } from './sending'
import { refusalIn, settlementHash } from './settlement'
import { signInRefused } from './sign-ins'
import type { Http402Parts, PageAnswer } from './types'
import type { Usage } from './usage'

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
  parts: Pick<Http402Parts, 'barrier' | 'carrier' | 'clock' | 'database' | 'door' | 'faults' | 'networks'>,
  rows: PaymentRows,
  {
    fate,
    sending,
    whileAllowed,
  }: { fate: Fate; sending: Pick<Sending, 'send' | 'settled'>; whileAllowed: WhileAllowed },
): Answers {
  const { barrier, carrier, clock, networks } = parts
  const channels = createChannelRows(parts.database, clock.now)
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const answerOnce = createOnce<void>()

  async function takeAnswer(id: string, status: number, isRedirected: boolean): Promise<void> {
    const row = await rows.get(id)
    await barrier('payment-prove')
    await carrier.drop(id)
    sending.settled(id)
    if (row?.state === 'signing-in') return signedIn(id, status)
    // What the chain showed as paid may still be delivered.
    const isLate = row?.state === 'undelivered' && status >= 200 && status < 300
    if (row === undefined || (row.state !== 'sent' && row.state !== 'signed' && !isLate)) return
    if (status >= 200 && status < 300) return prove(row, isRedirected)
    const usage = await fate.usageOf(row)
    await rows.change(id, () => ({ reason: status === 402 ? 'asked-again' : 'server-error' }))
    // A page's own request only the page can make again: it asks when it does.
    if (row.attempts < triesInARow && row.carrier === 'navigation') {
      clock.after(againAfterMs * row.attempts, () => void sending.send(id).catch(onFault))
      return
    }
    if (status === 402 && row.carrier === 'navigation') {
      if (row.way === 'voucher') return learnCount(row)
      if (usage?.isUsed === false && row.attempts === triesInARow) await learnReason(row)
    }
    await fate.decide(row, usage)
  }

  /** A sign-in goes out once. Where it opened nothing, the price is offered as if it had not been. */
  async function signedIn(id: string, status: number): Promise<void> {
    const endedAt = clock.now()
    await rows.change(id, () =>
      status >= 200 && status < 300
        ? { state: 'opened', reason: null, endedAt }
        : { state: 'refused', reason: status === 402 ? signInRefused : 'server-error', endedAt },
    )
  }

  /**
   * A page's answer shows its status and nothing else: the reason of a refusal is in its headers. So the wallet sends
   * the same payment once more itself. If the seller takes it now, the page is loaded once more for the answer.
   */
  async function learnReason(row: PaymentRecord): Promise<void> {
    const answer = await askSeller(row)
    if (answer === null) return
    await noteSettlement(row, answer)
    if (answer.status >= 200 && answer.status < 300) await sending.send(row.id)
  }

  function askSeller(row: PaymentRecord): Promise<PageAnswer | null> {
    return whileAllowed(row.url, () => askWhy(parts.door, row)).catch((error: unknown) => {
      onFault(error)
      return null
    })
  }

  /**
   * The page could not read why its voucher was refused again and again: perhaps the merchant counts an answer that
   * never arrived here.
   */
  async function learnCount(row: PaymentRecord): Promise<void> {
    const answer = await askSeller(row)
    if (answer === null) return fate.decide(row, null)
    await noteSettlement(row, answer)
    if (answer.status >= 200 && answer.status < 300) {
      // Taken now, and no page reads the answer. That the pages before were refused says nothing any more.
      const isFair = await countChannel(row)
      return fate.end(row, { state: 'undelivered', reason: isFair ? null : 'overcharged' })
    }
    const isCorrected = await learnCorrection(row, answer)
    return isCorrected ? fate.end(row, { state: 'expired', reason: 'voucher-corrected' }) : fate.decide(row, null)
  }

  async function noteSettlement({ id, terms }: PaymentRecord, answer: PageAnswer): Promise<void> {
    const settlement = refusalIn(answer, terms)
    if (settlement !== null)
      await rows.change(id, () => ({ settlement: JSON.stringify(settlement), transaction: settlementHash(settlement) }))
  }

  async function learnCorrection({ plan }: PaymentRecord, { status, terms }: PageAnswer): Promise<boolean> {
    return status === 402 && terms !== null && plan !== null && channels.corrected(readPlan(plan), terms)
  }

  /** The answer is here; that it was paid for only the chain can say. */
  async function prove(row: PaymentRecord, isRedirected: boolean): Promise<void> {
    const until = clock.now() + proofWithinMs
    for (;;) {
      const usage = await fate.usageOf(row)
      if (usage !== null && isPaid(row, usage)) {
        const isFair = await countChannel(row)
        return fate.end(row, { state: 'delivered', reason: isFair ? null : 'overcharged' })
      }
      if (clock.now() >= until) break
      await new Promise<void>(resolve => clock.after(proofEveryMs, resolve))
    }
    // A redirect may lead anywhere: without the payment on the chain it is no answer.
    if (!isRedirected) await rows.change(row.id, () => ({ state: 'unproven', reason: null }))
    fate.later(row)
  }

  /** A deposit that was taken, an answer that was charged: `false` when more was charged than agreed. */
  async function countChannel(row: PaymentRecord): Promise<boolean> {
    if (row.plan === null || row.networkId === null) return true
    return channels.answered((await rows.get(row.id)) ?? row, readPlan(row.plan), networks.connection(row.networkId))
  }

  const answered: Answers['answered'] = (id, status, isRedirected = false) =>
    answerOnce(id, () => takeAnswer(id, status, isRedirected))

  return {
    answered,
    async repeated(id, pageOrigin, answer) {
      const row = await rows.get(id)
      if (row === undefined || (row.pageOrigin ?? row.origin) !== pageOrigin) return
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

/**
 * As far as the chain can say. A voucher leaves nothing on it: what the merchant may claim is what was signed. Of all
 * else `null` is no answer.
 */
function isPaid({ way }: PaymentRecord, { isUsed }: Usage): boolean {
  return isUsed === true || (way === 'voucher' && isUsed === null)
}
