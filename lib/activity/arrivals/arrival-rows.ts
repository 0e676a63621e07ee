import type { Address, Hash } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { isSameAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { createOnce } from '@/lib/base/once'
import type { Database } from '@/lib/storage/open'
import type { ArrivalRecord } from '@/lib/storage/records'

export type Arrival = ArrivalRecord

/**
 * So many arrivals are kept of each account on each chain: in its own money, in vouched tokens, and in other tokens,
 * whose transfers anybody can forge.
 */
const mostKept = 100
/** Between the time of a block and when its effect was seen. */
const sameRiseMs = 60_000

/** What is newly known about the transaction of an arrival. */
export interface ArrivalSighting {
  isSealed: boolean
  /** Its receipt is gone, or it failed. */
  isGone: boolean
  /** The sealed block it is in, where that is known. */
  blockNumber?: number | undefined
}

/** The arrivals, in memory and in the database. */
export interface ArrivalRows {
  /** Reads what the database has. What is from before a restart of its chain goes. */
  load(): Promise<void>
  /** Forgets what is in memory. */
  rest(): void
  /** Newest first. */
  list(networkId: NetworkId, account: Address): Arrival[]
  has(id: string): boolean
  /** Adds an arrival that is seen for the first time. */
  add(arrival: Omit<Arrival, 'level' | 'isWithdrawn' | 'sealedAt'>, sealedAt: number | null): void
  /**
   * Stores an arrival of a past block, as it is. No later look finds it, so that it is not merely shown.
   * @returns false where it is known
   * @throws why it cannot be stored
   */
  addPast(arrival: Arrival): Promise<boolean>
  /** Sets the level of an arrival; no effect where it is unknown or the level is the same. */
  see(id: string, sighting: ArrivalSighting): void
  /** The network's faucet says that this transaction is its gift: so is what arrives with it, before or after. */
  given(networkId: NetworkId, hash: Hash): void
  drop(gone: readonly Arrival[]): void
  /** Removes the arrivals of a chain, or all. */
  forget(networkId?: NetworkId): void
  onChange(listener: (networkId: NetworkId) => void): () => void
}

export function createArrivalRows({
  database,
  clock,
  epochOf,
  vouchedOn,
  onFault,
}: {
  database: Database
  clock: Clock
  epochOf(chainId: number): number
  /** The tokens that the wallet or the person vouches for, in lower case. */
  vouchedOn(networkId: NetworkId): Promise<readonly Address[]>
  /** A row could not be written or deleted. */
  onFault(error: unknown): void
}): ArrivalRows {
  const listeners = createListeners<[networkId: NetworkId]>()
  const rows = new Map<string, Arrival>()
  const once = createOnce<void>()
  const gifts = new Set<string>()
  const giftOf = (networkId: NetworkId, hash: Hash | null) => `${networkId} ${hash?.toLowerCase()}`

  const ofEpoch = (found: Arrival): Arrival => ({ ...found, epoch: epochOf(found.networkId) })

  function put(found: Arrival): void {
    const isGift = gifts.has(giftOf(found.networkId, found.hash))
    const arrival = { ...ofEpoch(found), ...(isGift ? { isFromFaucet: true } : {}) }
    // An arrival that cannot be written is shown until this worker ends.
    database.put('arrivals', arrival).catch(onFault)
    void show(arrival).catch(onFault)
  }

  /** Resolves once the rows beyond the most are removed. */
  async function show(arrival: Arrival): Promise<void> {
    const { networkId, account } = arrival
    rows.set(arrival.id, arrival)
    listeners.tell(networkId)
    await once(`${networkId}:${account}`, () => trim(networkId, account))
  }

  async function trim(networkId: NetworkId, account: Address): Promise<void> {
    const vouched = await vouchedOn(networkId)
    const kindOf = ({ token }: Arrival) => (token === null ? 'native' : vouched.includes(token) ? 'vouched' : 'other')
    const groups = Map.groupBy(list(networkId, account), kindOf)
    const old = [...groups.values()].flatMap(group => group.slice(mostKept))
    if (old.length === 0) return
    const awaited = await awaitedAmounts(networkId, account)
    drop(old.filter(({ token, amount }) => token !== null || !awaited.includes(amount)))
  }

  /** In the chain's own money: what pays an open request stays until it was matched, however many are newer. */
  async function awaitedAmounts(networkId: NetworkId, account: Address): Promise<(bigint | null)[]> {
    const requests = await database.getAll('paymentRequests')
    return requests.flatMap(row =>
      row.networkId === networkId &&
      row.account === account &&
      row.token === null &&
      row.closedAt === null &&
      row.paidBy == null
        ? row.amount
        : [],
    )
  }

  /** A rise without a transaction has no id that both who looked then and who looks later know. */
  function isSeen({ networkId, account, hash, amount, at }: Arrival): boolean {
    const isSame = (known: Arrival) =>
      known.hash === null && known.amount === amount && Math.abs(known.at - at) < sameRiseMs
    return hash === null && list(networkId, account).some(isSame)
  }

  function remove(arrivals: readonly Arrival[]): void {
    for (const { id } of arrivals) {
      rows.delete(id)
      database.delete('arrivals', id).catch(onFault)
    }
  }

  function drop(arrivals: readonly Arrival[]): void {
    remove(arrivals)
    for (const networkId of new Set(arrivals.map(arrival => arrival.networkId))) listeners.tell(networkId)
  }

  function list(networkId: NetworkId, account: Address): Arrival[] {
    return (
      [...rows.values()]
        .filter(arrival => arrival.networkId === networkId && isSameAddress(arrival.account, account))
        // Among arrivals of the same moment, the arrival that was seen last is the newest.
        .reverse()
        .sort((a, b) => b.at - a.at)
    )
  }

  return {
    async load() {
      const kept = await database.getAll('arrivals')
      const isOver = ({ networkId, epoch }: Arrival) => epoch !== undefined && epoch < epochOf(networkId)
      remove(kept.filter(isOver))
      // What was found since is newer.
      for (const arrival of kept) if (!isOver(arrival) && !rows.has(arrival.id)) rows.set(arrival.id, arrival)
    },
    rest: () => rows.clear(),
    list,
    has: id => rows.has(id),
    add(arrival, sealedAt) {
      put({ ...arrival, level: sealedAt === null ? 'preconfirmed' : 'sealed', isWithdrawn: false, sealedAt })
    },
    async addPast(found) {
      if (rows.has(found.id) || isSeen(found)) return false
      const arrival = ofEpoch(found)
      await database.put('arrivals', arrival)
      await show(arrival)
      return rows.has(arrival.id)
    },
    see(id, { isSealed, isGone, blockNumber }) {
      const known = rows.get(id)
      if (known === undefined) return
      const level = isSealed ? 'sealed' : 'preconfirmed'
      const isSameBlock = blockNumber === undefined || known.blockNumber === blockNumber
      if (known.level === level && known.isWithdrawn === isGone && isSameBlock) return
      const sealedAt = isSealed ? (known.sealedAt ?? clock.now()) : null
      const { blockNumber: _before, ...row } = known
      const block = isSealed ? (blockNumber ?? known.blockNumber) : undefined
      put({ ...row, level, isWithdrawn: isGone, sealedAt, ...(block === undefined ? {} : { blockNumber: block }) })
    },
    given(networkId, hash) {
      const gift = giftOf(networkId, hash)
      gifts.add(gift)
      for (const row of [...rows.values()]) if (giftOf(row.networkId, row.hash) === gift) put(row)
    },
    drop,
    forget(networkId) {
      remove([...rows.values()].filter(arrival => networkId === undefined || arrival.networkId === networkId))
      if (networkId !== undefined) listeners.tell(networkId)
    },
    onChange: listeners.add,
  }
}

/**
 * @param what the token, sender and amount of a token transfer; `null` for the native currency
 * @returns the id of an arrival, the same one each time the transaction is seen
 */
export function arrivalId(networkId: NetworkId, account: Address, hash: Hash, what: string | null): string {
  return `${networkId}:${account}:${hash.toLowerCase()}:${what ?? 'native'}`
}
