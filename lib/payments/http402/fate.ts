import type { Address, Hash } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { countAnswer } from './channel-rows'
import { readPlan } from './plan'
import { openStates, type PaymentRows } from './rows'
import type { PaymentBase, PaymentChains, PaymentPages } from './types'
import { readUsage, type Usage } from './usage'

/** Seconds that this device's clock has to be past the end of a payload. */
const graceSeconds = 15
/** Seconds that the newest block has to be past the end of a payload, where the network has no final ones. */
const graceWithoutFinality = 3_600
/** Seconds after the end of a payload during which logs are waited for that cannot be read. */
const graceUnread = 86_400
const lookAgainMs = 15_000

/** Decides by the chain what became of a payment. */
export interface Fate {
  /** What the chain says was used; `null` where it cannot be asked, which is reported. */
  usageOf(row: PaymentRecord): Promise<Usage | null>
  /** How a payment was used that the chain says was used. */
  readUse(row: PaymentRecord): Promise<Use>
  /** Asks the chain about an open payment. A sign-in that is looked at has come to nothing. */
  look(id: string): Promise<void>
  /** Ends the payment if `usage` shows that it was used or can no longer be taken; else looks again later. */
  decide(row: PaymentRecord, usage: Usage | null): Promise<void>
  /** Writes the end of a payment. */
  end(row: PaymentRecord, change: Partial<PaymentRecord>): Promise<void>
  /**
   * Its answer is here, and it was paid: counts it in its channel, and ends it.
   * @param use of the nonce; absent for a voucher, of which the chain shows nothing, and where it was known before
   */
  deliver(row: PaymentRecord, use?: Use): Promise<void>
  /** The wallet was unlocked: payments are looked at of which the ledger could not be read before. */
  unlocked(): Promise<void>
}

export function createFate(
  parts: PaymentBase & PaymentChains & Pick<PaymentPages, 'carrier'>,
  rows: PaymentRows,
): Fate {
  const { barrier, carrier, clock, networks } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const readUse = createUses(parts)
  /** Used while the wallet was locked: the ledger could not be read. */
  const unread = new Set<string>()

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
    if (usage?.isUsed === true) return decideUsed(row, usage)
    // The block in which it was used left the chain.
    if (usage?.isUsed === false && isOfUse(row.reason))
      await rows.change(row.id, ({ reason }) => (isOfUse(reason) ? { reason: null } : null))
    if (usage === null || !isPastEnd(row, usage) || usage.isUsed === null) return later(row)
    if (row.state === 'unproven') await rows.change(row.id, () => ({ reason: 'never-taken', endedAt: clock.now() }))
    else await end(row, { state: 'expired' })
  }

  /**
   * Contracts do not tell a payment that was taken from one that was taken back. Counted as nothing while that could
   * still be undone, it would make room for a second payment.
   */
  async function decideUsed(row: PaymentRecord, usage: Usage): Promise<void> {
    const use = await readUse(row)
    if (use.how === 'taken') return paid(row, use)
    const isOver = isPastEnd(row, usage)
    if (use.how === 'cancelled' && (use.isFinal || isOver))
      return end(row, { state: 'cancelled', charged: 0n, reason: null })
    const isUnlocked = await parts.isUnlocked()
    const isReadable = use.how !== 'unread' || (isUnlocked && Date.now() / 1_000 > endOf(row) + graceUnread)
    // No log will say more of it: it counts as paid.
    if (use.how !== 'cancelled' && isOver && isReadable) return paid(row, use)
    const reason = use.how === 'cancelled' ? 'revoking' : 'used'
    await rows.change(row.id, ({ endedAt }) => (endedAt === null ? { reason } : null))
    // A locked wallet would learn nothing by asking again.
    if (!isUnlocked) unread.add(row.id)
    else if (use.how === 'unread') later(row)
    else lookAfter(row.id, lookAgainMs)
  }

  function paid(row: PaymentRecord, use: Use): Promise<void> {
    return row.state === 'unproven' ? deliver(row, use) : end(row, { state: 'undelivered', ...takenBy(row, use) })
  }

  async function deliver(given: PaymentRecord, use?: Use): Promise<void> {
    const row = (await rows.get(given.id)) ?? given
    const isFair =
      row.plan === null ||
      row.networkId === null ||
      (await countAnswer(parts, row, readPlan(row.plan), networks.connection(row.networkId)))
    await end(row, {
      state: 'delivered',
      reason: isFair ? null : 'overcharged',
      ...(use === undefined ? { charged: row.way === 'voucher' ? row.amount : row.charged } : takenBy(row, use)),
    })
  }

  /**
   * Until its end somebody can still take it; where the chain says nothing of it even then, it is asked ever less
   * often.
   */
  function later(row: PaymentRecord): void {
    const untilEnd = (endOf(row) + graceSeconds) * 1_000 - Date.now()
    lookAfter(row.id, Math.max(lookAgainMs, Math.min(Math.abs(untilEnd), 600_000)))
  }

  function lookAfter(id: string, ms: number): void {
    clock.after(ms, () => void look(id).catch(onFault))
  }

  async function end(row: PaymentRecord, change: Partial<PaymentRecord>): Promise<void> {
    await barrier('payment-end')
    const ended = await rows.change(row.id, ({ endedAt }) =>
      // Ended while the chain was asked. Only that its answer came says more than any other end.
      endedAt !== null && change.state !== 'delivered' ? null : { ...change, endedAt: clock.now() },
    )
    const isPaid = change.state === 'delivered' || change.state === 'undelivered'
    // A payee is known once money is known to have gone there.
    if (ended?.state !== change.state || !isPaid || change.charged == null) return
    if (row.networkId === null || row.token === null || row.payee === null) return
    await rememberPayee(rows, row.origin, { networkId: row.networkId, token: row.token, payee: row.payee })
  }

  return {
    usageOf,
    readUse,
    look,
    decide,
    deliver,
    end,
    async unlocked() {
      const ids = [...unread]
      unread.clear()
      for (const id of ids) await look(id)
    },
  }
}

/**
 * What was taken, and by which transaction. Paid in full, unless a maximum was signed: how much of it was taken the
 * ledger knows.
 */
function takenBy(
  { amount, transaction, way }: PaymentRecord,
  use: Use,
): Pick<PaymentRecord, 'charged' | 'transaction'> {
  if (use.how !== 'taken') return { charged: way === 'upto' || use.how !== 'unrecorded' ? null : amount, transaction }
  return { charged: way === 'upto' ? use.amount : amount, transaction: use.hash ?? transaction }
}

/**
 * True if nothing can take the payment any more. One block that runs ahead, or lies, does not end it: a final block has
 * to be past the end, and this device's clock as well. A device that is ahead ends nothing by itself.
 */
function isPastEnd(row: PaymentRecord, { finalSeconds, latestSeconds }: Usage): boolean {
  const end = endOf(row)
  if (Date.now() / 1_000 < end + graceSeconds) return false
  if (finalSeconds !== null) return finalSeconds >= end
  return latestSeconds !== null && latestSeconds >= end + graceWithoutFinality
}

/** Reasons of a payment that was used, while it is not known for good how. */
function isOfUse(reason: string | null): boolean {
  return reason === 'revoking' || reason === 'used'
}

/** Unix seconds. */
function endOf({ validBefore }: Pick<PaymentRecord, 'validBefore'>): number {
  return Number(validBefore ?? 0n)
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

/** How a nonce was used that the chain says was used. */
type Use =
  /** `amount` in the token's smallest unit. */
  | { how: 'taken'; amount: bigint; hash: Hash | null }
  /** Taken back. `isFinal`: a final block says so. */
  | { how: 'cancelled'; isFinal: boolean }
  /** The logs that could be read do not say. */
  | { how: 'unknown' }
  /** The wallet is locked, or the chain could not be asked. */
  | { how: 'unread' }
  /** The ledger has no row of it: no log will ever be found. */
  | { how: 'unrecorded' }

/**
 * Reads from the ledger, which reads the chain's logs, how a payment was used. What goes wrong is reported, and the use
 * is `unread`.
 */
function createUses({
  database,
  faults,
  isUnlocked,
  ledger,
}: PaymentBase & Pick<PaymentChains, 'ledger'>): (row: PaymentRecord) => Promise<Use> {
  /** By payment, the row of the ledger for what it signed: to find it, all rows are read. */
  const known = new Map<string, string>()

  async function authorizationOf(id: string): Promise<string | undefined> {
    if (!known.has(id)) {
      const all = await database.getAll('authorizations')
      // A permit for Permit2 moves nothing, and the voucher of a deposit comes after it.
      const first = all.find(({ paymentId, kind }) => paymentId === id && kind !== 'permit')
      if (first !== undefined) known.set(id, first.id)
    }
    return known.get(id)
  }

  async function read(id: string): Promise<Use> {
    const authorization = await authorizationOf(id)
    const checked = authorization === undefined ? undefined : await ledger.check(authorization)
    if (checked === undefined) return { how: 'unrecorded' }
    const { evidence, isClosed, isProvisional, state, used } = checked
    const taken = evidence.find(({ event }) => event === 'taken')
    if (taken !== undefined) return { how: 'taken', amount: used, hash: taken.hash }
    if (state === 'cancelled' && !isProvisional) return { how: 'cancelled', isFinal: isClosed }
    return { how: 'unknown' }
  }

  return async ({ id }) => {
    if (!(await isUnlocked())) return { how: 'unread' }
    return read(id).catch((error: unknown) => {
      faults.report('payments', error)
      return { how: 'unread' }
    })
  }
}
