import { randomUUID } from 'node:crypto'
import {
  type Address,
  createPublicClient,
  type Hash,
  http,
  isAddressEqual,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Product } from './products.ts'

/** Where an order stands, by what the shop itself read from the network. Only `paid` hands out goods. */
export type OrderStatus =
  | { status: 'awaiting-payment' }
  | { status: 'looking'; hash: Hash }
  | { status: 'preconfirmed'; hash: Hash; afterMs: number }
  | { status: 'paid'; hash: Hash; afterMs: number; blockNumber: string }
  | { status: 'refused'; hash: Hash; reason: string }

export interface Order {
  id: string
  product: Product
  buyer: Address
  createdAt: number
}

export interface Orders {
  place(product: Product, buyer: Address): Order
  status(id: string): OrderStatus | undefined
  /** The buyer says this transaction pays the order; the shop looks for itself. */
  pay(id: string, hash: Hash): 'looking' | 'unknown-order' | 'already-used'
  /** Tells the present status and every later one. Returns the end of the listening. */
  follow(id: string, listener: (status: OrderStatus) => void): () => void
  close(): void
}

/** How often the shop asks the network for a receipt while a payment is on its way, in ms. */
const lookEveryMs = 150
/** A payment that is not on the network after this long is given up, in ms. */
const lookForMs = 120_000

const zeroHash = `0x${'0'.repeat(64)}`

export function createOrders(options: { rpcUrl: string; merchant: Address }): Orders {
  const client = createPublicClient({ transport: http(options.rpcUrl, { retryCount: 0 }) })
  const orders = new Map<string, Order>()
  const statuses = new Map<string, OrderStatus>()
  const listeners = new Map<string, Set<(status: OrderStatus) => void>>()
  const usedFor = new Map<Hash, string>()
  const timers = new Set<NodeJS.Timeout>()

  const set = (id: string, status: OrderStatus) => {
    statuses.set(id, status)
    for (const listener of listeners.get(id) ?? []) listener(status)
  }

  /** One look at the network; true when nothing more can change. */
  const look = async (order: Order, hash: Hash, since: number): Promise<boolean> => {
    const receipt = await client.getTransactionReceipt({ hash })
    const transaction = await client.getTransaction({ hash })
    const refusal = whyNotPaid(order, transaction, receipt.status)
    if (refusal) {
      set(order.id, { status: 'refused', hash, reason: refusal })
      return true
    }
    const afterMs = Date.now() - since
    if (!receipt.blockHash || receipt.blockHash === zeroHash) {
      if (statuses.get(order.id)?.status === 'looking') set(order.id, { status: 'preconfirmed', hash, afterMs })
      return false
    }
    set(order.id, { status: 'paid', hash, afterMs, blockNumber: receipt.blockNumber.toString() })
    return true
  }

  const whyNotPaid = (
    order: Order,
    transaction: { to: Address | null; from: Address; value: bigint },
    status: 'success' | 'reverted',
  ): string | null => {
    if (status === 'reverted') return 'The transaction failed on the network.'
    if (!transaction.to || !isAddressEqual(transaction.to, options.merchant)) return 'It pays somebody else.'
    if (!isAddressEqual(transaction.from, order.buyer)) return 'It was sent from another account than the order’s.'
    if (transaction.value < order.product.price) return 'It is less than the price.'
    return null
  }

  const keepLooking = (order: Order, hash: Hash, since: number) => {
    const timer = setTimeout(async () => {
      timers.delete(timer)
      try {
        if (await look(order, hash, since)) return
      } catch (error) {
        // Not there yet, or the network is out of reach for a moment: look again.
        const absent = error instanceof TransactionReceiptNotFoundError || error instanceof TransactionNotFoundError
        if (!absent) console.error(`The shop could not read ${hash}: ${error instanceof Error ? error.name : 'error'}`)
      }
      if (Date.now() - since > lookForMs)
        set(order.id, { status: 'refused', hash, reason: 'The network does not know this transaction.' })
      else keepLooking(order, hash, since)
    }, lookEveryMs)
    timers.add(timer)
  }

  return {
    place(product, buyer) {
      const order: Order = { id: randomUUID(), product, buyer, createdAt: Date.now() }
      orders.set(order.id, order)
      statuses.set(order.id, { status: 'awaiting-payment' })
      return order
    },
    status: id => statuses.get(id),
    pay(id, hash) {
      const order = orders.get(id)
      if (!order) return 'unknown-order'
      const usedBy = usedFor.get(hash)
      if (usedBy !== undefined && usedBy !== id) return 'already-used'
      if (usedBy === id) return 'looking'
      usedFor.set(hash, id)
      set(id, { status: 'looking', hash })
      keepLooking(order, hash, Date.now())
      return 'looking'
    },
    follow(id, listener) {
      const group = listeners.get(id) ?? new Set()
      listeners.set(id, group.add(listener))
      const present = statuses.get(id)
      if (present) listener(present)
      return () => group.delete(listener)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
