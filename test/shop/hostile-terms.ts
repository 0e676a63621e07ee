import type { PaymentRequirements } from '@x402/core/types'
import type { Address } from 'viem'
import type { Chain } from './chain.ts'
import { dollars } from './dollar.ts'
import type { Facilitator } from './facilitator.ts'
import { dollarDomain } from './prices.ts'

/** What every scenario costs, where it is not the scenario that it costs something else. */
export const price = dollars('0.01')

/** Honest terms of every scheme, to be made dishonest. */
export interface Terms {
  exact(more?: Partial<PaymentRequirements>): PaymentRequirements
  upto(): PaymentRequirements
  /** @param extra what the scheme's own part of the terms says differently */
  channel(extra?: Record<string, unknown>): PaymentRequirements
}

export function createTerms(
  { network, contracts }: Chain,
  { payTo, receiverAuthorizer, facilitator }: { payTo: Address; receiverAuthorizer: Address; facilitator: Facilitator },
): Terms {
  const exact = (more: Partial<PaymentRequirements> = {}): PaymentRequirements => ({
    scheme: 'exact',
    network,
    amount: String(price),
    asset: contracts.testDollar,
    payTo,
    maxTimeoutSeconds: 300,
    extra: dollarDomain,
    ...more,
  })
  const permit2 = { ...dollarDomain, assetTransferMethod: 'permit2', facilitatorAddress: facilitator.address }
  const ofChannel = { ...dollarDomain, receiverAuthorizer, withdrawDelay: 900, minDeposit: String(price * 10n) }
  return {
    exact,
    upto: () => exact({ scheme: 'upto', extra: permit2 }),
    channel: extra => exact({ scheme: 'batch-settlement', extra: { ...ofChannel, ...extra } }),
  }
}
