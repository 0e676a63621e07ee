import type { Address } from 'viem'
import type { PaymentRecord } from '@/lib/database/payment-records'
import type { Clock } from '@/lib/values/clock'
import type { NetworkId } from '@/lib/values/network-id'
import { type CountedPayment, windowMs } from './caps'
import type { LimitedPayment } from './limits'
import type { PaymentRows } from './rows'

/** The list of answers shows so many signed payments of an account on a network. */
const mostSigned = 100
/** The list shows so many payments without a signature. Any page can cause them. */
const mostUnsigned = 20
/** The journal keeps so many refused offers. */
const mostRefused = 200

/** The fields by which a signed payment counts against limits: without its terms and payload, which are long. */
export type SignedPayment = CountedPayment & LimitedPayment

/** The part of the journal that the list of answers needs, in memory. */
interface RecentPayments {
  /** Those that the list shows, newest first: see {@link shownOf}. */
  newest(): PaymentRecord[]
  /** What was signed of a token within the longest window of a limit, in any order. */
  signedOf(networkId: NetworkId, token: Address): SignedPayment[]
}

interface KeptPayments {
  /** Reads and decrypts all payments at its first call; then each change of a row is taken in. */
  read(): Promise<RecentPayments>
  /** Forgets everything: the wallet was locked, or unlocked, and other rows can be read from now on. */
  forget(): void
}

/**
 * The payments that the list of answers shows, newest first. What was signed has its place by account and network, so
 * that neither refused offers nor payments elsewhere push it out. Offers are not among them.
 */
export function shownOf(rows: readonly PaymentRecord[]): PaymentRecord[] {
  const counts = new Map<string, number>()
  return rows
    .filter(({ state }) => state !== 'offered')
    .sort(newestFirst)
    .filter(({ signedAt, account, networkId }) => {
      const group = signedAt === null ? '' : `${account} ${networkId}`
      const count = (counts.get(group) ?? 0) + 1
      counts.set(group, count)
      return count <= (signedAt === null ? mostUnsigned : mostSigned)
    })
}

/** The newest payments and those that count against limits, kept current. Old refused offers are deleted on the way. */
export function keepRecentPayments(
  rows: Pick<PaymentRows, 'all' | 'forgetRefused' | 'onChange'>,
  {
    clock,
    sessionStartedAt,
  }: {
    clock: Pick<Clock, 'now'>
    /** ms since the epoch */
    sessionStartedAt(): Promise<number>
  },
): KeptPayments {
  let kept: { summary: Summary; read: Promise<void> } | null = null

  async function readInto(summary: Summary): Promise<void> {
    const [found, startedAt] = await Promise.all([rows.all(), sessionStartedAt()])
    summary.begin(found, Math.min(startedAt, clock.now() - windowMs.month))
    const refused = found.filter(({ state, signedAt }) => state === 'refused' && signedAt === null).sort(newestFirst)
    if (refused.length > mostRefused) await rows.forgetRefused(refused.slice(mostRefused).map(({ id }) => id))
  }

  rows.onChange(row => {
    kept?.summary.take(row)
    // Nothing becomes an offer again. If it did, an older payment would have to be read in its place.
    if (kept?.summary.isShownOffer(row) === true) kept = null
  })

  async function read(): Promise<RecentPayments> {
    if (kept === null) {
      const summary = createSummary()
      const begun = { summary, read: readInto(summary) }
      kept = begun
      // The caller has the error; the next one reads again.
      begun.read.catch(() => {
        if (kept === begun) kept = null
      })
    }
    const current = kept
    await current.read
    // It was forgotten meanwhile.
    return kept === current ? current.summary : read()
  }

  return {
    read,
    forget() {
      kept = null
    },
  }
}

interface Summary extends RecentPayments {
  /** @param since ms since the epoch: what was signed before counts nowhere any more */
  begin(found: readonly PaymentRecord[], since: number): void
  /** Takes in a row that was stored. */
  take(row: PaymentRecord): void
  /** True for an offer that is in the list: it has to be made anew. */
  isShownOffer(row: PaymentRecord): boolean
}

function createSummary(): Summary {
  /** In order. */
  let newest: PaymentRecord[] = []
  /** By network and token, which the signature fixes. */
  const signed = new Map<string, Map<string, SignedPayment>>()
  const groupOf = ({ networkId, token }: Pick<PaymentRecord, 'networkId' | 'token'>) => `${networkId} ${token}`
  /** What changed while the rows were read is newer than what was read; `null` after that. */
  let taken: Map<string, PaymentRecord> | null = new Map()

  function put(row: PaymentRecord): void {
    if (row.signedAt !== null) count(row)
    newest = shownOf([...newest.filter(({ id }) => id !== row.id), row])
  }

  function count(row: PaymentRecord): void {
    const group = groupOf(row)
    const known = signed.get(group) ?? new Map<string, SignedPayment>()
    signed.set(group, known.set(row.id, countedFields(row)))
  }

  return {
    newest: () => newest,
    signedOf: (networkId, token) => [...(signed.get(groupOf({ networkId, token }))?.values() ?? [])],
    begin(found, since) {
      for (const row of found) if (row.signedAt !== null && row.signedAt >= since) count(row)
      newest = shownOf(found)
      const changed = taken ?? new Map<string, PaymentRecord>()
      taken = null
      for (const row of changed.values()) put(row)
    },
    take(row) {
      if (taken === null) put(row)
      else taken.set(row.id, row)
    },
    isShownOffer: ({ id, state }) => state === 'offered' && newest.some(row => row.id === id),
  }
}

/** Of the same moment, in the order of their ids. */
function newestFirst(one: PaymentRecord, other: PaymentRecord): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}

function countedFields(row: PaymentRecord): SignedPayment {
  const { id, origin, pageOrigin, account, networkId, token, payee, amount, way, state, signedAt, automatic } = row
  return { id, origin, pageOrigin, account, networkId, token, payee, amount, way, state, signedAt, automatic }
}
