import { decodePaymentSignatureHeader, encodePaymentResponseHeader, HTTPFacilitatorClient } from '@x402/core/http'
import { isPaymentPayloadV1 } from '@x402/core/schemas'
import type { PaymentRequirements } from '@x402/core/types'
import { type Context, Hono } from 'hono'
import type { Address } from 'viem'
import { articles } from './articles.ts'
import type { Chain } from './chain.ts'
import { dollars } from './dollar.ts'
import { paywallPage } from './paywall.ts'
import { sendArticle } from './priced-routes.ts'
import { dollarDomain } from './prices.ts'

/**
 * An article sold in version 1 of the protocol: terms in the body of the 402, `X-PAYMENT`, `X-PAYMENT-RESPONSE`.
 * Version 1 has names for some networks and none for this one, so it is called by its CAIP-2 name. What is signed is
 * the same in both versions, so the facilitator is asked in version 2.
 */
export function createFirstVersion(chain: Chain, payTo: Address, facilitatorUrl: string): Hono {
  const facilitator = new HTTPFacilitatorClient({ url: facilitatorUrl })
  const article = articles.find(({ id }) => id === 'v1')
  const app = new Hono()
  if (article === undefined) return app

  const requirements: PaymentRequirements = {
    scheme: 'exact',
    network: chain.network,
    amount: String(dollars(article.price)),
    asset: chain.contracts.testDollar,
    payTo,
    maxTimeoutSeconds: 300,
    extra: dollarDomain,
  }

  const refuse = (context: Context, error: string) => {
    context.header('cache-control', 'no-store')
    const resource = { url: context.req.url, description: article.title, mimeType: 'application/json' }
    if (isForPerson(context))
      return context.html(paywallPage({ x402Version: 2, error, resource, accepts: [requirements] }), 402)
    const { amount, ...terms } = requirements
    const accepts = [
      {
        ...terms,
        maxAmountRequired: amount,
        resource: resource.url,
        description: resource.description,
        mimeType: resource.mimeType,
        outputSchema: null,
      },
    ]
    return context.json({ x402Version: 1, error, accepts }, 402)
  }

  app.get(`/articles/${article.id}`, async context => {
    const header = context.req.header('x-payment')
    if (header === undefined) return refuse(context, 'X-PAYMENT header is required')
    const payment = decoded(header)
    if (!isPaymentPayloadV1(payment)) return refuse(context, 'invalid_payload')
    if (payment.scheme !== requirements.scheme || payment.network !== requirements.network)
      return refuse(context, 'invalid_payment_requirements')
    const paymentPayload = { x402Version: 2, accepted: requirements, payload: payment.payload }
    const verified = await facilitator.verify(paymentPayload, requirements)
    if (!verified.isValid) return refuse(context, verified.invalidReason ?? 'invalid_payload')
    const settled = await facilitator.settle(paymentPayload, requirements)
    if (!settled.success) return refuse(context, settled.errorReason ?? 'unexpected_settle_error')
    const response = await sendArticle(context, article)
    response.headers.set('x-payment-response', encodePaymentResponseHeader(settled))
    response.headers.set('cache-control', 'private')
    return response
  })
  return app
}

function isForPerson(context: Context): boolean {
  return context.req.header('accept')?.includes('text/html') ?? false
}

function decoded(header: string): unknown {
  try {
    return decodePaymentSignatureHeader(header)
  } catch {
    return null
  }
}
