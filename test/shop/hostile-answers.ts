import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Context } from 'hono'
import { page } from './layout.ts'
import { paywallPage } from './paywall.ts'

/** A 402 with these terms: a page for a person, JSON for everybody else, the terms in the header for both. */
export function ask(
  context: Context,
  terms: PaymentRequirements,
  error = 'Payment required',
  resource = context.req.url,
  extensions?: Record<string, unknown>,
): Response | Promise<Response> {
  const required = { x402Version: 2, error, resource: { url: resource, description: 'A secret' }, accepts: [terms] }
  const told = extensions === undefined ? required : { ...required, extensions }
  const headers = { 'payment-required': encodePaymentRequiredHeader(told), 'cache-control': 'no-store' }
  return isForPerson(context)
    ? context.html(paywallPage(required, false), 402, headers)
    : context.json({ x402Version: 2 }, 402, headers)
}

/**
 * What was paid for: a page for a person, in the form that `?as=` names, and JSON for everybody else.
 * @param proof what the payment header of the answer says; without it there is none
 */
export function deliver(context: Context, proof?: SettleResponse): Response | Promise<Response> {
  const headers = proof === undefined ? {} : { 'payment-response': encodePaymentResponseHeader(proof) }
  if (!isForPerson(context)) return context.json({ secret: 'delivered' }, 200, headers)
  const article = (more = '') =>
    page({ title: 'A secret', isShops: false, main: `<h1 data-testid="article">Delivered</h1>${more}` })
  switch (context.req.query('as')) {
    case 'scripts':
      return context.html(article(scripts), 200, headers)
    case 'sandbox':
      return context.html(article(), 200, { ...headers, 'content-security-policy': 'sandbox' })
    case 'text':
      return context.text('Delivered as text', 200, headers)
    case 'file':
      return context.text('Delivered as a file', 200, {
        ...headers,
        'content-disposition': 'attachment; filename="secret.txt"',
      })
    default:
      return context.html(article(), 200, headers)
  }
}

/** Each says that it ran. */
const scripts = ['inline', 'from a file', 'inline after it']
  .map(name => `document.currentScript.insertAdjacentHTML('beforebegin', '<p data-ran>${name}</p>')`)
  .map((code, at) =>
    at === 1 ? `<script src="data:text/javascript,${encodeURIComponent(code)}"></script>` : `<script>${code}</script>`,
  )
  .join('')

/** Whether a page is wanted. */
export function isForPerson(context: Context): boolean {
  return context.req.header('accept')?.includes('text/html') ?? false
}
