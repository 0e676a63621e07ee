import type { Address } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { PaymentRows } from './rows'

/** The list of answers shows so many signed payments of an account on a network. */
const mostSigned = 100
/** The list shows so many payments without a signature. Any page can cause them. */
const mostUnsigned = 20
/** The journal keeps so many refused offers. */
const mostRefused = 200

/** A payment without its long texts: terms, plan, payload and settlement. */
export type KnownPayment = Omit<PaymentRecord, 'terms' | 'plan' | 'payload' | 'settlement'> & {
  /** False where CORS hides the terms from the page. */
  hasTerms: boolean
  /** JSON text of the plan of a signed sign-in; `null` for payments. */
  signIn: string | null
}

/** All payments as they are stored, in memory. */
export interface KnownPayments {
  /** The rows that the list shows, newest first: see {@link shownOf}. */
  newest(): PaymentRecord[]
  /**
   * Payments in a token, in the order of their signatures.
   * @param since ms since the epoch: what was signed before is left out
   */
  signedOf(networkId: NetworkId, token: Address, since: number): KnownPayment[]
  /** Payments to a seller, in any order. */
  of(origin: string): KnownPayment[]
  /** All payments, in any order. */
  all(): KnownPayment[]
  /** Ids of the payments that were signed for the challenge with this nonce. */
  signedWith(nonce: string): string[]
}

/** The rows of payments, with those fields of all of them in memory by which others are judged. */
export interface PaymentJournal extends PaymentRows {
  /**
   * Reads and decrypts all payments at its first call; then each change of a row is taken in before the promise of the
   * change resolves. Old refused offers are deleted on the way.
   */
  known(): Promise<KnownPayments>
  /** Forgets what is in memory. To be called when the wallet is locked. */
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

/**
 * @param rows the only ones through which payments are written
 * @param isUnlocked a locked wallet reads only a part of the rows: its memory does not outlive the unlock
 */
export function createPaymentJournal(rows: PaymentRows, isUnlocked: () => Promise<boolean>): PaymentJournal {
  let kept: { memory: Memory; isWhole: boolean; read: Promise<void> } | null = null

  async function readInto(memory: Memory): Promise<void> {
    const found = await rows.all()
    memory.begin(found)
    const refused = found.filter(({ state, signedAt }) => state === 'refused' && signedAt === null).sort(newestFirst)
    const old = refused.slice(mostRefused).map(({ id }) => id)
    // Payments are judged whether that works or not: the next reading deletes them.
    if (old.length > 0) rows.forgetRefused(old).catch(() => undefined)
  }

  // Nothing becomes an offer again: what the list shows stays in it until newer ones take its place.
  rows.onChange(row => kept?.memory.take(row.id, row))
  rows.onDelete(id => kept?.memory.take(id, null))

  async function known(): Promise<KnownPayments> {
    const isWhole = await isUnlocked()
    if (kept?.isWhole !== isWhole) {
      const memory = createMemory()
      const begun = { memory, isWhole, read: readInto(memory) }
      kept = begun
      // The caller has the error; the next one reads again.
      begun.read.catch(() => {
        if (kept === begun) kept = null
      })
    }
    const current = kept
    await current.read
    // It was forgotten meanwhile, or the wallet was locked or unlocked.
    return kept === current && (await isUnlocked()) === current.isWhole ? current.memory : known()
  }

  return {
    ...rows,
    known,
    forget() {
      kept = null
    },
  }
}

interface Memory extends KnownPayments {
  begin(found: readonly PaymentRecord[]): void
  /** Takes in a row that was stored, or `null` for one that was deleted. */
  take(id: string, row: PaymentRecord | null): void
}

function createMemory(): Memory {
  /** In order. */
  let newest: PaymentRecord[] = []
  const byId = new Map<string, KnownPayment>()
  const bySeller = new Map<string, Set<KnownPayment>>()
  /** By network and token, in the order of their signatures. */
  const byMoney = new Map<string, KnownPayment[]>()
  const byNonce = new Map<string, Set<string>>()
  const nonceOf = new Map<string, string>()
  const moneyOf = ({ networkId, token }: Pick<PaymentRecord, 'networkId' | 'token'>) => `${networkId} ${token}`
  /** Changes that were stored during the first reading, by id. They replace what it read. `null` after it. */
  let taken: Map<string, PaymentRecord | null> | null = new Map()

  function drop(id: string): void {
    const known = byId.get(id)
    if (known === undefined) return
    byId.delete(id)
    byNonce.get(nonceOf.get(id) ?? '')?.delete(id)
    nonceOf.delete(id)
    bySeller.get(known.origin)?.delete(known)
    const signed = byMoney.get(moneyOf(known)) ?? []
    const place = signed.lastIndexOf(known)
    if (place !== -1) signed.splice(place, 1)
  }

  function keep(row: PaymentRecord): void {
    drop(row.id)
    const known = knownOf(row)
    byId.set(known.id, known)
    groupIn(bySeller, known.origin, () => new Set()).add(known)
    if (known.signedAt !== null) {
      const signed = groupIn(byMoney, moneyOf(known), () => [])
      signed.splice(placeOf(signed, known.signedAt), 0, known)
    }
    const nonce = signedNonceOf(row)
    if (nonce === null) return
    groupIn(byNonce, nonce, () => new Set()).add(row.id)
    nonceOf.set(row.id, nonce)
  }

  function put(id: string, row: PaymentRecord | null): void {
    const others = newest.filter(shown => shown.id !== id)
    newest = row === null ? others : shownOf([...others, row])
    if (row === null) drop(id)
    else keep(row)
  }

  return {
    newest: () => newest,
    signedOf(networkId, token, since) {
      const signed = byMoney.get(moneyOf({ networkId, token })) ?? []
      return signed.slice(placeOf(signed, since - 1))
    },
    of: origin => [...(bySeller.get(origin) ?? [])],
    all: () => [...byId.values()],
    signedWith: nonce => [...(byNonce.get(nonce) ?? [])],
    begin(found) {
      // In order, each finds its place at the end.
      for (const row of found.toSorted((one, other) => (one.signedAt ?? 0) - (other.signedAt ?? 0))) keep(row)
      newest = shownOf(found)
      const changed = taken ?? new Map<string, PaymentRecord | null>()
      taken = null
      for (const [id, row] of changed) put(id, row)
    },
    take(id, row) {
      if (taken === null) put(id, row)
      else taken.set(id, row)
    },
  }
}

/** The index behind everything signed at `at` (ms) or before. Looked for from the end: most ask for the newest. */
function placeOf(signed: readonly KnownPayment[], at: number): number {
  return signed.findLastIndex(({ signedAt }) => (signedAt ?? 0) <= at) + 1
}

function groupIn<Group>(groups: Map<string, Group>, key: string, empty: () => Group): Group {
  const group = groups.get(key) ?? empty()
  groups.set(key, group)
  return group
}

/** Newest first; rows of the same moment in the order of their ids. */
function newestFirst(one: PaymentRecord, other: PaymentRecord): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1)
}

/** The row without its long texts. */
export function knownOf({ terms, plan, payload, settlement: _, ...fields }: PaymentRecord): KnownPayment {
  return { ...fields, hasTerms: terms !== '', signIn: fields.way === null && payload !== null ? plan : null }
}

/** The nonce of the challenge that was signed for, as the text of the plan has it; `null` where none was. */
function signedNonceOf({ payload, plan }: Pick<PaymentRecord, 'payload' | 'plan'>): string | null {
  // The payload of a challenge begins with its scheme, that of x402 is base64.
  if (payload?.startsWith('Payment ') !== true) return null
  return /"nonce":"(\w*)"/.exec(plan ?? '')?.[1] ?? null
}
