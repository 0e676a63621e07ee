import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Address } from 'viem'
import { transformWithOxc } from 'vite'
import { merchant } from '../preview-network/contracts/roles.ts'
import { articles } from './articles.ts'
import { createChain, createSender } from './chain.ts'
import { createCoffee } from './coffee.ts'
import { startFacilitator } from './facilitator.ts'
import { createFirstVersion } from './first-version.ts'
import { listen } from './listen.ts'
import { createPricedRoutes, type PricedRoutes } from './priced-routes.ts'

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
  /** Claims what vouchers promise, and has it paid out. */
  channels: PricedRoutes['channels']
  close(): Promise<void>
}

export interface ShopOptions {
  chainId: number
  rpcUrl: string
  explorerUrl: string
  /** Of the embedded network: the shop takes its dollar, and captures through its checkout. */
  contracts: Record<string, Address>
  /** Default 0: any free one. A port in use is passed over for a free one. */
  port?: number
}

/**
 * A merchant with real parts: sells coffee for test ETH and articles and API calls for test dollars, and believes only what
 * it reads from the network itself.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const chain = createChain(options)
  const treasury = createSender(chain, merchant)
  const facilitator = await startFacilitator(chain, treasury, 0)
  const coffee = createCoffee(options, merchant.address)
  const priced = createPricedRoutes(chain, merchant, facilitator.url)

  const app = new Hono()
  app.route('/', createPages())
  app.route('/', coffee.app)
  app.route('/', createFirstVersion(chain, merchant.address, facilitator.url))
  app.route('/', priced.app)

  const listening = await listen(app, options.port ?? 0)
  return {
    url: listening.url,
    merchant: merchant.address,
    facilitator: { url: facilitator.url, address: facilitator.address },
    articles: Object.fromEntries(articles.map(({ id }) => [id, `${listening.url}/articles/${id}`])),
    channels: priced.channels,
    async close() {
      coffee.close()
      await listening.close()
      await facilitator.close()
    },
  }
}

const pageScripts = new Set(['shop.ts', 'wallets.ts'])

function createPages(): Hono {
  const app = new Hono()
  app.get('/', async context => context.html(await pageFile('index.html')))
  app.get('/shop.css', async context =>
    context.body(await pageFile('shop.css'), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/:name{[a-z-]+\\.js}', async context => {
    const name = context.req.param('name').replace(/\.js$/, '.ts')
    if (!pageScripts.has(name)) return context.notFound()
    const { code } = await transformWithOxc(await pageFile(name), name)
    return context.body(code.replaceAll(/(from ["']\.\/[a-z-]+)\.ts(?=["'])/g, '$1.js'), 200, {
      'content-type': 'text/javascript; charset=utf-8',
    })
  })
  return app
}

function pageFile(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'page', name), 'utf8')
}
