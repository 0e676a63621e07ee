import { approve, decisionWindow, openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fetched, fund, payments, readPaidFromNowOn, switchedOn, visit } from './paying.ts'

const price = 10_000n

test('a page that is reloaded while its payment is answered is delivered, and charged once', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const url = shop.hostile.address('slow')
  const before = shop.hostile.paymentsTo('slow').length
  const page = await visit(wallet, url)
  await consent(wallet)
  await expect.poll(() => shop.hostile.paymentsTo('slow').length - before).toBe(1)
  await page.reload({ waitUntil: 'commit' }).catch(() => undefined)
  shop.hostile.hurry()
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, url, 'delivered')
  expect(new Set(shop.hostile.paymentsTo('slow').slice(before)).size).toBe(1)
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a page whose own request is unanswered is reloaded: the same request gets the same payment, under a limit too', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const { hostile } = shop
  await readPaidFromNowOn(wallet, hostile.address('no-proof'))
  const url = hostile.address('slow')
  const sent = () => hostile.paymentsTo('slow').slice(before)
  const before = hostile.paymentsTo('slow').length
  const page = await switchedOn(wallet, new URL(url).origin)
  const lost = fetched(page, url).catch(() => undefined)
  await expect.poll(() => sent().length).toBe(1)
  await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(2)
  const home = await openHome(wallet, '/payments/answers')
  // Only its page can make the request again.
  await expect(home.getByTestId('answer').first()).toHaveAttribute('data-state', 'sent')
  await expect(home.getByRole('button', { name: 'Send the same again' })).toHaveCount(0)

  await page.reload()
  await lost
  const answer = fetched(page, url)
  await expect.poll(() => sent().length).toBe(2)
  hostile.hurry()
  expect((await answer).status).toBe(200)
  await expectPayment(popup, url, 'delivered')
  expect(new Set(sent()).size).toBe(1)
  expect((await payments(popup)).filter(row => row.url === url)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toHaveLength(2)
})

test('a refused page shows the seller’s reason; sent again, it leaves the form that the tab shows by then', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const url = shop.hostile.address('clock-ahead')
  const sent = () => shop.hostile.paymentsTo('clock-ahead').length
  const before = sent()
  const page = await visit(wallet, url)
  await consent(wallet)
  await expect.poll(() => sent() - before, { timeout: 30_000 }).toBe(4)
  const home = await openHome(wallet, '/payments/answers')
  const answer = home.getByTestId('answer')
  await expect(answer).toContainText('The site says: invalid_exact_evm_payload_authorization_valid_before')

  await page.goto(`${shop.url}/checkout`)
  const field = page.locator('input[inputmode="decimal"]').first()
  await field.fill('12345')
  const opened = wallet.context.waitForEvent('page')
  await answer.getByRole('button', { name: 'Send the same again' }).click()
  const again = await opened
  await again.waitForURL(url)
  await expect(again.getByTestId('paywall-error')).toBeVisible()
  expect(page.url()).toBe(`${shop.url}/checkout`)
  await expect(field).toHaveValue('12345')
  expect(new Set(shop.hostile.paymentsTo('clock-ahead').slice(before)).size).toBe(1)
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('a payment that went out six times goes out again when the person says so, and its page says so', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const url = shop.hostile.address('clock-ahead')
  const before = shop.hostile.paymentsTo('clock-ahead').length
  const page = await visit(wallet, url)
  await consent(wallet)
  const answered = (attempts: number) =>
    expect
      .poll(async () => (await payments(popup)).map(row => [row.attempts, row.reason]), { timeout: 30_000 })
      .toEqual([[attempts, 'asked-again']])
  await answered(3)
  for (const attempts of [4, 5, 6]) {
    await page.reload()
    await answered(attempts)
  }
  await page.reload()
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('no answer came')
  await expect(window.getByTestId('decision')).toContainText('0.01 TUSD')
  await approve(window, 'payment')
  await answered(7)
  expect(new Set(shop.hostile.paymentsTo('clock-ahead').slice(before)).size).toBe(1)
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('a payment whose tab was closed is sent again in another tab', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const url = shop.hostile.address('clock-ahead')
  const before = shop.hostile.paymentsTo('clock-ahead').length
  const page = await visit(wallet, url)
  await consent(wallet)
  const home = await openHome(wallet, '/payments/answers')
  const answer = home.getByTestId('answer')
  // Its last answer is in: nothing of it is under way.
  await expect(answer).toContainText('The site says:', { timeout: 30_000 })
  await page.close()
  const opened = wallet.context.waitForEvent('page')
  await answer.getByRole('button', { name: 'Send the same again' }).click()
  await (await opened).waitForURL(url)
  await expect.poll(async () => (await payments(popup)).map(({ attempts }) => attempts)).toEqual([4])
  expect(new Set(shop.hostile.paymentsTo('clock-ahead').slice(before)).size).toBe(1)
  expect(await chain.transfersFrom(account)).toEqual([])
})
