import { decodePaymentSignatureHeader } from '@x402/core/http'
import { declarePaymentIdentifierExtension, extractPaymentIdentifier, PAYMENT_IDENTIFIER } from '@x402/extensions'
import type { MiddlewareHandler } from 'hono'
import { refusal } from './refusal.ts'

/** What a route declares that knows a payment by the id its payer chose (x402 extension `payment-identifier`). */
export const identified = { [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension() }

/**
 * The same payment under the same id is answered with what it was answered before, and charged once; another payment
 * under that id is refused. Stands before what asks for the payment.
 */
export function answerAgain(): MiddlewareHandler {
  const answers = new Map<string, { payment: string; answer: Response | null }>()
  return async (context, next) => {
    const payment = context.req.header('payment-signature')
    const id = payment === undefined ? null : identifierIn(payment)
    if (payment === undefined || id === null) return next()
    const known = answers.get(id)
    if (known !== undefined && known.payment !== payment) throw refusal(409, 'Another payment has this id.')
    if (known?.answer != null) return known.answer.clone()
    answers.set(id, { payment, answer: null })
    await next()
    if (context.res.ok) answers.set(id, { payment, answer: context.res.clone() })
  }
}

function identifierIn(header: string): string | null {
  try {
    return extractPaymentIdentifier(decodePaymentSignatureHeader(header))
  } catch {
    // The server for HTTP 402 says what is wrong with it.
    return null
  }
}
