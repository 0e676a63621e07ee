import type { PaymentRecord } from '@/lib/storage/payment-records'
import { type Answers, createAnswers } from './answers'
import { createFate } from './fate'
import { openStates, type PaymentRows } from './rows'
import { canGoOut, createSending, isLeftToPerson, type Sending } from './sending'
import type { PageRequest, PaymentBase, PaymentChains, PaymentPages, Visit } from './types'

/** A page that is still on its way when the worker starts tells of itself within this time. */
const settleDownMs = 3_000

/** Brings a signed payload to its seller until its fate is known. Nothing else is ever signed for the payment. */
export interface Delivery extends Pick<Sending, 'send'>, Answers {
  /**
   * The page of an open payment was opened again: its payload goes out again, and nothing new is offered. `false`:
   * there is none that goes out by itself.
   */
  resume(visit: Visit): Promise<boolean>
  /** An open payment for a page that went out as often as it does by itself: the person says whether it does again. */
  leftToPerson(visit: Pick<Visit, 'origin' | 'url'>): Promise<PaymentRecord | undefined>
  /** An open payment for the same request of the same page. */
  openRequest(
    pageOrigin: string,
    request: Pick<PageRequest, 'url' | 'method' | 'bodyDigest'>,
  ): Promise<PaymentRecord | undefined>
  recover(): Promise<void>
  /** The wallet was unlocked: what was left for it is done. */
  unlocked(): Promise<void>
}

export function createDelivery(parts: PaymentBase & PaymentChains & PaymentPages, rows: PaymentRows): Delivery {
  const { carrier, clock } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const fate = createFate(parts, rows)
  const sending = createSending(parts, rows, fate)
  const { answered, repeated } = createAnswers(parts, rows, { fate, sending })

  /** The row, if its payload may still go out after the chain was asked. */
  async function stillOpen({ id }: PaymentRecord): Promise<PaymentRecord | undefined> {
    await fate.look(id)
    const now = await rows.get(id)
    return now !== undefined && canGoOut(now) ? now : undefined
  }

  async function openRows(carriedBy: PaymentRecord['carrier'], url: string): Promise<PaymentRecord[]> {
    return (await rows.inState('signed', 'sent', 'undelivered', 'signing-in')).filter(
      row => row.carrier === carriedBy && row.url === url && canGoOut(row),
    )
  }

  /**
   * Sent by a worker before this one. Its answer may be on its way right now, and to load the page again would be to
   * throw it away: so the page is heard first, then looked at.
   */
  function waitForPage({ id, url, tabId }: PaymentRecord): void {
    sending.awaitAnswer(id)
    const look = async (): Promise<void> => {
      if (!sending.isAwaited(id)) return
      const seen = tabId === null ? null : await carrier.look(tabId)
      if (!sending.isAwaited(id)) return
      if (seen === 'loading') {
        clock.after(settleDownMs, () => void look().catch(onFault))
        return
      }
      sending.settled(id)
      if (seen?.mark === id) await answered(id, seen.status)
      else if (seen?.url === url && seen.status === 402) await sending.send(id)
      else await fate.look(id)
    }
    clock.after(settleDownMs, () => void look().catch(onFault))
  }

  return {
    unlocked: fate.unlocked,
    send: sending.send,
    answered,
    repeated,

    async resume({ origin, url, tabId }) {
      for (const row of await openRows('navigation', url)) {
        if (row.origin !== origin) continue
        // In another tab it is asked for anew: it went out once.
        if (row.state === 'signing-in' && row.tabId !== tabId) continue
        if (sending.isAwaited(row.id)) {
          if (row.tabId === tabId) await sending.loadPast(row)
          return true
        }
        if ((await stillOpen(row)) === undefined) continue
        const moved = await rows.change(row.id, () => ({ tabId }))
        if (moved !== undefined && isLeftToPerson(moved)) continue
        await sending.send(row.id)
        return true
      }
      return false
    },

    async leftToPerson({ origin, url }) {
      return (await openRows('navigation', url)).find(row => row.origin === origin && isLeftToPerson(row))
    },

    async openRequest(pageOrigin, { url, method, bodyDigest }) {
      for (const row of await openRows('request', url)) {
        const isSame =
          (row.pageOrigin ?? row.origin) === pageOrigin && row.method === method && row.bodyDigest === bodyDigest
        if (!isSame) continue
        // Nobody hears its answer. The seller may have taken the payment and still answer it: the chain is not asked.
        // A sign-in is made anew: a server takes its nonce once.
        if (row.state !== 'signing-in' && sending.isAbandoned(row)) return row
        const now = sending.isAwaited(row.id) ? undefined : await stillOpen(row)
        if (now !== undefined) return now
      }
      return undefined
    },

    async recover() {
      for (const row of await rows.inState(...openStates, 'signing-in')) {
        if (sending.isAwaited(row.id) || row.endedAt !== null) continue
        if (row.attempts > 0 && row.carrier === 'navigation' && canGoOut(row)) waitForPage(row)
        else if (row.attempts === 0 && row.carrier === 'navigation') await sending.send(row.id)
        else await fate.look(row.id)
      }
    },
  }
}
