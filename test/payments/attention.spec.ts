import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { expectPayment, fetched, follow, fund, readPaidFromNowOn, switchedOn, visit } from './paying.ts'

test('a limit pays for what the person came to from the page’s own site; of another way the person is asked', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await (await readPaidFromNowOn(wallet, article)).close()
  await expectPayment(popup, article, 'delivered')

  // Typed, or sent here by a page that hides itself: nobody can tell.
  const typed = await visit(wallet, article)
  await reject(await decisionWindow(wallet))
  await typed.close()

  const other = await visit(wallet, shop.hostile.url)
  await other.evaluate(address => {
    location.href = address
  }, article)
  await reject(await decisionWindow(wallet))
  expect(await chain.transfersFrom(account)).toHaveLength(1)
  await other.close()

  await expect((await follow(wallet, article)).getByTestId('article')).toBeVisible()
  expect(await chain.transfersFrom(account)).toHaveLength(2)
})

test('a frame in another site’s page spends no limit, nor does a page that nobody has touched', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  await (await readPaidFromNowOn(wallet, shop.articles.exact ?? '')).close()
  const touched = await switchedOn(wallet, shop.url)
  expect((await fetched(touched, '/api/beans')).status).toBe(200)
  expect(await chain.transfersFrom(account)).toHaveLength(2)
  await touched.close()

  // What the test tool runs in a page counts as the person's hand: this page asks by itself.
  const untouched = await wallet.context.newPage()
  await untouched.addInitScript(() => {
    addEventListener('load', () => {
      Object.assign(window, { asked: fetch('/api/beans?untouched').then(({ status }) => status) })
    })
  })
  await untouched.goto(shop.url)
  await reject(await decisionWindow(wallet))
  expect(await untouched.evaluate('asked')).toBe(402)
  await untouched.close()

  const around = await visit(wallet, shop.hostile.url.replace('127.0.0.1', 'localhost'))
  await around.evaluate(address => {
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
    return new Promise(resolve => frame.addEventListener('load', resolve))
  }, `${shop.url}/`)
  const frame = around.frame({ url: `${shop.url}/` })
  if (frame === null) throw new Error('the frame is there')
  const inFrame = frame.evaluate(async () => (await fetch('/api/beans?framed')).status)
  await reject(await decisionWindow(wallet))
  expect(await inFrame).toBe(402)
  expect(await chain.transfersFrom(account)).toHaveLength(2)
})

test('a request that the page paid for itself is not paid again by itself', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  await (await readPaidFromNowOn(wallet, shop.articles.exact ?? '')).close()
  const page = await switchedOn(wallet, shop.url)
  const asked = fetched(page, '/api/beans', { headers: { 'X-PAYMENT': 'one that the seller did not take' } })
  await reject(await decisionWindow(wallet))
  expect((await asked).status).toBe(402)
  expect(await chain.transfersFrom(account)).toHaveLength(1)
})
