import { createOnce } from '@/lib/base/once'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { Fate } from './fate'
import { carriesIdentifier } from './payload'
import type { PaymentRows } from './rows'
import { chargeOf } from './signed-challenges'
import type { PaymentBase, PaymentPages } from './types'

/**
 * The same bytes go out at most so often before their fate is left to the chain; and so often altogether, when the
 * person keeps coming back.
 */
export const triesInARow = 3
const mostTries = 6
export const answerWithinMs = 60_000

/**
 * It is not answered yet; or it was paid for and not delivered, and the server said that it answers the same payment
 * again.
 */
export function canGoOut(row: PaymentRecord): boolean {
  if (row.state === 'undelivered') return row.attempts < triesInARow && carriesIdentifier(row)
  return row.state === 'signed' || row.state === 'sent' || row.state === 'signing-in'
}

/** It went out as often as it does by itself: it goes out again only if the person says so. */
export function isLeftToPerson({ attempts, state }: Pick<PaymentRecord, 'attempts' | 'state'>): boolean {
  return attempts >= mostTries && (state === 'signed' || state === 'sent')
}

/**
 * It pays a challenge, and came to no answer: where the server sends that very challenge again, it gets the same
 * payload again.
 */
export function canAnswerAgain(row: PaymentRecord): boolean {
  return canGoOut(row) || (row.state === 'undelivered' && row.attempts < triesInARow && chargeOf(row) !== null)
}

/** Sends signed payloads and knows which of them wait for their answer. */
export interface Sending {
  /**
   * Sends a signed payload, or sends it again: always the same bytes.
   * @param options.isAsked the person wants it now: its page is opened where it is gone
   * @param options.documentId the document that waits for the answer to its own request
   */
  send(id: string, options?: { isAsked?: boolean; documentId?: string | null }): Promise<void>
  /**
   * The tab that was opened for it shows its unpaid page: the site's service worker loaded it, without the payment. It
   * is loaded once more, past that.
   */
  loadPast(payment: PaymentRecord): Promise<void>
  /** It was sent in this worker's life and is not answered yet. */
  isAwaited(id: string): boolean
  /** The document that made the request hears no answer. */
  abandon(id: string): void
  /** It is awaited, and the document that made the request is gone or gave it up, or a dead worker heard it. */
  isAbandoned(row: Pick<PaymentRecord, 'id' | 'carrier'>): boolean
  /** Keeps the worker alive until the answer comes, at most a minute; then the chain is asked. */
  awaitAnswer(id: string): void
  /** The answer came, or none is expected any more. */
  settled(id: string): void
}

export function createSending(parts: PaymentBase & PaymentPages, rows: PaymentRows, fate: Pick<Fate, 'look'>): Sending {
  const { barrier, carrier, clock, keepAlive } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const awaiting = new Map<string, () => void>()
  /** Payments whose tab was opened for them. */
  const opened = new Set<string>()
  /** By payment: the document that waits for the answer to its own request. */
  const waitingDocuments = new Map<string, string>()
  const sendOnce = createOnce<void>()

  function awaitAnswer(id: string): void {
    if (awaiting.has(id)) return
    const release = keepAlive.hold()
    const stop = clock.after(answerWithinMs, () => {
      settled(id)
      void fate.look(id).catch(onFault)
    })
    awaiting.set(id, () => {
      stop()
      release()
    })
  }

  function settled(id: string): void {
    awaiting.get(id)?.()
    awaiting.delete(id)
    waitingDocuments.delete(id)
  }

  function isAbandoned({ id, carrier: carriedBy }: Pick<PaymentRecord, 'id' | 'carrier'>): boolean {
    if (carriedBy !== 'request' || !awaiting.has(id)) return false
    const documentId = waitingDocuments.get(id)
    return documentId === undefined || !parts.isOpen(documentId)
  }

  async function carry(id: string, isAsked: boolean, documentId: string | null): Promise<void> {
    const before = await rows.get(id)
    if (before === undefined || before.payload === null || !canAnswerAgain(before)) return
    if (isLeftToPerson(before) && !isAsked) return
    if (isAbandoned(before)) settled(id)
    if (awaiting.has(id)) return
    awaitAnswer(id)
    if (documentId !== null) waitingDocuments.set(id, documentId)
    const row = await rows.change(id, ({ state, attempts }) => ({
      // What was paid for stays so until it is delivered, and a sign-in is no payment.
      state: state === 'signed' ? 'sent' : state,
      attempts: attempts + 1,
      reason: null,
    }))
    await barrier('payment-carry')
    try {
      if (row !== undefined) {
        const { tabId, isNew } = await carrier.send(row, isAsked)
        if (isNew) opened.add(id)
        if (tabId !== row.tabId) await rows.change(id, () => ({ tabId }))
      }
    } catch (error) {
      // The page is gone: what was signed waits for its end, or for the person to come back to the address.
      onFault(error)
      settled(id)
      await rows.change(id, () => ({ reason: 'tab-gone' }))
      await fate.look(id)
    }
    await barrier('payment-answer')
  }

  return {
    send: (id, { isAsked = false, documentId = null } = {}) => sendOnce(id, () => carry(id, isAsked, documentId)),
    async loadPast(payment) {
      if (opened.delete(payment.id)) await carrier.send(payment, false)
    },
    isAwaited: id => awaiting.has(id),
    abandon: id => void waitingDocuments.delete(id),
    isAbandoned,
    awaitAnswer,
    settled,
  }
}
