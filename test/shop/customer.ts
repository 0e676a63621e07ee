import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import type { PrivateKeyAccount } from 'viem'
import type { NetworkFixture } from '../preview-network/contracts/network-fixture.ts'

/** A customer without a wallet: the published client of HTTP 402, with a key of its own. */
export interface Customer {
  account: PrivateKeyAccount
  /** `fetch` that pays when asked to. */
  pay: typeof fetch
  /** A payment for what an address asks, signed and not sent. */
  promise(url: string): Promise<PaymentPayload>
  /** Asks for what is left in the payment channel behind an address. */
  refund: BatchSettlementEvmScheme['refund']
}

export function createCustomer(network: NetworkFixture, account: PrivateKeyAccount): Customer {
  const { client } = network
  const signer = toClientEvmSigner(account, {
    readContract: call => client.readContract({ ...call, args: call.args ?? [], blockTag: 'pending' }),
  })
  const channel = new BatchSettlementEvmScheme(signer)
  const payments = new x402Client()
    .setSpendControls(false)
    .register('eip155:*', new ExactEvmScheme(signer))
    .register('eip155:*', new UptoEvmScheme(signer))
    .register('eip155:*', channel)
  return {
    account,
    pay: wrapFetchWithPayment(fetch, payments),
    async promise(url) {
      const { headers } = await fetch(url)
      return payments.createPaymentPayload(decodePaymentRequiredHeader(headers.get('payment-required') ?? ''))
    },
    refund: (url, options) => channel.refund(url, options),
  }
}

/** What the server says it did with a payment. */
export function settlementOf(response: Response) {
  const header = response.headers.get('payment-response')
  return header === null ? null : decodePaymentResponseHeader(header)
}
