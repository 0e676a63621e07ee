import type { Address } from 'viem'
import type { TransactionRecord } from '@/lib/database/records'
import { toRpcError } from '@/lib/rpc/errors'
import { transactionCountReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { lowerCaseAddress } from '@/lib/values/hex'
import { isAtLeast } from '@/lib/values/level'
import { createListeners } from '@/lib/values/listeners'
import type { Journal } from './journal'
import { chooseNonce, findHoles, type NonceHolder, waitsForNonce } from './nonce'
import type { NonceSlot } from './nonce-slot'

export interface NonceLedger {
  slotOf(chainId: number, from: Address): Promise<NonceSlot>
  /** The free nonce to take now. Call it under the lock of the slot's chain and address. */
  next(slot: NonceSlot): Promise<number>
  localNext(chainId: number, from: Address): Promise<number | null>
  /**
   * Reads the counts anew and puts them in place of the wallet's own: after an endpoint told a count that was too high,
   * the numbers below are free again. What is on its way keeps its number. Call it under the lock of the slot.
   * @returns the next free nonce
   * @throws RpcError
   */
  readAnew(slot: NonceSlot): Promise<number>
  /** Counts that were read on the chain. */
  observe(chainId: number, from: Address, counts: { pendingCount: number; latestCount: number }): void
  /** A transaction is in a block: the chain's count is past its nonce. */
  included(row: TransactionRecord): void
  /** It was in a block that was removed: the count is back at its nonce. */
  setBack(row: TransactionRecord): void
  /** Whose turn comes before this row's, as far as known now. */
  waitsForNonce(row: TransactionRecord): number | null
  /** Reads the counts and returns the nonces that nothing holds although later ones wait. */
  holes(chainId: number, from: Address): Promise<number[]>
  /** The lowest free nonce below this one, by the counts read last: a transaction with this one would wait for it. */
  freeBelow(slot: NonceSlot, nonce: number): number | null
  /** @returns the chain's count: the higher one of `pending` and `latest` */
  read(chainId: number, from: Address): Promise<number>
  /** The chain restarted: its counts start anew. */
  forget(chainId: number): void
  /** Counts were read. */
  onCounts(listener: (chainId: number, from: Address) => void): () => void
}

/** What is known of each account's sequence: the journal's reservations and the counts last seen on the chain. */
export function createNonceLedger(dependencies: {
  journal: Journal
  connectionOf(chainId: number): Connection
  epochOf(chainId: number): number | Promise<number>
}): NonceLedger {
  const { journal, connectionOf, epochOf } = dependencies
  const counts = new Map<string, { pending: number; latest: number }>()
  const listeners = createListeners<[chainId: number, from: Address]>()

  function keyOf(chainId: number, from: Address): string {
    return `${chainId}:${lowerCaseAddress(from)}`
  }

  async function slotOf(chainId: number, from: Address): Promise<NonceSlot> {
    return { chainId, epoch: await epochOf(chainId), from: lowerCaseAddress(from) }
  }

  function observe(chainId: number, from: Address, seen: { pendingCount: number; latestCount: number }): void {
    counts.set(keyOf(chainId, from), { pending: seen.pendingCount, latest: seen.latestCount })
    listeners.tell(chainId, from)
  }

  async function read(chainId: number, from: Address): Promise<number> {
    const items = await connectionOf(chainId).batch([
      { method: 'eth_getTransactionCount', params: [from, 'pending'] },
      { method: 'eth_getTransactionCount', params: [from, 'latest'] },
    ])
    const [pendingCount = 0, latestCount = 0] = items.map(item => {
      if (!item.ok) throw toRpcError(item.error)
      return transactionCountReply.parse(item.result)
    })
    observe(chainId, from, { pendingCount, latestCount })
    return Math.max(pendingCount, latestCount)
  }

  async function next(slot: NonceSlot): Promise<number> {
    const local = await journal.localNext(slot)
    // Read while the person was reading; only a sequence never used here is worth a round trip now.
    if (local === null && !counts.has(keyOf(slot.chainId, slot.from))) await read(slot.chainId, slot.from)
    const seen = counts.get(keyOf(slot.chainId, slot.from))
    const held = new Set(holders(slot).flatMap(({ ended, mayLand, nonce }) => (!ended || mayLand ? [nonce] : [])))
    let nonce = chooseNonce({ local, pending: seen?.pending ?? null, latest: seen?.latest ?? null })
    // A nonce that a person fixed ahead of the sequence.
    while (held.has(nonce)) nonce += 1
    return nonce
  }

  function holders({ chainId, epoch, from }: NonceSlot): (NonceHolder & { mayLand: boolean })[] {
    return journal
      .live()
      .filter(row => row.chainId === chainId && row.epoch === epoch)
      .flatMap(row => {
        const included = isAtLeast(row.level, 'preconfirmed')
        const ended = row.inFlight === 0 || row.ended !== null
        // Called dropped, it may still be included.
        const mayLand = row.inFlight === 1 && row.ended === 'dropped'
        return noncesOf(row, from).map(nonce => ({ nonce, included, ended, mayLand }))
      })
  }

  function knownCount(chainId: number, from: Address): number | null {
    const seen = counts.get(keyOf(chainId, from))
    return seen === undefined ? null : Math.max(seen.pending, seen.latest)
  }

  return {
    slotOf,
    next,
    async readAnew(slot) {
      await journal.setLocalNext(slot, await read(slot.chainId, slot.from))
      return next(slot)
    },
    async localNext(chainId, from) {
      return journal.localNext(await slotOf(chainId, from))
    },
    observe,
    included(row) {
      const key = keyOf(row.chainId, row.from)
      const seen = counts.get(key)
      counts.set(key, {
        pending: Math.max(seen?.pending ?? 0, Math.max(...noncesOf(row, row.from)) + 1),
        latest: seen?.latest ?? 0,
      })
    },
    setBack({ chainId, from, nonce }) {
      const key = keyOf(chainId, from)
      const seen = counts.get(key)
      if (seen === undefined) return
      counts.set(key, { pending: Math.min(seen.pending, nonce), latest: Math.min(seen.latest, nonce) })
    },
    waitsForNonce(row) {
      if (row.ended !== null || row.inFlight === 0 || isAtLeast(row.level, 'preconfirmed')) return null
      const own = noncesOf(row, row.from)
      const others = holders(row).filter(holder => !own.includes(holder.nonce))
      // Without the chain's count, nothing is known about nonces that this wallet did not reserve.
      const count = knownCount(row.chainId, row.from) ?? Math.min(row.nonce, ...others.map(holder => holder.nonce))
      return waitsForNonce(row.nonce, others, count)
    },
    async holes(chainId, from) {
      await read(chainId, from)
      return findHoles(holders(await slotOf(chainId, from)), knownCount(chainId, from) ?? 0)
    },
    freeBelow(slot, nonce) {
      const count = knownCount(slot.chainId, slot.from)
      if (count === null) return null
      const holes = findHoles([...holders(slot), { nonce, included: false, ended: false }], count)
      return holes.find(hole => hole < nonce) ?? null
    },
    read,
    forget(chainId) {
      for (const key of counts.keys()) if (key.startsWith(`${chainId}:`)) counts.delete(key)
    },
    onCounts: listeners.add,
  }
}

/**
 * The nonces of `address` that a row takes. An authorization that the sender gave itself takes the one after the
 * transaction's; that of another account takes one of that account (EIP-7702 §Behavior).
 */
function noncesOf({ from, purpose, delegate, authority, nonce }: TransactionRecord, address: Address): number[] {
  if (authority?.address === address) return [authority.nonce]
  if (from !== address) return []
  const givesItself = authority === undefined && (delegate !== undefined || purpose === 'clear-delegation')
  return givesItself ? [nonce, nonce + 1] : [nonce]
}
