import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { toRpcError } from '@/lib/base/rpc/errors'
import { transactionCountReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionRecord } from '@/lib/storage/records'
import type { Journal } from './journal'
import { chooseNonce, findHoles, type NonceHolder, waitsForNonce } from './nonce'
import type { NonceSlot } from './nonce-slot'

export interface NonceLedger {
  slotOf(networkId: NetworkId, from: Address): Promise<NonceSlot>
  /**
   * The free nonce to take now. To take it, call under the lock of the slot's chain and address.
   * @param count of nonces in a row that the transaction takes
   */
  next(slot: NonceSlot, count?: number): Promise<number>
  /**
   * The first of the nonce, and of the next nonce where `count` is 2, that was used on the chain by the counts read
   * last, or that another transaction holds; `null` where all are free. The result is `nonce` only where a transaction
   * with it would replace no other either.
   */
  taken(slot: NonceSlot, nonce: number, count: number): number | null
  /**
   * Reads the counts anew and puts them in place of the wallet's own: after an endpoint told a count that was too high,
   * the numbers below are free again. What is on its way keeps its number. Call it under the lock of the slot.
   * @returns the next free nonce
   * @throws RpcError
   */
  readAnew(slot: NonceSlot): Promise<number>
  /** Counts that were read on the chain. */
  observe(networkId: NetworkId, from: Address, counts: { pendingCount: number; latestCount: number }): void
  /** A transaction is in a block: the chain's count is past its nonce. */
  included(row: TransactionRecord): void
  /** It was in a block that was removed: the count is back at its nonce. */
  setBack(row: TransactionRecord): void
  /** Whether the nonce is not used yet, by the counts read last. */
  isFree(slot: Omit<NonceSlot, 'epoch'>, nonce: number): boolean
  /** Whose turn comes before this row's, as far as known now. */
  waitsForNonce(row: TransactionRecord): number | null
  /** Reads the counts and returns the nonces that nothing holds although later ones wait. */
  holes(networkId: NetworkId, from: Address): Promise<number[]>
  /** The lowest free nonce below this one, by the counts read last: a transaction with this one would wait for it. */
  freeBelow(slot: NonceSlot, nonce: number): number | null
  /** @returns the chain's count: the higher one of `pending` and `latest` */
  read(networkId: NetworkId, from: Address): Promise<number>
  /** The chain restarted: its counts start anew. */
  forget(networkId: NetworkId): void
  /** Counts were read. */
  onCounts(listener: (networkId: NetworkId, from: Address) => void): () => void
}

/** What is known of each account's sequence: the journal's reservations and the counts last seen on the chain. */
export function createNonceLedger(dependencies: {
  journal: Journal
  connectionOf(networkId: NetworkId): Connection
  epochOf(networkId: NetworkId): number | Promise<number>
}): NonceLedger {
  const { journal, connectionOf, epochOf } = dependencies
  const counts = new Map<string, { pending: number; latest: number }>()
  const listeners = createListeners<[networkId: NetworkId, from: Address]>()

  function keyOf(networkId: NetworkId, from: Address): string {
    return `${networkId}:${lowerCaseAddress(from)}`
  }

  async function slotOf(networkId: NetworkId, from: Address): Promise<NonceSlot> {
    return { networkId, epoch: await epochOf(networkId), from: lowerCaseAddress(from) }
  }

  function observe(networkId: NetworkId, from: Address, seen: { pendingCount: number; latestCount: number }): void {
    counts.set(keyOf(networkId, from), { pending: seen.pendingCount, latest: seen.latestCount })
    listeners.tell(networkId, from)
  }

  async function read(networkId: NetworkId, from: Address): Promise<number> {
    const items = await connectionOf(networkId).batch([
      { method: 'eth_getTransactionCount', params: [from, 'pending'] },
      { method: 'eth_getTransactionCount', params: [from, 'latest'] },
    ])
    const [pendingCount = 0, latestCount = 0] = items.map(item => {
      if (!item.ok) throw toRpcError(item.error)
      return transactionCountReply.parse(item.result)
    })
    observe(networkId, from, { pendingCount, latestCount })
    return Math.max(pendingCount, latestCount)
  }

  function held(slot: NonceSlot) {
    const isLanding = !connectionOf(slot.networkId).isDevelopment()
    return holders(slot).filter(({ ended, mayLand }) => !ended || (mayLand && isLanding))
  }

  /** A node for development may be set back to before what was included: then its counts alone say what is free. */
  async function localNext(slot: NonceSlot): Promise<number | null> {
    return connectionOf(slot.networkId).isDevelopment() ? null : journal.localNext(slot)
  }

  async function next(slot: NonceSlot, count = 1): Promise<number> {
    const local = await localNext(slot)
    // Read while the person was reading; only a sequence never used here is worth a round trip now.
    if (local === null && !counts.has(keyOf(slot.networkId, slot.from))) await read(slot.networkId, slot.from)
    const seen = counts.get(keyOf(slot.networkId, slot.from))
    const taken = new Set(held(slot).map(({ nonce }) => nonce))
    let first = chooseNonce({ local, pending: seen?.pending ?? null, latest: seen?.latest ?? null })
    // A person may have fixed one ahead of the sequence.
    for (let nonce = first; nonce < first + count; nonce += 1) if (taken.has(nonce)) first = nonce + 1
    return first
  }

  function holders({ networkId, epoch, from }: NonceSlot): (NonceHolder & { mayLand: boolean; own: number | null })[] {
    return journal
      .live()
      .filter(row => row.networkId === networkId && row.epoch === epoch)
      .flatMap(row => {
        const included = isAtLeast(row.level, 'preconfirmed')
        const ended = row.inFlight === 0 || row.ended !== null
        // Called dropped, it may still be included.
        const mayLand = row.inFlight === 1 && row.ended === 'dropped'
        return noncesOf(row, from).map(nonce => ({
          nonce,
          included,
          ended,
          mayLand,
          own: row.from === from ? row.nonce : null,
        }))
      })
  }

  function knownCount(networkId: NetworkId, from: Address): number | null {
    const seen = counts.get(keyOf(networkId, from))
    return seen === undefined ? null : Math.max(seen.pending, seen.latest)
  }

  return {
    slotOf,
    next,
    async readAnew(slot) {
      await journal.setLocalNext(slot, await read(slot.networkId, slot.from))
      return next(slot)
    },
    taken(slot, nonce, count) {
      if (nonce < (knownCount(slot.networkId, slot.from) ?? 0)) return nonce
      const all = held(slot)
      if (count === 2 && all.some(each => each.nonce === nonce + 1 && each.own !== nonce)) return nonce + 1
      return all.some(each => each.nonce === nonce) ? nonce : null
    },
    observe,
    isFree: ({ networkId, from }, nonce) => nonce >= (knownCount(networkId, from) ?? 0),
    included(row) {
      const key = keyOf(row.networkId, row.from)
      const seen = counts.get(key)
      counts.set(key, {
        pending: Math.max(seen?.pending ?? 0, Math.max(...noncesOf(row, row.from)) + 1),
        latest: seen?.latest ?? 0,
      })
    },
    setBack({ networkId, from, nonce }) {
      const key = keyOf(networkId, from)
      const seen = counts.get(key)
      if (seen === undefined) return
      counts.set(key, { pending: Math.min(seen.pending, nonce), latest: Math.min(seen.latest, nonce) })
    },
    waitsForNonce(row) {
      if (row.ended !== null || row.inFlight === 0 || isAtLeast(row.level, 'preconfirmed')) return null
      const own = noncesOf(row, row.from)
      const others = holders(row).filter(holder => !own.includes(holder.nonce))
      // Without the chain's count, nothing is known about nonces that this wallet did not reserve.
      const count = knownCount(row.networkId, row.from) ?? Math.min(row.nonce, ...others.map(holder => holder.nonce))
      return waitsForNonce(row.nonce, others, count)
    },
    async holes(networkId, from) {
      await read(networkId, from)
      return findHoles(holders(await slotOf(networkId, from)), knownCount(networkId, from) ?? 0)
    },
    freeBelow(slot, nonce) {
      const count = knownCount(slot.networkId, slot.from)
      if (count === null) return null
      const holes = findHoles([...holders(slot), { nonce, included: false, ended: false }], count)
      return holes.find(hole => hole < nonce) ?? null
    },
    read,
    forget(networkId) {
      for (const key of counts.keys()) if (key.startsWith(`${networkId}:`)) counts.delete(key)
    },
    onCounts: listeners.add,
  }
}

/**
 * The nonces of `address` that a row takes. An authorization that the sender gave itself takes the one after the
 * transaction's; that of another account takes one of that account (EIP-7702 §Behavior).
 */
function noncesOf(row: TransactionRecord, address: Address): number[] {
  const { from, authority, nonce } = row
  if (authority?.address === address) return [authority.nonce]
  if (from !== address) return []
  return noncesTaken(row) === 2 ? [nonce, nonce + 1] : [nonce]
}

/** @returns how many nonces of its sender in a row a transaction takes (EIP-7702 §Behavior) */
export function noncesTaken(transaction: { purpose: string; delegate?: unknown; authority?: unknown }): number {
  const { purpose, delegate, authority } = transaction
  return authority === undefined && (delegate !== undefined || purpose === 'clear-delegation') ? 2 : 1
}
