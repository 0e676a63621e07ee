import type { Address } from 'viem'
import type { PaymentRecord } from '@/lib/database/payment-records'
import type { NetworkId } from '@/lib/values/network-id'
import { readPlan } from './plan'
import { openStates, type PaymentRows } from './rows'
import type { Http402Parts } from './types'
import { readUsage, type Usage } from './usage'

/** Seconds that this device's clock has to be past the end of a payload. */
const graceSeconds = 15
/** Without final blocks, the device waits this long after the end of a payload. */
const graceWithoutFinality = 3_600
const lookAgainMs = 15_000

/** Decides by the chain what became of a payment. */
export interface Fate {
  /** What the chain says was used; `null` where it cannot be asked, which is reported. */
  usageOf(row: PaymentRecord): Promise<Usage | null>
  /** Asks the chain about an open payment. A sign-in that is looked at has come to nothing. */
  look(id: string): Promise<void>
  /** Ends the payment if `usage` shows that it was taken or can no longer be taken; else looks again later. */
  decide(row: PaymentRecord, usage: Usage | null): Promise<void>
  later(row: PaymentRecord): void
  /** Writes the end of a payment, and reads from the chain what it cost, unless the wallet is locked. */
  end(row: PaymentRecord, change: Partial<PaymentRecord>): Promise<void>
  /** Reads from the chain what the payments cost that ended while the wallet was locked. */
  readCharges(): Promise<void>
}

export function createFate(
  parts: Pick<
    Http402Parts,
    'barrier' | 'carrier' | 'clock' | 'database' | 'faults' | 'isUnlocked' | 'ledger' | 'networks'
  >,
  rows: PaymentRows,
): Fate {
  const { barrier, carrier, clock, database, ledger, networks } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)

  /** Ended while the wallet was locked: the ledger could not be read. */
  const uncharged = new Map<string, PaymentRecord>()

  async function usageOf(row: PaymentRecord): Promise<Usage | null> {
    if (row.plan === null || row.account === null || row.networkId === null) return null
    return readUsage(networks.connection(row.networkId), row.account, readPlan(row.plan)).catch((error: unknown) => {
      onFault(error)
      return null
    })
  }

  async function look(id: string): Promise<void> {
    const row = await rows.get(id)
    // The chain knows nothing of a sign-in.
    if (row?.state === 'signing-in') {
      await carrier.drop(id)
      const endedAt = clock.now()
      await rows.change(id, ({ reason }) => ({ state: 'refused', reason: reason ?? 'unanswered', endedAt }))
      return
    }
    if (row === undefined || !openStates.some(state => state === row.state) || row.payload === null) return
    await decide(row, await usageOf(row))
  }

  async function decide(row: PaymentRecord, usage: Usage | null): Promise<void> {
    // A voucher leaves nothing on the chain: the next one for this channel promises the same sum again, not more.
    if (row.way === 'voucher') return end(row, { state: 'expired', reason: 'voucher-kept' })
    if (usage?.isUsed === true)
      return end(row, row.state === 'unproven' ? { state: 'delivered' } : { state: 'undelivered' })
    if (usage === null || !isPastEnd(row, usage) || usage.isUsed === null) return later(row)
    if (row.state === 'unproven') await rows.change(row.id, () => ({ reason: 'never-taken', endedAt: clock.now() }))
    else await end(row, { state: 'expired' })
  }

  /**
   * Until its end somebody can still take it; where the chain says nothing of it even then, it is asked ever less
   * often.
   */
  function later({ id, validBefore }: PaymentRecord): void {
    const untilEnd = Number(validBefore ?? 0n) * 1_000 - Date.now() + graceSeconds * 1_000
    clock.after(Math.max(lookAgainMs, Math.min(Math.abs(untilEnd), 600_000)), () => void look(id).catch(onFault))
  }

  async function end(row: PaymentRecord, change: Partial<PaymentRecord>): Promise<void> {
    await barrier('payment-end')
    const wasPaid = change.state !== 'expired'
    // Paid in full, unless a maximum was signed: how much of it was taken the ledger finds out.
    const charged = wasPaid && row.way !== 'upto' ? { charged: row.amount } : {}
    const ended = await rows.change(row.id, ({ endedAt }) =>
      // Ended while the chain was asked. Only that its answer came says more than any other end.
      endedAt !== null && change.state !== 'delivered' ? null : { ...change, ...charged, endedAt: clock.now() },
    )
    if (ended?.state !== change.state) return
    if (!wasPaid || row.networkId === null || row.token === null || row.payee === null) return
    await rememberPayee(rows, row.origin, { networkId: row.networkId, token: row.token, payee: row.payee })
    if (await parts.isUnlocked()) void readCharge(row).catch(onFault)
    else uncharged.set(row.id, row)
  }

  async function readCharges(): Promise<void> {
    for (const [id, row] of uncharged) {
      uncharged.delete(id)
      await readCharge(row)
    }
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

  return { usageOf, look, decide, later, end, readCharges }
}

/**
 * True if nothing can take the payment any more. One block that runs ahead, or lies, does not end it: a final block has
 * to be past the end, and this device's clock as well.
 */
function isPastEnd({ validBefore }: PaymentRecord, { finalSeconds }: Usage): boolean {
  const end = Number(validBefore ?? 0n)
  const device = Date.now() / 1_000
  if (finalSeconds === null) return device >= end + graceWithoutFinality
  return finalSeconds >= end && device >= end + graceSeconds
}

async function rememberPayee(
  rows: Pick<PaymentRows, 'changeSite'>,
  origin: string,
  paid: { networkId: NetworkId; token: Address; payee: Address },
): Promise<void> {
  await rows.changeSite(origin, site => ({
    ...site,
    payees: [
      ...site.payees.filter(
        known => known.networkId !== paid.networkId || known.token !== paid.token || known.payee !== paid.payee,
      ),
      paid,
    ],
  }))
}
