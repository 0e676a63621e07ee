import { HTTPFacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { keccak256, stringToHex } from 'viem'

export interface Settlements {
  /** Settles a payment once; the same one again has the same result. */
  settle(payment: PaymentPayload, terms: PaymentRequirements): Promise<SettleResponse>
  /** Whether this very payment was handed in before. */
  isKnown(payment: PaymentPayload): boolean
  /** Resolves when nothing is being settled any more. */
  idle(): Promise<void>
}

export function createSettlements(facilitatorUrl: string): Settlements {
  const facilitator = new HTTPFacilitatorClient({ url: facilitatorUrl })
  const settlements = new Map<string, Promise<SettleResponse>>()
  const idOf = (payment: PaymentPayload) => keccak256(stringToHex(JSON.stringify(payment.payload)))
  return {
    settle(payment, terms) {
      const id = idOf(payment)
      const settling = settlements.get(id) ?? facilitator.settle(payment, terms)
      settlements.set(id, settling)
      return settling
    },
    isKnown: payment => settlements.has(idOf(payment)),
    idle: async () => void (await Promise.allSettled(settlements.values())),
  }
}
