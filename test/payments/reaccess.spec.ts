import { parseSIWxHeader, verifySIWxSignature } from '@x402/extensions'
import { approve, decisionWindow, openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import {
  consent,
  expectPayment,
  fetched,
  follow,
  fund,
  payments,
  readPaid,
  readPaidFromNowOn,
  switchedOn,
  visit,
} from './paying.ts'

const price = 10_000n

test('what was bought is opened again by signing in, then without asking, until one tap ends that; paid once', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const article = shop.articles.kept ?? ''
  await (await readPaid(wallet, article)).close()
  await expectPayment(popup, article, 'delivered')

  const page = await visit(wallet, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText('Open what you bought.')
  await expect(asked.getByTestId('sign-in-keep')).not.toBeChecked()
  await asked.getByTestId('sign-in-keep').click()
  await expect(asked.getByTestId('sign-in-keep')).toBeChecked()
  await approve(asked, 'payment')
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'opened')

  // Nobody is asked any more.
  const again = await follow(wallet, article)
  await expect(again.getByTestId('article')).toBeVisible()
  await expect.poll(async () => (await payments(popup)).filter(({ state }) => state === 'opened').length).toBe(2)

  const home = await openHome(wallet, '/payments/answers')
  await expect(home.getByTestId('answer').filter({ hasText: 'Opened by signing in' })).toHaveCount(2)
  await home.getByTestId('sign-in-end').click()
  await expect(home.getByTestId('kept-sign-in')).toHaveCount(0)
  await home.close()
  await follow(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('decision')).toContainText('to open what you bought')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a page’s own request is answered for a sign-in too', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const article = shop.articles.kept ?? ''
  const page = await switchedOn(wallet, shop.url, '/playground')
  const bought = fetched(page, article)
  await consent(wallet)
  expect((await bought).status).toBe(200)
  const again = fetched(page, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText('to open what you bought')
  await approve(asked, 'payment')
  expect(await again).toMatchObject({ status: 200, body: expect.stringContaining('A letter to keep') })
  await expectPayment(popup, article, 'opened')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('below a limit a seller that takes no sign-in is paid by itself, after it was once asked to take one', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const { hostile } = shop
  const url = hostile.address('sign-in-never-taken')
  const before = hostile.signIns().length
  await readPaidFromNowOn(wallet, url)
  await expectPayment(popup, url, 'delivered')
  // Signing in could open it for nothing, so the person decides; then it is paid.
  const second = await visit(wallet, url)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText('to open what you bought')
  await approve(asked, 'payment')
  await expect(second.getByTestId('article')).toBeVisible()

  for (const transfers of [3, 4]) {
    const page = await follow(wallet, url)
    await expect(page.getByTestId('article')).toBeVisible()
    await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(transfers)
    await page.close()
  }
  await expect(popup.getByTestId('automatic')).toHaveAttribute('data-spent', String(3n * price))
  expect(hostile.signIns()).toHaveLength(before + 1)
})

for (const way of ['a page', 'a request of a page'] as const)
  test(`a seller that takes no sign-in gets one, and then the person is asked about the price (${way})`, {
    tag: way === 'a page' ? '@short' : [],
  }, async ({ wallet, popup, shop, chain, account }) => {
    await fund(popup)
    const { hostile } = shop
    const url = hostile.address('sign-in-never-taken')
    const signIns = hostile.signIns()
    const before = signIns.length
    const site = way === 'a page' ? null : await switchedOn(wallet, hostile.url)
    const open = async () => (site === null ? await visit(wallet, url) : fetched(site, url))
    const first = open()
    await consent(wallet)
    await expectPayment(popup, url, 'delivered')
    await first
    const second = open()
    const asked = await decisionWindow(wallet)
    await expect(asked.getByTestId('decision')).toContainText('to open what you bought')
    await approve(asked, 'payment')
    await expect(async () => {
      const next = await decisionWindow(wallet)
      await expect(next.getByTestId('payment-amount')).toContainText('0.01', { timeout: 1_000 })
      await expect(next.getByTestId('payment-choose-sign-in')).toHaveCount(0)
    }).toPass()
    const [header, ...others] = hostile.signIns().slice(before)
    expect(others).toEqual([])
    expect(await verifySIWxSignature(parseSIWxHeader(header ?? ''))).toMatchObject({ isValid: true })
    expect((await payments(popup)).map(({ state, reason }) => [state, reason])).toContainEqual([
      'refused',
      'sign-in-refused',
    ])
    await consent(wallet)
    await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(2)
    await second
    expect(hostile.signIns()).toHaveLength(before + 1)
  })
