import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test'
import { encodeFunctionData, type Hash, type LocalAccount, parseEther, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { testDollarAbi } from '../contracts/abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from '../contracts/network-fixture.ts'
import { findChromium } from './chromium.ts'

const require = createRequire(import.meta.url)

let browser: Browser
let network: NetworkFixture
let alice: LocalAccount
let bob: LocalAccount

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  // So long a block that none is sealed before a test asks for it.
  network = await startNetworkFixture({ preconfirmMs: 50, blockMs: 3_600_000 })
  alice = await network.person(1000_000000n)
  bob = await network.person()
})
afterAll(async () => {
  await browser.close()
  await network.stop()
})

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: network.explorerUrl, ...options })
  const page = await context.newPage()
  await page.goto(`${network.explorerUrl}${path}`)
  return page
}

const pay = (amount: bigint, order: string) => ({
  to: network.contracts.testDollar,
  data: encodeFunctionData({
    abi: testDollarAbi,
    functionName: 'transferWithMemo',
    args: [bob.address, amount, stringToHex(order, { size: 32 })],
  }),
})
const payEther = (ether: string) => ({ to: bob.address, data: '0x' as const, value: parseEther(ether) })
/** The text without the white space of the markup. */
const textOf = async (locator: Locator) => ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim()
const rowOf = (page: Page, section: string, hash: Hash) => page.locator(`#${section} [data-key="${hash}"]`)

describe('the front page', () => {
  it('shows a transaction in the block being built, then among the sealed ones, without being reloaded', async () => {
    const page = await open('')
    await page.getByText('Live', { exact: true }).waitFor()
    const { transactionHash } = await network.send(alice, pay(12_500000n, 'order-17'))
    const building = rowOf(page, 'building-transactions', transactionHash)
    await building.waitFor()
    expect(await textOf(building)).toMatch(/sent to .* order-17 12\.50 TUSD$/)
    await network.seal()
    await rowOf(page, 'transactions', transactionHash).waitFor()
    expect(await building.count()).toBe(0)
    await page.context().close()
  })

  it('says of a transaction that reverts that it will fail, and once sealed that it failed', async () => {
    const page = await open('')
    await page.getByText('Live', { exact: true }).waitFor()
    const { transactionHash } = await network.sendInVain(alice, pay(5000_000000n, 'too much'))
    await rowOf(page, 'building-transactions', transactionHash).getByText('Will fail').waitFor()
    await network.seal()
    await rowOf(page, 'transactions', transactionHash).getByText('Failed').waitFor()
    await page.context().close()
  })

  it('stands still while it is paused, and catches up after', async () => {
    const page = await open('')
    const pause = page.getByRole('button', { name: 'Pause' })
    await pause.click()
    await page.getByText('Paused').waitFor()
    const blocks = page.locator('#blocks')
    const before = await blocks.innerHTML()
    const { transactionHash } = await network.send(alice, pay(1_000000n, 'while paused'))
    await network.seal()
    // A second page shows that the moment has come at which this one would have moved.
    const other = await open('')
    await rowOf(other, 'transactions', transactionHash).waitFor()
    expect(await blocks.innerHTML()).toBe(before)
    await pause.click()
    await rowOf(page, 'transactions', transactionHash).waitFor()
    await Promise.all([page.context().close(), other.context().close()])
  })
})

describe('the page of a transaction', () => {
  it('follows it from accepted over pre-confirmed to sealed, with the milliseconds that were measured', async () => {
    const { transactionHash } = await network.send(alice, pay(3_000000n, 'order-18'))
    const page = await open(`/tx/${transactionHash}`)
    const stops = page.locator('.track li')
    const texts = async () => Promise.all((await stops.all()).map(textOf))
    expect(await texts()).toEqual([
      expect.stringMatching(/^Accepted\d\d:\d\d:\d\d\.\d{3}$/),
      expect.stringMatching(/^Pre-confirmed\+\d+ ms$/),
      'Sealednot yet',
      'Safenot yet',
      'Finalnot yet',
    ])
    expect(await page.getByText('Will succeed').count()).toBe(1)
    await network.seal()
    await stops
      .nth(2)
      .getByText(/^\+[\d,]+ ms$/)
      .waitFor()
    expect(await page.getByText('Succeeded').count()).toBe(1)
    await page.context().close()
  })

  it('tells what happened in words, with the token transfer, its memo, the decoded call and the logs', async () => {
    const { transactionHash } = await network.send(alice, pay(7_250000n, 'order-19'))
    const page = await open(`/tx/${transactionHash}`)
    expect(await textOf(page.locator('.sentence'))).toMatch(/sent 7\.25 TUSD to .* order-19/)
    const text = await textOf(page.locator('main'))
    expect(text).toContain('transferWithMemo')
    expect(text).toContain(alice.address)
    expect(text).toMatch(/Transfer by Test dollar/)
    expect(text).toMatch(/Memo by Test dollar/)
    expect(text).toMatch(/execution: [\d.]+ gwei, layer 1: [\d.]+ gwei/)
    await page.context().close()
  })
})

describe('the page of an address', () => {
  it('keeps the sealed balance apart from what is only pre-confirmed', async () => {
    const newcomer = await network.person()
    await network.seal()
    await network.send(alice, { ...payEther('0.25'), to: newcomer.address })
    const page = await open(`/address/${newcomer.address}`)
    const balance = page.locator('dd').first()
    expect(await textOf(balance)).toBe('1 ETH +0.25 ETH pre-confirmed')
    await page.context().close()
  })

  it('lists token transfers with their direction and memo, and its transactions', async () => {
    const carol = await network.person(50_000000n)
    await network.send(carol, pay(2_000000n, 'carol'))
    const page = await open(`/address/${carol.address}`)
    const [outgoing, incoming] = await page.locator('section', { hasText: 'Token transfers' }).locator('tbody tr').all()
    expect(outgoing && (await textOf(outgoing))).toMatch(/to .*carol ?−2\.00 TUSD/)
    expect(incoming && (await textOf(incoming))).toMatch(/from Zero address ?\+50\.00 TUSD/)
    expect(await textOf(page.locator('dd', { hasText: 'Test dollar' }))).toMatch(/^48\.00/)
    await page.context().close()
  })
})

describe('search', () => {
  const search = async (page: Page, query: string) => {
    await page.getByRole('searchbox').fill(query)
    await Promise.all([page.waitForEvent('framenavigated'), page.getByRole('searchbox').press('Enter')])
    await page.waitForLoadState()
    return page.url().slice(network.explorerUrl.length)
  }

  it('finds a transaction, a block, an address and a contract by its name', async () => {
    const { transactionHash } = await network.send(alice, pay(1n, 'search'))
    await network.seal()
    const block = await network.client.getBlock({ blockTag: 'latest' })
    const page = await open('')
    expect(await search(page, transactionHash)).toBe(`/tx/${transactionHash}`)
    expect(await search(page, ` ${bob.address.toLowerCase()} `)).toBe(`/address/${bob.address}`)
    expect(await search(page, `${block.number}`)).toBe(`/block/${block.number}`)
    expect(await search(page, block.hash ?? '')).toBe(`/block/${block.hash}`)
    expect(await search(page, 'pending')).toBe('/block/pending')
    expect(await search(page, 'test dollar')).toBe(`/address/${network.contracts.testDollar}`)
    expect(await search(page, 'Spend permission manager')).toBe(`/address/${network.contracts.spendPermissionManager}`)
    await page.context().close()
  })

  it('says that it found nothing, and takes what was asked for text', async () => {
    const page = await open('')
    const query = '"><img src=x onerror="document.title=1"><script>document.title=1</script>'
    await search(page, query)
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Nothing found')
    expect(await textOf(page.locator('main'))).toContain(query)
    expect(await page.getByRole('searchbox').inputValue()).toBe(query)
    expect(await page.title()).toBe('Nothing found · Preview explorer')
    await page.context().close()
  })

  it.each(['/tx/0x12', '/block/999999', '/block/nonsense', `/tx/0x${'ab'.repeat(32)}`, '/address/0x1'])(
    'answers %s with 404 and a page',
    async path => {
      const response = await fetch(`${network.explorerUrl}${path}`)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('<h1>Nothing found</h1>')
    },
  )
})

it('works without a script', async () => {
  const { transactionHash } = await network.send(alice, pay(4_000000n, 'no script'))
  const page = await open('', { javaScriptEnabled: false })
  await page.locator(`#building-transactions a[href$="${transactionHash}"]`).click()
  expect(await textOf(page.locator('.sentence'))).toContain('4.00 TUSD')
  expect(await page.locator('.track li').count()).toBe(5)
  await page.context().close()
})

it('allows no script and no style but its own', async () => {
  const response = await fetch(network.explorerUrl)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'self'; script-src 'self';/,
  )
})

const violationsSchema = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  it.each([1280, 360])('has no accessibility violation and nothing to scroll sideways at %i wide', async width => {
    const { transactionHash } = await network.send(alice, pay(1n, 'axe'))
    const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')
    const viewport = { width, height: 900 }
    const page = await open('', { colorScheme, viewport, bypassCSP: true })
    const paths = ['', `/tx/${transactionHash}`, `/address/${alice.address}`, '/block/latest', '/search?q=nothing']
    for (const path of paths) {
      await page.goto(`${network.explorerUrl}${path}`)
      await page.addScriptTag({ content: axe })
      const results = await page.evaluate('axe.run().then(({ violations }) => violations)')
      expect(violationsSchema.parse(results), path).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), path).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  })
})

describe('on a network of fast sealed blocks', () => {
  let fast: NetworkFixture
  beforeAll(async () => {
    fast = await startNetworkFixture({ mode: 'fast-blocks', blockMs: 200 })
  })
  afterAll(() => fast.stop())

  it('draws no pre-confirmed stop and shows the newest sealed block', async () => {
    const person = await fast.person()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(fast.explorerUrl)
    await page.getByText('This network shows no block while it is built.').waitFor()
    const { transactionHash } = await fast.send(person, { to: person.address, data: '0x', value: 1n })
    await rowOf(page, 'transactions', transactionHash).waitFor()
    await page.goto(`${fast.explorerUrl}/tx/${transactionHash}`)
    const stops = await page.locator('.track li b').allTextContents()
    expect(stops).toEqual(['Accepted', 'Sealed', 'Safe', 'Final'])
    await context.close()
  })
})
