import type { PaymentOption, RouteConfig } from '@x402/core/http'
import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import type { Address } from 'viem'
import { type ArticleId, articles } from './articles.ts'
import { keptByBuyers } from './buyers.ts'
import type { Chain } from './chain.ts'
import { dollars } from './dollar.ts'
import { identified } from './payment-identifiers.ts'

/** The EIP-712 domain of the test dollar, without which nobody could sign for it. */
export const dollarDomain = { name: 'Test Dollar', version: '1' } as const

/** One call of the API that costs something. */
export interface PricedCall {
  method: 'GET' | 'POST'
  path: string
  scheme: 'exact' | 'upto' | 'batch-settlement'
  /** Dollars: the price, or the most that may be charged. */
  price: string
}

export const pricedCalls: readonly PricedCall[] = [
  { method: 'GET', path: '/api/beans', scheme: 'exact', price: '0.01' },
  { method: 'POST', path: '/api/roast', scheme: 'exact', price: '0.02' },
  { method: 'GET', path: '/api/tasting', scheme: 'upto', price: '0.50' },
  { method: 'GET', path: '/api/thought', scheme: 'batch-settlement', price: '0.001' },
]

/** The most an answer to `upto` costs, and what one really does. */
export const uptoCharge = { maximum: '0.50', perAnswer: '0.123456' } as const

/** One way to pay `price` dollars to somebody; `extra` goes to the payer with the terms. */
export type Pay = (scheme: PricedCall['scheme'], price: string, extra?: Record<string, unknown>) => PaymentOption

/** How a payment in test dollars is asked for. */
export function inTestDollars({ network, contracts }: Chain, payTo: Address): Pay {
  return (scheme, price, extra = {}) => ({
    scheme,
    network,
    payTo,
    price: { amount: String(dollars(price)), asset: contracts.testDollar, extra: { ...dollarDomain, ...extra } },
    maxTimeoutSeconds: 300,
    extra,
  })
}

/** What the shop's routes cost, by `METHOD /path`, as the server for HTTP 402 wants it. */
export function priceList(pay: Pay): Record<string, RouteConfig> {
  const permit2 = { assetTransferMethod: 'permit2' }
  const sponsored = declareEip2612GasSponsoringExtension()
  const ways: Record<Exclude<ArticleId, 'v1'>, Pick<RouteConfig, 'accepts' | 'extensions'>> = {
    exact: { accepts: pay('exact', '0.01'), extensions: identified },
    permit2: { accepts: pay('exact', '0.02', permit2) },
    'permit2-sponsored': { accepts: pay('exact', '0.02', permit2), extensions: sponsored },
    upto: { accepts: pay('upto', uptoCharge.maximum), extensions: sponsored },
    channel: { accepts: pay('batch-settlement', '0.001') },
    choice: {
      accepts: [pay('batch-settlement', '0.001'), pay('exact', '0.01', permit2), pay('exact', '0.01')],
      extensions: sponsored,
    },
    kept: { accepts: pay('exact', '0.01'), extensions: keptByBuyers },
    upfront: { accepts: pay('exact', '0.01', { paymentFlow: 'upfront' }) },
  }
  const list: Record<string, RouteConfig> = {}
  for (const { id, title } of articles) {
    if (id === 'v1') continue
    list[`GET /articles/${id}`] = { ...ways[id], ...about(title) }
  }
  for (const { method, path, scheme, price } of pricedCalls) {
    const extensions =
      scheme === 'upto' ? { extensions: sponsored } : method === 'POST' ? { extensions: identified } : {}
    list[`${method} ${path}`] = {
      accepts: pay(scheme, price),
      ...extensions,
      ...about(path),
      mimeType: 'application/json',
    }
  }
  return list
}

function about(description: string) {
  return { description, serviceName: 'Small Hours Coffee' }
}
