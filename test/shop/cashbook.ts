import { randomUUID } from 'node:crypto'
import { type Address, EstimateGasExecutionError, type Hash } from 'viem'
import { inDollars } from './dollar.ts'
import { refusal } from './refusal.ts'

export type Source = 'article' | 'checkout' | 'preorder' | 'subscription' | 'escrow'

/** Money that has come in, by the shop's own reading of the chain. Amounts are in the smallest parts of a dollar. */
export interface Received {
  id: string
  source: Source
  /** Who paid, by the log: nobody else is ever refunded. */
  payer: Address
  captured: bigint
  /** What is back with the payer, or on its way, or of unknown fate. */
  refunded: bigint
  hash: Hash
  refunds: { amount: bigint; state: 'reserved' | 'sent' | 'unknown'; hash?: Hash }[]
}

export interface Cashbook {
  record(entry: Pick<Received, 'source' | 'payer' | 'captured' | 'hash'>, giveBack: GiveBack): Received
  list(): readonly Received[]
  /**
   * Gives back part of a payment, never more than is left of it. The amount is reserved before anything is sent; it is
   * free again only when it is certain that nothing was.
   * @throws {import('hono/http-exception').HTTPException} 404, 409
   */
  refund(id: string, amount: bigint): Promise<Received>
}

/** Sends so much back to the payer, in the way the payment allows. */
type GiveBack = (payer: Address, amount: bigint, reference: string) => Promise<Hash>

export function createCashbook(): Cashbook {
  const entries = new Map<string, { received: Received; giveBack: GiveBack }>()
  return {
    record(entry, giveBack) {
      const received: Received = { id: randomUUID(), refunded: 0n, refunds: [], ...entry }
      entries.set(received.id, { received, giveBack })
      return received
    },
    list: () => [...entries.values()].map(({ received }) => received).reverse(),
    async refund(id, amount) {
      const entry = entries.get(id)
      if (entry === undefined) throw refusal(404, 'There is no such payment.')
      const { received, giveBack } = entry
      const left = received.captured - received.refunded
      if (amount > left) throw refusal(409, `Of this payment ${inDollars(left)} is left to give back.`)
      const refund: Received['refunds'][number] = { amount, state: 'reserved' }
      received.refunded += amount
      received.refunds.push(refund)
      try {
        refund.hash = await giveBack(received.payer, amount, `${id} ${received.refunds.length}`)
        refund.state = 'sent'
      } catch (error) {
        if (error instanceof EstimateGasExecutionError) {
          // Refused when it was tried out: nothing has been sent.
          received.refunded -= amount
          received.refunds.splice(received.refunds.indexOf(refund), 1)
        } else refund.state = 'unknown'
        throw error
      }
      return received
    },
  }
}
