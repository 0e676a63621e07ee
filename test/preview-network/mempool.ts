import type { Address, Hash } from 'viem'
import type { Predicate } from './conditions.ts'
import type { NativeTransaction } from './native-order.ts'
import type { SignedTransaction } from './signed-transaction.ts'

export interface MempoolTransaction extends SignedTransaction {
  from: Address
  /** What it pays for layer 1, in wei. */
  l1Size: bigint
  /** The most it can take from the sender: value, gas at the highest price, and the network's own fees. In wei. */
  cost: bigint
  /** Without all of which it is not included. Absent: there are none. */
  conditions?: Predicate[]
  /** Absent but for type 0x79, whose numbers are of its own: the nonce stands for nothing then. */
  native?: NativeTransaction
}

/** Accepted transactions that no block holds yet, in order of arrival. */
export interface Mempool {
  get(hash: Hash): MempoolTransaction | undefined
  /** The one of this sender that would use this nonce. */
  at(from: Address, nonce: bigint): MempoolTransaction | undefined
  add(transaction: MempoolTransaction): void
  /** The new one waits where the old one waited. */
  replace(old: MempoolTransaction, by: MempoolTransaction): void
  remove(hash: Hash): void
  all(): MempoolTransaction[]
  clear(): void
}

export function createMempool(): Mempool {
  const inOrder = new Map<number, MempoolTransaction>()
  const places = new Map<Hash, number>()
  const byNonce = new Map<string, Hash>()
  let next = 0
  const key = (from: Address, nonce: bigint) => `${from.toLowerCase()}:${nonce}`

  function get(hash: Hash): MempoolTransaction | undefined {
    const place = places.get(hash)
    return place === undefined ? undefined : inOrder.get(place)
  }
  function put(transaction: MempoolTransaction, place: number): void {
    inOrder.set(place, transaction)
    places.set(transaction.hash, place)
    byNonce.set(key(transaction.from, transaction.nonce), transaction.hash)
  }

  return {
    get,
    at(from, nonce) {
      const hash = byNonce.get(key(from, nonce))
      return hash === undefined ? undefined : get(hash)
    },
    add(transaction) {
      put(transaction, next)
      next += 1
    },
    replace(old, by) {
      const place = places.get(old.hash)
      if (place === undefined) throw new Error(`${old.hash} does not wait`)
      places.delete(old.hash)
      put(by, place)
    },
    remove(hash) {
      const transaction = get(hash)
      const place = places.get(hash)
      if (transaction === undefined || place === undefined) return
      inOrder.delete(place)
      places.delete(hash)
      byNonce.delete(key(transaction.from, transaction.nonce))
    },
    all: () => [...inOrder.values()],
    clear() {
      inOrder.clear()
      places.clear()
      byNonce.clear()
    },
  }
}

export interface SenderState {
  nonce: bigint
  balance: bigint
}

/**
 * Which of the waiting transactions the next partial block takes, first come, first served: those whose turn it is,
 * whose sender can pay for all of his that go along, whose price covers the base fee, as long as there is gas left.
 */
export function pick(
  waiting: MempoolTransaction[],
  senders: ReadonlyMap<Address, SenderState>,
  block: { baseFee: bigint; gasLeft: bigint },
): MempoolTransaction[] {
  const states = new Map([...senders].map(([address, state]) => [address, { ...state }]))
  const picked: MempoolTransaction[] = []
  let gasLeft = block.gasLeft
  let candidates = waiting
  for (let before = -1; before < picked.length; ) {
    before = picked.length
    candidates = candidates.filter(transaction => {
      const state = states.get(transaction.from)
      const fits =
        state !== undefined &&
        transaction.nonce === state.nonce &&
        transaction.cost <= state.balance &&
        transaction.maxFeePerGas >= block.baseFee &&
        transaction.gas <= gasLeft
      if (!fits) return true
      state.nonce += 1n
      state.balance -= transaction.cost
      gasLeft -= transaction.gas
      picked.push(transaction)
      return false
    })
  }
  return picked
}
