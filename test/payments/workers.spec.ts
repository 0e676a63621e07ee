import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fetched, fund, payments, switchedOn, visit } from './paying.ts'

/** Requests with a worker between the page and the server. Requests of a service worker belong to no tab. */

const price = 10_000n

/** From now on the site's service worker makes the requests of its pages. */
async function throughWorker(page: Page): Promise<Page> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    const controlled = new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve))
    await serviceWorker.register('/passing-worker.js')
    if (serviceWorker.controller === null) await controlled
  })
  return page
}

test('a page’s own request that its service worker passes on is paid for', { tag: ['@short', '@firefox'] }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await throughWorker(await switchedOn(wallet, shop.url, '/playground'))
  // Too long for a rule with a regular expression.
  const answer = fetched(page, `/api/beans?why=${'a'.repeat(3_000)}`)
  await consent(wallet)
  expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining('First Light') })
  await page.locator('#xhr').check()
  await page.getByTestId('call-beans').click()
  await consent(wallet)
  await expect(page.getByTestId('answer')).toHaveAttribute('data-state', '200')
  await expect.poll(async () => (await payments(popup)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  const paid = { to: shop.merchant.toLowerCase(), value: price }
  expect(await chain.transfersFrom(account)).toEqual([paid, paid])
})

test('a page that its service worker loads is paid for and read', { tag: '@firefox' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  await (await throughWorker(await visit(wallet, `${shop.url}/articles`))).close()
  const page = await visit(wallet, shop.articles.exact ?? '')
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page.url(), 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a payment is on the request it was made for: not on that of another tab, nor past a redirect', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop }) => {
  await fund(popup)
  const { hostile } = shop
  const paying = await throughWorker(await switchedOn(wallet, hostile.url))
  const slow = hostile.address('slow')
  const sent = () => hostile.paymentsTo('slow').slice(before)
  const before = hostile.paymentsTo('slow').length
  const answer = fetched(paying, slow)
  await consent(wallet)
  await expect.poll(() => sent().length).toBe(1)

  // The rule is in place. The same request of another tab, and of the same one, carries nothing.
  const other = await visit(wallet, hostile.url)
  for (const page of [other, paying]) {
    const status = await page.evaluate(async address => {
      const frame = document.documentElement.appendChild(document.createElement('iframe'))
      const { fetch } = frame.contentWindow as unknown as { fetch: typeof window.fetch }
      // From the cache it would wait for the answer to the paid one.
      return (await fetch(address, { cache: 'no-store' })).status
    }, slow)
    expect(status).toBe(402)
  }
  expect(sent()).toHaveLength(1)
  hostile.hurry()
  expect((await answer).status).toBe(200)

  const caught = hostile.caught().length
  const redirected = paying.evaluate(
    address =>
      fetch(address).then(
        ({ status }) => status,
        () => 'failed',
      ),
    hostile.address('redirect'),
  )
  await consent(wallet)
  await redirected
  await expect.poll(() => hostile.caught().slice(caught)).toEqual([undefined])
})

/** The page's and the worker's half of what the documents tell developers, word for word. */
async function recipe(): Promise<[page: string, worker: string]> {
  const text = await readFile(new URL('../../docs/dapp-payments.md', import.meta.url), 'utf8')
  const code = /## Web workers[\s\S]*?```js\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const [page = '', worker = ''] = code.split('// In the worker')
  return [page, `// ${worker}`]
}

test('what a shared worker has its page ask for is paid, as the documents tell developers; what it asks itself is not', {
  tag: '@firefox',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/playground')
  const answers = page.evaluate(
    async ([ofPage, ofWorker]) => {
      const script = `${ofWorker}
        const results = new BroadcastChannel('results')
        addEventListener('connect', async () => {
          const own = (await fetch('${location.origin}/api/beans')).status
          results.postMessage({ own, byPage: await fetchByPage('/api/beans') })
        })`
      const results = new BroadcastChannel('results')
      const told = new Promise<unknown>(resolve => results.addEventListener('message', ({ data }) => resolve(data)))
      new Function('worker', ofPage)(new SharedWorker(URL.createObjectURL(new Blob([script]))))
      return told
    },
    await recipe(),
  )
  await consent(wallet)
  expect(await answers).toMatchObject({
    own: 402,
    byPage: { status: 200, body: expect.stringContaining('First Light') },
  })
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a payment whose tab was closed is sent again in another tab, past the site’s service worker', async ({
  wallet,
  popup,
  shop,
}) => {
  await fund(popup)
  const url = shop.hostile.address('clock-ahead')
  const page = await throughWorker(await visit(wallet, shop.hostile.url))
  const sent = () => shop.hostile.paymentsTo('clock-ahead').slice(before)
  const before = shop.hostile.paymentsTo('clock-ahead').length
  await page.goto(url, { waitUntil: 'commit' })
  await consent(wallet)
  const home = await openHome(wallet, '/payments/answers')
  const answer = home.getByTestId('answer')
  await expect(answer).toContainText('The site says:', { timeout: 30_000 })
  await page.close()
  await answer.getByRole('button', { name: 'Send the same again' }).click()
  await expect.poll(() => sent().length).toBe(5)
  expect(new Set(sent()).size).toBe(1)
})
