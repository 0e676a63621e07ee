import type { x402ResourceServer } from '@x402/core/server'
import { isHash } from 'viem'
import type { Cashbook } from './cashbook.ts'
import type { Chain, Sender } from './chain.ts'
import { paidTo, sendDollars } from './dollar-transfers.ts'

/**
 * Writes down what came in by HTTP 402, by its receipt. What lies in a payment channel is given back by the channel.
 */
export function recordSales(server: x402ResourceServer, chain: Chain, merchant: Sender, cashbook: Cashbook): void {
  server.onAfterSettle(async ({ result, requirements }) => {
    if (requirements.scheme === 'batch-settlement' || !isHash(result.transaction)) return
    const receipt = await chain.client.getTransactionReceipt({ hash: result.transaction })
    const { payer, amount } = paidTo(receipt, chain, merchant.address)
    const sale = { source: 'article', payer, captured: amount, hash: result.transaction } as const
    cashbook.record(sale, (to, parts, reference) => sendDollars(chain, merchant, to, parts, reference))
  })
}
