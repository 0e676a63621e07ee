import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Address, getAddress, type Hash, type Hex, isAddress, isHash, pad } from 'viem'
import type { ExplorerChain } from '../explorer-chain.ts'
import { createActivityIndex } from './activity-index.ts'
import { createChainReader, type Tag, type Transaction, tags } from './chain-reader.ts'
import { createDecoder, createTokenReader, tokenBalance } from './decode.ts'
import { createFeed, type FrontState } from './feed.ts'
import { createAddressBook } from './names.ts'
import { addressPage } from './pages/address.ts'
import { type BlockView, blockPage } from './pages/block.ts'
import { blockTime, type FrontView, frontPage, frontSections, frontTransactions } from './pages/front.ts'
import { layout, type Page } from './pages/layout.ts'
import { notFoundPage } from './pages/not-found.ts'
import type { Html } from './pages/parts.ts'
import { type TransactionView, transactionPage, transactionSection } from './pages/transaction.ts'
import { progressOf } from './progress.ts'
import { icon, script, style } from './static.ts'
import { createSummary, type Summary } from './summary.ts'

const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The block explorer: pages rendered here, working without a script but for the parts that move. Mount it at `/explorer`. */
export function explorerRoutes(chain: ExplorerChain): Hono {
  const reader = createChainReader(chain.request)
  const book = createAddressBook(chain.knownContracts)
  const decoder = createDecoder(book)
  const tokenOf = createTokenReader(reader)
  const summarise = createSummary(decoder, tokenOf)
  const findActivity = createActivityIndex(reader)
  const feed = createFeed(chain, reader)

  const summariesOf = async (transactions: Transaction[]): Promise<Map<Transaction, Summary>> =>
    new Map(await Promise.all(transactions.map(async item => [item, await summarise(item)] as const)))

  const frontView = async (state: FrontState): Promise<FrontView> => ({
    state,
    summaries: await summariesOf(frontTransactions(state)),
    now: Date.now(),
  })

  const finality = async () => {
    const [safe, finalized] = await Promise.all([reader.block('safe'), reader.block('finalized')])
    return { safe: safe?.number, finalized: finalized?.number }
  }

  const blockView = async (id: bigint | Tag | Hash): Promise<BlockView | undefined> => {
    const [block, latest, tagged] = await Promise.all([reader.block(id), reader.blockNumber(), finality()])
    if (block === null) return undefined
    return { block, latest, ...tagged, summaries: await summariesOf(block.transactions), now: Date.now() }
  }

  const transactionView = async (hash: Hash): Promise<TransactionView | undefined> => {
    const [transaction, receipt, tagged] = await Promise.all([
      reader.transaction(hash),
      reader.receipt(hash),
      finality(),
    ])
    if (transaction === null) return undefined
    const block = receipt?.blockNumber == null ? null : await reader.block(receipt.blockNumber)
    const transfers = decoder.transfers(receipt?.logs ?? [])
    return {
      transaction,
      receipt,
      stops: progressOf({
        times: chain.levelsOf(hash),
        receipt,
        safeNumber: tagged.safe,
        finalizedNumber: tagged.finalized,
      }),
      summary: await summarise(transaction),
      transfers: await Promise.all(
        transfers.map(async transfer => ({ transfer, token: await tokenOf(transfer.token) })),
      ),
      timestamp: block === null ? undefined : blockTime(block),
    }
  }

  const addressView = async (address: Address) => {
    const [sealed, pending, nonce, code, tokens, activity, transfers] = await Promise.all([
      reader.balance(address, 'latest'),
      reader.balance(address, 'pending'),
      reader.nonce(address, 'pending'),
      reader.code(address),
      heldTokens(address),
      findActivity(address),
      transfersOf(address),
    ])
    const summaries = await summariesOf(activity.rows.map(({ transaction }) => transaction))
    return {
      address,
      balance: { sealed, pending },
      nonce,
      code,
      tokens,
      activity,
      summaries,
      transfers,
      now: Date.now(),
    }
  }

  const heldTokens = async (address: Address) => {
    const dollar = book.contracts.find(({ key }) => key === 'testDollar')?.address
    const token = dollar === undefined ? undefined : await tokenOf(dollar)
    if (dollar === undefined || token === undefined) return []
    return [{ address: dollar, token, balance: await tokenBalance(reader, dollar, address) }]
  }

  const transfersOf = async (address: Address) => {
    const topic = pad(address)
    const search = (topics: (Hex | null)[]) => reader.logs({ topics, fromBlock: 0n, toBlock: 'pending' })
    const found = await Promise.all([search([transferTopic, topic]), search([transferTopic, null, topic])])
    const hashes = [...new Set(found.flat().map(({ transactionHash }) => transactionHash))]
    // The receipt is read for the memo, which is a log of its own directly after the transfer.
    const receipts = await Promise.all(hashes.map(reader.receipt))
    const rows = receipts
      .flatMap(receipt => (receipt === null ? [] : [receipt]))
      .flatMap(receipt =>
        decoder
          .transfers(receipt.logs)
          .filter(({ from, to }) => [from, to].some(party => getAddress(party) === getAddress(address)))
          .map(transfer => ({
            transfer,
            transactionHash: receipt.transactionHash,
            blockNumber: receipt.blockNumber ?? undefined,
          })),
      )
      .sort((one, other) => newestFirst(one, other))
    return Promise.all(rows.map(async row => ({ ...row, token: await tokenOf(row.transfer.token) })))
  }

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
    const view = await frontView(await feed.snapshot())
    return context.html(page({ title: 'Live', content: frontPage(book, view), live: '/explorer/live' }))
  })

  app.get('/live', context =>
    streamSSE(context, stream => {
      const render = async () => frontSections(book, await frontView(await feed.snapshot()))
      return pushSections(stream, render, changed => feed.watch(changed))
    }),
  )

  app.get('/block/:id', async context => {
    const id = context.req.param('id')
    const asked = blockId(id)
    const view = asked === undefined ? undefined : await blockView(asked)
    if (view === undefined) return context.html(notFound('No such block', `There is no block ${id}.`, id), 404)
    return context.html(page({ title: `Block ${view.block.number}`, content: blockPage(book, view) }))
  })

  app.get('/tx/:hash', async context => {
    const hash = context.req.param('hash')
    const view = isHash(hash) ? await transactionView(hash) : undefined
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
        const view = await transactionView(hash)
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
    const content = addressPage(book, await addressView(address))
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

interface LogPlace {
  blockNumber: bigint | undefined
  transfer: { logIndex: bigint }
}

function newestFirst(one: LogPlace, other: LogPlace): number {
  const blocks = (other.blockNumber ?? 0n) - (one.blockNumber ?? 0n)
  return Number(blocks === 0n ? other.transfer.logIndex - one.transfer.logIndex : blocks)
}

function blockId(text: string): bigint | Tag | Hash | undefined {
  if (isHash(text)) return text
  if (/^(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)) return BigInt(text)
  return tags.find(tag => tag === text.toLowerCase())
}

interface SectionStream {
  readonly aborted: boolean
  readonly closed: boolean
  onAbort(listener: () => void): void
  writeSSE(message: { data: string }): Promise<void>
}

/**
 * Sends a section whenever its HTML has changed. Changes that arrive while a reader is slow are covered by the next
 * message: nothing is queued.
 */
async function pushSections(
  stream: SectionStream,
  render: () => Promise<Record<string, Html>>,
  watch: (changed: () => void) => () => void,
): Promise<void> {
  let wake = () => {}
  let isStale = true
  const stale = () => {
    isStale = true
    wake()
  }
  const stopWatching = watch(stale)
  stream.onAbort(stale)
  const sent = new Map<string, string>()
  try {
    while (!stream.aborted && !stream.closed) {
      if (!isStale) {
        await new Promise<void>(resolve => {
          wake = resolve
        })
        continue
      }
      isStale = false
      // While the network is made to misbehave a reading may fail: what was sent last stays on the page.
      const sections = await render().catch(() => ({}))
      const texts = Object.entries(sections).map(async ([id, html]) => [id, String(await html)] as const)
      const changed = (await Promise.all(texts)).filter(([id, text]) => sent.get(id) !== text)
      if (changed.length === 0) continue
      for (const [id, text] of changed) sent.set(id, text)
      await stream.writeSSE({ data: JSON.stringify(Object.fromEntries(changed)) })
    }
  } finally {
    stopWatching()
  }
}
