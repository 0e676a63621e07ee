import { Hono } from 'hono'
import type { Address } from 'viem'
import { merchant } from '../preview-network/contracts/roles.ts'
import { articles } from './articles.ts'
import { letBuyersIn } from './buyers.ts'
import { createCashbook } from './cashbook.ts'
import { createChain, createSender } from './chain.ts'
import type { ChannelManager } from './channel-desk.ts'
import { createCheckout } from './checkout.ts'
import { createCoffee } from './coffee.ts'
import { createEscrowOrders } from './escrow-orders.ts'
import { startFacilitator } from './facilitator.ts'
import { createFirstVersion } from './first-version.ts'
import { type HostileMerchant, startHostileMerchant } from './hostile.ts'
import { listen } from './listen.ts'
import { deployLookAlike } from './look-alike.ts'
import { createPageFiles } from './page-files.ts'
import { createPages } from './pages.ts'
import { startPartner } from './partner.ts'
import { createPreorders } from './preorders.ts'
import { createPricedRoutes } from './priced-routes.ts'
import { inTestDollars, pricedCalls } from './prices.ts'
import { createRefundDesk } from './refund-desk.ts'
import { answerFailure } from './refusal.ts'
import { recordSales } from './sales.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createWorkerPages } from './worker-pages.ts'

export interface Shop {
  /** Without a slash at the end. */
  url: string
  /** The account that gets paid, for everything the shop sells. */
  merchant: Address
  facilitator: {
    url: string
    /** Submits the payments of HTTP 402. */
    address: Address
  }
  /** Whole addresses of what costs something, by the way it is paid. */
  articles: Record<string, string>
  /** The same of the calls of the API, by the last part of their path. */
  calls: Record<string, string>
  /** The same kind of calls on another origin, under `/open`, `/half` and `/closed`: how much CORS lets a page see. */
  partnerUrl: string
  hostile: HostileMerchant
  /** Claims what vouchers promise, and has it paid out. */
  channels: ChannelManager
  close(): Promise<void>
}

export interface ShopOptions {
  chainId: number
  rpcUrl: string
  explorerUrl: string
  /** The contracts of the embedded network: the shop takes its dollar, and captures through its checkout. */
  contracts: Record<string, Address>
  /** Default 0: any free one. A port in use is passed over for a free one. */
  port?: number
  /** How often the shop claims what the vouchers of payment channels promise; without it only when told. */
  claimEverySeconds?: number
}

/**
 * A merchant with real parts: sells coffee for test ETH and articles and API calls for test dollars, and believes only
 * what it reads from the network itself.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const chain = createChain(options)
  const treasury = createSender(chain, merchant)
  const [facilitator, lookAlike] = await Promise.all([
    startFacilitator(chain, treasury, 0),
    deployLookAlike(chain, treasury),
  ])
  const coffee = createCoffee(options, merchant.address)
  const cashbook = createCashbook()
  const subscriptions = createSubscriptions(chain, treasury, cashbook)
  const priced = createPricedRoutes(chain, merchant, facilitator.url)

  const [partner, hostile] = await Promise.all([
    startPartner(priced.server, inTestDollars(chain, merchant.address), 0),
    startHostileMerchant(chain, {
      payTo: merchant.address,
      receiverAuthorizer: merchant.address,
      facilitator,
      lookAlike,
      port: 0,
    }),
  ])
  if (options.claimEverySeconds !== undefined)
    priced.channels.start({
      claimIntervalSecs: options.claimEverySeconds,
      settleIntervalSecs: options.claimEverySeconds,
      onError: error => console.error(error),
    })
  recordSales(priced.server, chain, treasury, cashbook)

  const app = new Hono()
  app.onError(answerFailure)
  app.route('/', createPages(partner.url, hostile.url))
  app.route('/', createPageFiles())
  app.route('/', createWorkerPages())
  app.route('/', coffee.app)
  app.route('/', createCheckout(chain, treasury, cashbook))
  app.route('/', createPreorders(chain, treasury, cashbook))
  app.route('/', createEscrowOrders(chain, treasury, cashbook))
  app.route('/', subscriptions.app)
  app.route('/', createRefundDesk(cashbook))
  app.route('/', createFirstVersion(chain, merchant.address, facilitator.url))
  app.route('/', priced.app)

  const listening = await listen(app, options.port ?? 0)
  priced.server.registerExtension(letBuyersIn(listening.url))
  return {
    url: listening.url,
    merchant: merchant.address,
    facilitator: { url: facilitator.url, address: facilitator.address },
    articles: Object.fromEntries(articles.map(({ id }) => [id, `${listening.url}/articles/${id}`])),
    calls: Object.fromEntries(pricedCalls.map(({ path }) => [path.replace('/api/', ''), `${listening.url}${path}`])),
    partnerUrl: partner.url,
    hostile,
    channels: priced.channels,
    async close() {
      coffee.close()
      subscriptions.close()
      await priced.channels.stop()
      await Promise.all([listening.close(), partner.close(), hostile.close()])
      await facilitator.close()
    },
  }
}
