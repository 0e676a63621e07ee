import { readMessages } from '../../components/catalogue.fixture.ts'
import { approve, decisionWindow, importWallet, openHome, reject } from '../e2e/wallet.ts'
import { takeEverything } from '../shop/channel-desk.ts'
import { expect, test } from './fixtures.ts'
import {
  channels,
  consent,
  consentFromNowOn,
  dripUnits,
  expectPayment,
  expectReturned,
  fetched,
  follow,
  fund,
  fundWithFees,
  payments,
  readPaid,
  readPaidFromNowOn,
  switchedOn,
  visit,
} from './paying.ts'

const settlement = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'

test('one deposit pays for many answers: vouchers leave nothing on the chain', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  // What the tests before left in channels of their own.
  await takeEverything(shop.channels)
  const held = await chain.dollars(settlement)
  await fund(popup)
  const article = shop.articles.channel ?? ''
  const first = await visit(wallet, article)
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  await expect(window.getByTestId('decision')).toContainText('deposited with a contract')
  await expect(window.getByTestId('decision')).toContainText('two transactions, 15 min apart')
  await consent(wallet)
  await expect(first.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'delivered')
  for (let read = 0; read < 3; read++) {
    const page = await visit(wallet, article)
    await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.001')
    await consent(wallet)
    await expect(page.getByTestId('article')).toBeVisible()
    await page.close()
  }
  await expect
    .poll(async () => (await payments(popup)).map(({ way, state }) => `${way} ${state}`).sort())
    .toEqual(['deposit delivered', 'voucher delivered', 'voucher delivered', 'voucher delivered'])
  expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
  expect((await chain.dollars(settlement)) - held).toBe(10_000n)
  // The merchant claims exactly what four vouchers promised.
  const before = await chain.dollars(shop.merchant)
  await takeEverything(shop.channels)
  expect((await chain.dollars(shop.merchant)) - before).toBe(4_000n)
})

test('below a limit vouchers are signed without a window, counted exactly, and a deposit offers no limit', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await takeEverything(shop.channels)
  await fund(popup)
  const article = shop.articles.channel ?? ''
  const first = await visit(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.01')
  await expect((await decisionWindow(wallet)).getByTestId('payment-automatic')).toHaveCount(0)
  await consent(wallet)
  await expect(first.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'delivered')
  await readPaidFromNowOn(wallet, article)
  for (const spent of ['1000', '2000']) {
    const page = await follow(wallet, article)
    await expect(page.getByTestId('article')).toBeVisible()
    await expect(popup.getByTestId('automatic')).toHaveAttribute('data-spent', spent)
    await page.close()
  }
  await expect.poll(async () => (await channels(popup)).map(({ charged }) => charged)).toEqual([4_000n])
  expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
  const before = await chain.dollars(shop.merchant)
  await takeEverything(shop.channels)
  expect((await chain.dollars(shop.merchant)) - before).toBe(4_000n)
})

test('calls that a page makes at once are paid one after the other below its limit, out of one deposit', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await takeEverything(shop.channels)
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  const deposited = fetched(page, '/api/thought')
  await consent(wallet)
  expect((await deposited).status).toBe(200)
  const allowed = fetched(page, '/api/thought')
  await consentFromNowOn(wallet)
  expect((await allowed).status).toBe(200)

  const answers = await Promise.all([1, 2, 3].map(number => fetched(page, `/api/thought?number=${number}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await expect
    .poll(async () => (await payments(popup)).map(({ way, state }) => `${way} ${state}`).sort())
    .toEqual(['deposit delivered', ...Array(4).fill('voucher delivered')])
  expect((await channels(popup)).map(({ charged }) => charged)).toEqual([5_000n])
  expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
  const before = await chain.dollars(shop.merchant)
  await takeEverything(shop.channels)
  expect((await chain.dollars(shop.merchant)) - before).toBe(5_000n)
})

test('a deposit of a thousand prices and a delay of thirty days are shown as dangers before signing', async ({
  wallet,
  popup,
  shop,
}) => {
  await fund(popup)
  const large = await visit(wallet, shop.hostile.address('deposit-of-a-thousand'))
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('1000 times the price')
  await expect(window.getByTestId('understood')).toBeVisible()
  await reject(window)
  await large.close()
  await visit(wallet, shop.hostile.address('withdraw-delay-30-days'))
  await expect((await decisionWindow(wallet)).getByTestId('decision')).toContainText('30 days')
})

test('a merchant that counts more than its price gets no more vouchers', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.hostile.url)
  const answer = fetched(page, '/charge-above-price')
  await consent(wallet)
  expect((await answer).status).toBe(200)
  await expect.poll(async () => (await payments(popup)).map(({ reason }) => reason)).toEqual(['overcharged'])
  // The next payment is a deposit into a channel of its own: for the old one nothing more is signed.
  await visit(wallet, shop.hostile.address('charge-above-price'))
  await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.1')
  expect(dripUnits - (await chain.dollars(account))).toBe(100_000n)
})

test('the rest in a channel is refunded at once if the merchant agrees, with no new signature', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.channel ?? ''
  await readPaid(wallet, article)
  await expectPayment(popup, article, 'delivered')
  expect(await chain.dollars(account)).toBe(dripUnits - 10_000n)

  const desk = await openHome(wallet, '/payments/channels')
  await expect(desk.locator('[data-channel]')).toHaveAttribute('data-phase', 'open')
  await desk.getByTestId('channel-refund').click()
  await expect.poll(() => chain.dollars(account)).toBe(dripUnits - 1_000n)
  await expect(desk.locator('[data-channel]')).toHaveAttribute('data-phase', 'empty')
  await expectReturned(wallet, desk, { site: shop.url, amount: '0.009 TUSD' })
})

test('after an erase the phrase and a visit bring a deposit back, less what the merchant claims by old vouchers', async ({
  wallet,
  popup,
  phrase,
  shop,
  chain,
}) => {
  await takeEverything(shop.channels)
  await fundWithFees(popup)
  const article = shop.articles.channel ?? ''
  const page = await readPaid(wallet, article)
  await expectPayment(popup, article, 'delivered')
  await page.close()

  const home = await openHome(wallet, '/settings')
  await home.getByTestId('lock').click()
  await home.locator('.unlock-help summary').click()
  await home.locator('.unlock-help button').click()
  await home.getByTestId('erase-word').fill(readMessages('en').erase_word?.message ?? '')
  await home.getByTestId('erase').click()
  await importWallet(home, phrase)
  await home.goto(wallet.address('home.html#/payments/channels'))
  await expect(home.getByText(readMessages('en').channels_empty?.message ?? 'nothing')).toBeVisible()
  await expect(home.locator('[data-channel]')).toHaveCount(0)

  await visit(wallet, article)
  await reject(await decisionWindow(wallet))
  await expect(home.locator('[data-channel]')).toHaveAttribute('data-phase', 'stopped')
  await expect(home.getByTestId('channel-deposited')).toContainText('0.01 ')
  // The vouchers that were signed are forgotten, and the merchant has them.
  await expect(home.getByTestId('channel-signed')).toContainText('Unknown')
  await expect(home.getByTestId('channel-claimable')).toContainText('up to 0.01 TUSD')
  await expect(home.getByTestId('channel-left')).toContainText('up to 0.01 TUSD')
  await expect(home.locator('[data-channel]')).toContainText('the site may claim up to 0.01 TUSD')
  await home.getByTestId('channel-withdraw').click()
  await expect(home.getByTestId('decision')).toContainText('Start withdrawing 0.01')
  await approve(home, 'transaction')
  await home.goto(wallet.address('home.html#/payments/channels'))
  await expect(home.locator('[data-channel]')).toHaveAttribute('data-phase', 'withdrawing')
  await expect(home.getByTestId('channel-countdown')).toContainText('Between 0 TUSD and 0.01 TUSD comes back')

  const before = await chain.dollars(shop.merchant)
  await takeEverything(shop.channels)
  expect((await chain.dollars(shop.merchant)) - before).toBe(1_000n)
  await expect(home.getByTestId('channel-claimed')).toContainText('0.001 ')
  await expect(home.getByTestId('channel-countdown')).toContainText('Between 0 TUSD and 0.009 TUSD comes back')
  // Nothing is signed for it any more: the next answer would need a deposit of its own.
  await visit(wallet, article)
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  await expect(window.getByTestId('decision')).toContainText('deposited with a contract')
})
