import type { PaymentRecord } from '@/lib/database/payment-records'
import { createOnce } from '@/lib/values/once'
import { askWhy } from './ask-why'
import { createChannelRows } from './channel-rows'
import { carriesIdentifier } from './payload'
import { readPlan } from './plan'
import { openStates, type PaymentRows } from './rows'
import { readSettlement, settlementHash } from './settlement'
import type { Http402Parts, PageAnswer, PageRequest, Visit } from './types'
import { readUsage, type Usage } from './usage'

/**
 * The same bytes go out at most so often before their fate is left to the chain; and so often altogether, when the
 * person keeps coming back.
 */
const triesInARow = 3
const mostTries = 6
const againAfterMs = 1_000
const answerWithinMs = 60_000
/** A server that answers before it settles gets so long until its answer counts as unproven. */
const proofWithinMs = 8_000
const proofEveryMs = 400
/** Seconds that this device's clock has to be past the end of a payload. */
const graceSeconds = 15
/** Without final blocks, the device waits this long after the end of a payload. */
const graceWithoutFinality = 3_600
const lookAgainMs = 15_000
/** A page that is still on its way when the worker starts tells of itself within this time. */
const settleDownMs = 3_000

/**
 * It is not answered yet; or it was paid for and not delivered, and the server said that it answers the same payment
 * again.
 */
export function canGoOut(row: PaymentRecord): boolean {
  if (row.state === 'undelivered') return row.attempts < triesInARow && carriesIdentifier(row)
  return row.state === 'signed' || row.state === 'sent'
}

/**
 * As far as the chain can say. A voucher leaves nothing on it: what the merchant may claim is what was signed. Of all
 * else `null` is no answer.
 */
function isPaid({ way }: PaymentRecord, { isUsed }: Usage): boolean {
  return isUsed === true || (way === 'voucher' && isUsed === null)
}

export interface Delivery {
  /**
   * Sends a signed payload, or sends it again: always the same bytes. Nothing else is ever signed for the payment.
   * @param isAsked the person wants it now: its page is opened where it is gone
   */
  send(id: string, isAsked?: boolean): Promise<void>
  /** @param isRedirected the answer is the page that the paid request was redirected to */
  answered(id: string, status: number, isRedirected?: boolean): Promise<void>
  /**
   * The page of an open payment was opened again: its payload goes out again, and nothing new is offered. `false`:
   * there is none.
   */
  resume(visit: Visit): Promise<boolean>
  /** An open payment for the same request of the same page. */
  openRequest(
    pageOrigin: string,
    request: Pick<PageRequest, 'url' | 'method' | 'bodyDigest'>,
  ): Promise<PaymentRecord | undefined>
  /** The page repeated its request, and was answered so. */
  repeated(id: string, pageOrigin: string, answer: PageAnswer): Promise<void>
  recover(): Promise<void>
}

export function createDelivery(
  parts: Pick<
    Http402Parts,
    'barrier' | 'carrier' | 'clock' | 'database' | 'door' | 'faults' | 'keepAlive' | 'ledger' | 'networks'
  >,
  rows: PaymentRows,
  /** Lets the door open to an address while something is asked there. */
  whileAllowed: <Result>(url: string, ask: () => Promise<Result>) => Promise<Result>,
): Delivery {
  const { barrier, carrier, clock, keepAlive, ledger, networks, database } = parts
  const channels = createChannelRows(database, clock.now)
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  /** For what cannot be known now: reported, and `null`. */
  const unknown = (error: unknown): null => {
    onFault(error)
    return null
  }
  /** Sent in this worker's life and not answered yet. */
  const awaiting = new Map<string, () => void>()
  const sendOnce = createOnce<void>()
  const answerOnce = createOnce<void>()

  function holdFor(id: string): void {
    if (awaiting.has(id)) return
    const release = keepAlive.hold()
    const stop = clock.after(answerWithinMs, () => {
      settled(id)
      void lookAtFate(id).catch(onFault)
    })
    awaiting.set(id, () => {
      stop()
      release()
    })
  }

  function settled(id: string): void {
    awaiting.get(id)?.()
    awaiting.delete(id)
  }

  function send(id: string, isAsked = false): Promise<void> {
    return sendOnce(id, () => carry(id, isAsked))
  }

  async function carry(id: string, isAsked: boolean): Promise<void> {
    const before = await rows.get(id)
    if (before === undefined || before.payload === null || !canGoOut(before)) return
    if (awaiting.has(id) || (before.attempts >= mostTries && !isAsked)) return
    holdFor(id)
    const row = await rows.change(id, ({ state, attempts }) => ({
      // What was paid for stays so until it is delivered.
      state: state === 'undelivered' ? state : 'sent',
      attempts: attempts + 1,
      reason: null,
    }))
    await barrier('payment-carry')
    try {
      if (row !== undefined) {
        const { tabId } = await carrier.send(row, isAsked)
        if (tabId !== row.tabId) await rows.change(id, () => ({ tabId }))
      }
    } catch (error) {
      // The page is gone: what was signed waits for its end, or for the person to come back to the address.
      onFault(error)
      settled(id)
      await rows.change(id, () => ({ reason: 'tab-gone' }))
      await lookAtFate(id)
    }
    await barrier('payment-answer')
  }

  function answered(id: string, status: number, isRedirected = false): Promise<void> {
    return answerOnce(id, () => takeAnswer(id, status, isRedirected))
  }

  async function takeAnswer(id: string, status: number, isRedirected: boolean): Promise<void> {
    const row = await rows.get(id)
    await barrier('payment-prove')
    await carrier.drop(id)
    settled(id)
    // What the chain showed as paid may still be delivered.
    const isLate = row?.state === 'undelivered' && status >= 200 && status < 300
    if (row === undefined || (row.state !== 'sent' && row.state !== 'signed' && !isLate)) return
    if (status >= 200 && status < 300) return prove(row, isRedirected)
    const usage = await usageOf(row).catch(unknown)
    await rows.change(id, () => ({ reason: status === 402 ? 'asked-again' : 'server-error' }))
    // A page's own request only the page can make again: it asks when it does.
    if (row.attempts < triesInARow && row.carrier === 'navigation') {
      clock.after(againAfterMs * row.attempts, () => void send(id).catch(onFault))
      return
    }
    if (status === 402 && row.carrier === 'navigation' && row.way === 'voucher') return learnCount(row)
    await decideFate(row, usage)
  }

  /**
   * The page could not read why its voucher was refused again and again: perhaps the merchant counts an answer that
   * never arrived here.
   */
  async function learnCount(row: PaymentRecord): Promise<void> {
    const answer = await whileAllowed(row.url, () => askWhy(parts.door, row)).catch(unknown)
    if (answer === null) return decideFate(row, null)
    await noteSettlement(row.id, answer)
    if (answer.status >= 200 && answer.status < 300) {
      // Taken now, and answered to nobody who wanted to read it. That the pages before were refused says nothing any
      // more.
      const isFair = await countChannel(row)
      return end(row, { state: 'undelivered', reason: isFair ? null : 'overcharged' })
    }
    const isCorrected = await learnCorrection(row, answer)
    return isCorrected ? end(row, { state: 'expired', reason: 'voucher-corrected' }) : decideFate(row, null)
  }

  async function noteSettlement(id: string, answer: PageAnswer): Promise<void> {
    const settlement = answer.settlement === null ? null : readSettlement(answer.settlement)
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
      const usage = await usageOf(row).catch(unknown)
      if (usage !== null && isPaid(row, usage)) {
        const isFair = await countChannel(row)
        return end(row, { state: 'delivered', reason: isFair ? null : 'overcharged' })
      }
      if (clock.now() >= until) break
      await new Promise<void>(resolve => clock.after(proofEveryMs, resolve))
    }
    // A redirect may lead anywhere: without the payment on the chain it is no answer.
    if (!isRedirected) await rows.change(row.id, () => ({ state: 'unproven', reason: null }))
    later(row)
  }

  /** A deposit that was taken, an answer that was charged: `false` when more was charged than agreed. */
  async function countChannel(row: PaymentRecord): Promise<boolean> {
    if (row.plan === null || row.chainId === null) return true
    return channels.answered((await rows.get(row.id)) ?? row, readPlan(row.plan), networks.connection(row.chainId))
  }

  async function usageOf(row: PaymentRecord): Promise<Usage> {
    if (row.plan === null || row.account === null || row.chainId === null) throw new Error('nothing was signed')
    return readUsage(networks.connection(row.chainId), row.account, readPlan(row.plan))
  }

  async function lookAtFate(id: string): Promise<void> {
    const row = await rows.get(id)
    if (row === undefined || !openStates.some(state => state === row.state) || row.payload === null) return
    const usage = await usageOf(row).catch(unknown)
    await decideFate(row, usage)
  }

  async function decideFate(row: PaymentRecord, usage: Usage | null): Promise<void> {
    // A voucher leaves nothing on the chain: the next one for this channel promises the same sum again, not more.
    if (row.way === 'voucher') return end(row, { state: 'expired', reason: 'voucher-kept' })
    if (usage?.isUsed === true)
      return end(row, row.state === 'unproven' ? { state: 'delivered' } : { state: 'undelivered' })
    if (usage === null || !isPastEnd(row, usage) || usage.isUsed === null) return later(row)
    if (row.state === 'unproven') await rows.change(row.id, () => ({ reason: 'never-taken', endedAt: clock.now() }))
    else await end(row, { state: 'expired' })
  }

  /**
   * Nothing can take the payment any more. One block that runs ahead, or lies, does not end it: a final block has to be
   * past the end, and this device's clock as well.
   */
  function isPastEnd({ validBefore }: PaymentRecord, { finalSeconds }: Usage): boolean {
    const end = Number(validBefore ?? 0n)
    const device = Date.now() / 1_000
    if (finalSeconds === null) return device >= end + graceWithoutFinality
    return finalSeconds >= end && device >= end + graceSeconds
  }

  /**
   * Until its end somebody can still take it; where the chain says nothing of it even then, it is asked ever less
   * often.
   */
  function later({ id, validBefore }: PaymentRecord): void {
    const untilEnd = Number(validBefore ?? 0n) * 1_000 - Date.now() + graceSeconds * 1_000
    clock.after(Math.max(lookAgainMs, Math.min(Math.abs(untilEnd), 600_000)), () => void lookAtFate(id).catch(onFault))
  }

  async function end(row: PaymentRecord, change: Partial<PaymentRecord>): Promise<void> {
    await barrier('payment-end')
    const wasPaid = change.state !== 'expired'
    // Paid in full, unless a maximum was signed: how much of it was taken the ledger finds out.
    const charged = wasPaid && row.way !== 'upto' ? { charged: row.amount } : {}
    await rows.change(row.id, () => ({ ...change, ...charged, endedAt: clock.now() }))
    if (!wasPaid || row.chainId === null || row.token === null || row.payee === null) return
    await rememberPayee(row, { chainId: row.chainId, token: row.token, payee: row.payee })
    void readCharge(row).catch(onFault)
  }

  async function rememberPayee(
    { origin }: PaymentRecord,
    paid: { chainId: number; token: `0x${string}`; payee: `0x${string}` },
  ): Promise<void> {
    await rows.changeSite(origin, site => ({
      ...site,
      payees: [
        ...site.payees.filter(
          known => known.chainId !== paid.chainId || known.token !== paid.token || known.payee !== paid.payee,
        ),
        paid,
      ],
    }))
  }

  /** From the ledger, which reads the chain's logs: the transaction, and how much of a maximum was taken. */
  async function readCharge({ id, way }: PaymentRecord): Promise<void> {
    const own = (await database.getAll('authorizations')).filter(
      ({ paymentId, kind }) => paymentId === id && kind !== 'permit',
    )
    const [first] = own
    const checked = first === undefined ? undefined : await ledger.check(first.id)
    if (checked === undefined) return
    const hash = checked.evidence.find(({ event }) => event === 'taken')?.hash ?? null
    await rows.change(id, row => ({
      transaction: hash ?? row.transaction,
      ...(way === 'upto' && hash !== null ? { charged: checked.used } : {}),
    }))
  }

  async function resume({ origin, url, tabId }: Visit): Promise<boolean> {
    const open = (await rows.inState('signed', 'sent', 'undelivered')).filter(
      row => row.origin === origin && row.url === url && row.carrier === 'navigation' && canGoOut(row),
    )
    for (const row of open) {
      if (awaiting.has(row.id)) return true
      await lookAtFate(row.id)
      const now = await rows.get(row.id)
      if (now === undefined || !canGoOut(now)) continue
      await rows.change(row.id, () => ({ tabId }))
      await send(row.id)
      return true
    }
    return false
  }

  /**
   * Sent by a worker before this one. Its answer may be on its way right now, and to load the page again would be to
   * throw it away: so the page is heard first, then looked at.
   */
  function waitForPage({ id, url, tabId }: PaymentRecord): void {
    holdFor(id)
    const look = async (): Promise<void> => {
      if (!awaiting.has(id)) return
      const seen = tabId === null ? null : await carrier.look(tabId)
      if (!awaiting.has(id)) return
      if (seen === 'loading') {
        clock.after(settleDownMs, () => void look().catch(onFault))
        return
      }
      settled(id)
      if (seen?.mark === id) await answered(id, seen.status)
      else if (seen?.url === url && seen.status === 402) await send(id)
      else await lookAtFate(id)
    }
    clock.after(settleDownMs, () => void look().catch(onFault))
  }

  async function openRequest(
    pageOrigin: string,
    { url, method, bodyDigest }: Pick<PageRequest, 'url' | 'method' | 'bodyDigest'>,
  ): Promise<PaymentRecord | undefined> {
    const open = (await rows.inState('signed', 'sent', 'undelivered')).filter(
      row =>
        row.carrier === 'request' &&
        canGoOut(row) &&
        (row.pageOrigin ?? row.origin) === pageOrigin &&
        row.url === url &&
        row.method === method &&
        row.bodyDigest === bodyDigest,
    )
    for (const row of open) {
      if (awaiting.has(row.id)) continue
      await lookAtFate(row.id)
      const now = await rows.get(row.id)
      if (now !== undefined && canGoOut(now)) return now
    }
    return undefined
  }

  async function repeated(id: string, pageOrigin: string, answer: PageAnswer): Promise<void> {
    const row = await rows.get(id)
    if (row === undefined || (row.pageOrigin ?? row.origin) !== pageOrigin) return
    await noteSettlement(id, answer)
    await learnCorrection(row, answer)
    await answered(id, answer.status)
  }

  return {
    send,
    answered,
    resume,
    openRequest,
    repeated,

    async recover() {
      for (const row of await rows.inState(...openStates)) {
        if (awaiting.has(row.id) || row.endedAt !== null) continue
        if (row.state === 'sent' && row.carrier === 'navigation') waitForPage(row)
        else if (row.state === 'signed' && row.carrier === 'navigation') await send(row.id)
        else await lookAtFate(row.id)
      }
    },
  }
}
