import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import { EIP2612_GAS_SPONSORING } from '@x402/extensions'
import { paymentMiddleware, setSettlementOverrides } from '@x402/hono'
import { type Context, Hono } from 'hono'
import type { LocalAccount } from 'viem'
import { type Article, articles } from './articles.ts'
import type { Chain } from './chain.ts'
import { type ChannelManager, createChannelDesk } from './channel-desk.ts'
import { dollars } from './dollar.ts'
import { escaped, page } from './layout.ts'
import { answerAgain } from './payment-identifiers.ts'
import { paywallPage } from './paywall.ts'
import { inTestDollars, priceList, uptoCharge } from './prices.ts'

export interface PricedRoutes {
  app: Hono
  /** Verifies and settles for every part of the shop that sells something. */
  server: x402ResourceServer
  /** The merchant's side of the payment channels: claims what vouchers promise, and has it paid out. */
  channels: ChannelManager
}

/** Articles and API calls that cost something, behind HTTP 402 in all three schemes. */
export function createPricedRoutes(chain: Chain, merchant: LocalAccount, facilitatorUrl: string): PricedRoutes {
  const facilitator = new HTTPFacilitatorClient({ url: facilitatorUrl })
  const batch = new BatchSettlementEvmScheme(merchant.address, { receiverAuthorizerSigner: merchant })
  const server = new x402ResourceServer(facilitator)
    .register(chain.network, new ExactEvmScheme())
    .register(chain.network, new UptoEvmScheme())
    .register(chain.network, batch)
    .registerExtension(EIP2612_GAS_SPONSORING)

  const app = new Hono()
  app.use(answerAgain())
  app.use(
    paymentMiddleware(
      priceList(inTestDollars(chain, merchant.address)),
      server,
      {},
      { generateHtml: required => paywallPage(required) },
    ),
  )
  for (const article of articles) {
    if (article.id === 'v1') continue
    app.get(`/articles/${article.id}`, context => {
      if (article.id === 'upto') setSettlementOverrides(context, { amount: String(dollars(uptoCharge.perAnswer)) })
      return sendArticle(context, article)
    })
  }
  app.get('/api/beans', context => context.json({ beans: ['First Light', 'Harbour', 'Night Shift'] }))
  app.post('/api/roast', async context => {
    const order: unknown = await context.req.json().catch(() => null)
    return context.json({ roasted: order })
  })
  app.get('/api/tasting', context => {
    setSettlementOverrides(context, { amount: String(dollars(uptoCharge.perAnswer)) })
    return context.json({ notes: ['bergamot', 'honey', 'dried cherry'] })
  })
  app.get('/api/thought', context => context.json({ thought: 'Grind a little coarser than you dare.' }))
  const channels = batch.createChannelManager(facilitator, chain.network, chain.contracts.testDollar)
  app.route('/', createChannelDesk(batch, channels))
  return { app, server, channels }
}

/** The article as a page for a person, as JSON for everybody else. */
export function sendArticle(context: Context, { title, teaser, text }: Article): Response {
  if (!context.req.header('accept')?.includes('text/html')) return context.json({ title, text })
  const paragraphs = text.map(paragraph => `<p>${escaped(paragraph)}</p>`).join('\n')
  const main = `<article class="article" data-testid="article">
        <p class="eyebrow">${escaped(teaser)}</p>
        <h1>${escaped(title)}</h1>
        ${paragraphs}
        <p class="soft">Paid. <a href="/articles">More articles</a></p>
      </article>`
  // Not a new answer: what was said of the price stands in the headers of this one.
  return context.html(page({ title, main }))
}
