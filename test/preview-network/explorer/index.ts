import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { getAddress, type Hash, isAddress, isHash } from 'viem'
import type { ExplorerChain } from '../explorer-chain.ts'
import { createChainReader, type Tag, tags } from './chain-reader.ts'
import { createDecoder } from './decode.ts'
import { createFeed } from './feed.ts'
import { createAddressBook } from './names.ts'
import { addressPage } from './pages/address.ts'
import { blockPage } from './pages/block.ts'
import { frontPage, frontSections } from './pages/front.ts'
import { layout, type Page } from './pages/layout.ts'
import { notFoundPage } from './pages/not-found.ts'
import type { Html } from './pages/parts.ts'
import { transactionPage, transactionSection } from './pages/transaction.ts'
import { pushSections } from './push.ts'
import { icon, script, style } from './static.ts'
import { createViews } from './views.ts'

/**
 * The block explorer: pages rendered here, working without a script but for the parts that move. Mount it at
 * `/explorer`.
 */
export function explorerRoutes(chain: ExplorerChain): Hono {
  const reader = createChainReader(chain.request)
  const book = createAddressBook(chain.knownContracts)
  const decoder = createDecoder(book)
  const feed = createFeed(chain, reader)
  const views = createViews({ chain, reader, book, decoder })
  const app = new Hono()

  const page = (content: Page) => layout(content)
  const notFound = (title: string, what: string, query = '') => page({ title, content: notFoundPage(what), query })

  app.use(async (context, next) => {
    await next()
    context.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
  })

  app.onError((_error, context) =>
    context.html(notFound('No answer', 'The network did not answer. It may be misbehaving on purpose: reload.'), 502),
  )

  app.get('/', async context => {
    const view = await views.front(await feed.snapshot())
    return context.html(page({ title: 'Live', content: frontPage(book, view), live: '/explorer/live' }))
  })

  app.get('/live', context =>
    streamSSE(context, stream => {
      const render = async () => frontSections(book, await views.front(await feed.snapshot()))
      return pushSections(stream, render, changed => feed.watch(changed))
    }),
  )

  app.get('/block/:id', async context => {
    const id = context.req.param('id')
    const asked = blockId(id)
    const view = asked === undefined ? undefined : await views.block(asked)
    if (view === undefined) return context.html(notFound('No such block', `There is no block ${id}.`, id), 404)
    return context.html(page({ title: `Block ${view.block.number}`, content: blockPage(book, view) }))
  })

  app.get('/tx/:hash', async context => {
    const hash = context.req.param('hash')
    const view = isHash(hash) ? await views.transaction(hash) : undefined
    if (view === undefined) {
      return context.html(notFound('No such transaction', `The network knows no transaction ${hash}.`, hash), 404)
    }
    const live = `/explorer/tx/${hash}/live`
    return context.html(page({ title: 'Transaction', content: transactionPage(book, decoder, view), live }))
  })

  app.get('/tx/:hash/live', context => {
    const hash = context.req.param('hash')
    if (!isHash(hash)) return context.notFound()
    return streamSSE(context, stream => {
      const render = async (): Promise<Record<string, Html>> => {
        const view = await views.transaction(hash)
        return view === undefined ? {} : { transaction: transactionSection(book, decoder, view) }
      }
      return pushSections(stream, render, changed => chain.on(changed))
    })
  })

  app.get('/address/:address', async context => {
    const address = context.req.param('address')
    if (!isAddress(address, { strict: false })) {
      return context.html(notFound('No such address', `${address} is no address.`, address), 404)
    }
    const content = addressPage(book, await views.address(address))
    return context.html(page({ title: book.nameOf(address) ?? 'Address', content }))
  })

  app.get('/search', async context => {
    const query = (context.req.query('q') ?? '').trim()
    const found = await searchTarget(query)
    if (found !== undefined) return context.redirect(`/explorer${found}`)
    return context.html(notFound('Nothing found', `Nothing on this network matches “${query}”.`, query), 404)
  })

  const searchTarget = async (query: string): Promise<string | undefined> => {
    if (isAddress(query, { strict: false })) return `/address/${getAddress(query)}`
    if (isHash(query)) {
      if ((await reader.transaction(query)) !== null) return `/tx/${query}`
      return (await reader.block(query)) === null ? undefined : `/block/${query}`
    }
    const asBlock = blockId(query.replaceAll(',', ''))
    if (asBlock !== undefined) return (await reader.block(asBlock)) === null ? undefined : `/block/${asBlock}`
    const named = book.find(query)
    return named === undefined ? undefined : `/address/${named}`
  }

  app.get('/style.css', context => context.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.get('/live.js', context => context.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/icon.svg', context => context.body(icon, 200, { 'content-type': 'image/svg+xml' }))

  return app
}

function blockId(text: string): bigint | Tag | Hash | undefined {
  if (isHash(text)) return text
  if (/^(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)) return BigInt(text)
  return tags.find(tag => tag === text.toLowerCase())
}
