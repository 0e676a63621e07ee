import type { Page } from '@playwright/test'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import type { Launched } from '../commands/extension.ts'
import { approve, decisionWindow, expectApprovable, openHome, password, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, expectPlanned, follow, fund, readPaid, readPaidFromNowOn } from './paying.ts'

const price = 10_000n

/** A page that is paid for without asking. */
async function readArticle(wallet: Launched, url: string): Promise<Page> {
  const page = await follow(wallet, url)
  await expect(page.getByTestId('article')).toBeVisible()
  return page
}

function accountOf(home: Page, address: string) {
  return home.locator(`[data-address="${address.toLowerCase()}"]`).first()
}

/** Selects an account by what the list says of it, as a person does. */
async function select(popup: Page, name: string): Promise<void> {
  await popup.getByTestId('account-switcher').click()
  const dialog = popup.getByRole('dialog')
  // What the account was last seen to hold, without a request.
  const row = dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByTestId('last-balance')).toContainText('ETH')
  await row.getByRole('button').first().click()
  await expect(popup.getByTestId('account-switcher')).toContainText(name)
}

test('a site is paid without asking up to what the person allowed, counted on screen, until one tap ends it', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await readPaidFromNowOn(wallet, article)
  await expectPayment(popup, article, 'delivered')

  // Nobody is asked any more, and the counter runs.
  for (const spent of [price, 2n * price]) {
    const page = await follow(wallet, article)
    await expect(page.getByTestId('article')).toBeVisible()
    await expect(popup.getByTestId('automatic')).toHaveAttribute('data-spent', String(spent))
    await page.close()
  }
  expect(await chain.transfersFrom(account)).toHaveLength(3)

  // Dearer than allowed: the person is asked.
  const dear = await follow(wallet, shop.articles['permit2-sponsored'] ?? '')
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('payment-amount')).toContainText('0.02')
  await expect(asked.getByText('first time here')).toHaveCount(0)
  await dear.close()
  await expect.poll(() => asked.isClosed()).toBe(true)

  await popup.getByTestId('automatic-stop').click()
  await expect(popup.getByTestId('automatic')).toHaveCount(0)
  await follow(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.01')
  expect(await chain.transfersFrom(account)).toHaveLength(3)
})

test('above the limit of the day the person is asked, with the limit on screen, and may pay', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await readPaidFromNowOn(wallet, article)
  for (let paid = 0; paid < 10; paid++) {
    const page = await follow(wallet, article)
    await expect(page.getByTestId('article')).toBeVisible()
    await page.close()
  }
  const page = await follow(wallet, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('payment-limit')).toContainText('0.1 TUSD of 0.1 TUSD')
  await approve(asked, 'payment')
  await expect(page.getByTestId('article')).toBeVisible()
  expect(await chain.transfersFrom(account)).toHaveLength(12)
})

test('the person chooses the amounts of a limit: what is approved is what the fields say', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await follow(wallet, article)
  const window = await decisionWindow(wallet)
  await window.getByTestId('payment-automatic').click()
  const most = window.getByTestId('payment-limit-most')
  const day = window.getByTestId('payment-limit-day')
  await expect(most).toHaveValue('0.01')
  await expect(day).toHaveValue('0.1')
  // The next one is paid through Permit2: the way of paying is no part of what is approved, and the window says so.
  await expect(window.getByText('any way of paying', { exact: false })).toContainText('to this payee from this account')
  await expectApprovable(window)
  for (const [field, wrong] of [
    [most, '0.005'],
    [most, ''],
    [most, '0.2'],
    [day, '0.001'],
  ] as const) {
    const right = await field.inputValue()
    await field.fill(wrong)
    await expect(window.getByText(/^At least /)).toBeVisible()
    await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await field.fill(right)
    await expectApprovable(window)
  }
  await most.fill('0.02')
  await day.fill('0.03')
  await approve(window, 'payment')
  await expectPayment(popup, article, 'delivered')
  const home = await openHome(wallet, '/payments/answers')
  await expect(home.getByTestId('automatic-counter')).toContainText('0.02 TUSD')
  await expect(home.getByTestId('automatic-counter')).toContainText('0.03 TUSD')

  const dear = await follow(wallet, shop.articles['permit2-sponsored'] ?? '')
  await expect(dear.getByTestId('article')).toBeVisible()
  const last = await follow(wallet, article)
  await expect(last.getByTestId('article')).toBeVisible()
  // The day is used up.
  await follow(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-limit')).toContainText('0.03 TUSD of 0.03 TUSD')
  expect(await chain.transfersFrom(account)).toHaveLength(3)
})

test('a limit for one site counts what that site is paid', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  const other = shop.hostile.address('no-proof')
  const home = await openHome(wallet, '/payments/answers')
  await home.getByTestId('cap-most').fill('0.005')
  await home.getByTestId('cap-site').fill('nonsense')
  await home.getByTestId('cap-add').click()
  await expect(home.getByText('This is not an https address of a site.')).toBeVisible()
  await expect(home.getByTestId('caps')).toHaveCount(0)
  await home.getByTestId('cap-site').fill(shop.url)
  await home.getByTestId('cap-add').click()
  await expect(home.getByTestId('caps')).toContainText(new URL(shop.url).host)
  await home.close()

  const page = await follow(wallet, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('payment-caps')).toContainText('above your limit')
  await page.close()
  await expect.poll(() => asked.isClosed()).toBe(true)
  await follow(wallet, other)
  const free = await decisionWindow(wallet)
  await expectApprovable(free)
  await expect(free.getByTestId('payment-caps')).toHaveCount(0)
})

test('a site behind a proxy, which names itself by another scheme and port, gets a note and is paid below its limit', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.hostile.address('behind-a-proxy')
  const first = await follow(wallet, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText('names its own address with another scheme or port')
  await expect(asked.getByTestId('understood')).toHaveCount(0)
  await asked.getByTestId('payment-automatic').click()
  await expect(asked.getByTestId('payment-automatic')).toBeChecked()
  await consent(wallet)
  await expect(first.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'delivered')

  const page = await follow(wallet, article)
  await expect(page.getByTestId('article')).toBeVisible()
  await expect(popup.getByTestId('automatic')).toHaveAttribute('data-spent', String(price))
  expect(await chain.transfersFrom(account)).toHaveLength(2)
})

test('a limit that was switched on and then refused does not exist', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  const page = await follow(wallet, article)
  const window = await decisionWindow(wallet)
  await window.getByTestId('payment-automatic').click()
  await expect(window.getByTestId('payment-automatic')).toBeChecked()
  await reject(window)
  await expectPayment(popup, article, 'refused')
  await page.reload({ waitUntil: 'commit' })
  await expect((await decisionWindow(wallet)).getByTestId('payment-automatic')).not.toBeChecked()
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('the desk tells what each answer came to', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const loop = shop.hostile.address('loop')
  await follow(wallet, loop)
  await consent(wallet)
  await expectPayment(popup, loop, 'undelivered')
  const home = await openHome(wallet, '/payments/answers')
  const answer = home.getByTestId('answer')
  await expect(answer).toHaveAttribute('data-state', 'undelivered')
  await expect(answer).toContainText('Paid, not delivered')
  await expect(popup.getByTestId('paid-row')).toContainText('−0.01 TUSD')
  // Beside everything else that was paid and received.
  await home.goto(wallet.address('home.html#/activity'))
  const paid = home.getByTestId('paid-row')
  await expect(paid).toHaveAttribute('data-state', 'undelivered')
  await expect(paid).toContainText('−0.01 TUSD')
  await paid.getByRole('button').click()
  await expect(home.getByTestId('answer')).toHaveAttribute('data-state', 'undelivered')
})

for (const [scope, words] of [
  ['payment', 'Limit for one payment'],
  ['session', 'Limit until the browser closes'],
  ['month', 'Limit for 30 days'],
] as const) {
  test(`above a limit of the kind «${scope}» for all sites the window says so, and the person may still pay`, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await fund(popup)
    const home = await openHome(wallet, '/payments/answers')
    await home.getByTestId('cap-scope').selectOption(scope)
    await home.getByTestId('cap-most').fill('0.015')
    await home.getByTestId('cap-add').click()
    await expect(home.getByTestId('caps')).toContainText(words)
    await home.close()
    await readPaid(wallet, shop.articles.exact ?? '')
    const url = scope === 'payment' ? shop.articles['permit2-sponsored'] : shop.articles.exact
    await follow(wallet, url ?? '')
    const window = await decisionWindow(wallet)
    await expect(window.getByTestId('payment-caps')).toContainText(words)
    await expect(window.getByTestId('payment-caps')).toContainText('above your limit')
    await expect(window.getByTestId('decision')).toContainText('This goes above a limit you set.')
    await approve(window, 'payment')
    await expectPayment(popup, url ?? '', 'delivered')
    await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(2)
  })
}

test('a limit is one account’s: from another the person is asked, and what was allowed goes on with the first', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account, phrase }) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await (await readPaidFromNowOn(wallet, article)).close()
  await expectPayment(popup, article, 'delivered')

  const second = mnemonicToAccount(phrase, { addressIndex: 1 }).address
  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  await expect(popup.getByTestId('account-switcher')).toContainText('Account 2')
  await fund(popup)
  const page = await follow(wallet, article)
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText('Account 2')
  await expect(asked.getByTestId('payment-automatic')).not.toBeChecked()
  await expect(asked.getByTestId('payment-limit')).toHaveCount(0)
  expect(await chain.transfersFrom(second)).toEqual([])
  await asked.getByTestId('payment-automatic').click()
  await asked.getByTestId('payment-limit-day').fill('0.01')
  await approve(asked, 'payment')
  await expect(page.getByTestId('article')).toBeVisible()
  await page.close()

  await home.goto(wallet.address('home.html#/payments/answers'))
  const limits = home.getByTestId('payment-limit')
  await expect(limits).toHaveCount(2)
  await expect(limits.filter({ hasText: 'From: Account 1' })).toContainText('0.1 TUSD')
  await expect(limits.filter({ hasText: 'From: Account 2' })).toContainText('0.01 TUSD')

  // Each pays up to its own day.
  await (await readArticle(wallet, article)).close()
  await expect.poll(async () => (await chain.transfersFrom(second)).length).toBe(2)
  const above = await follow(wallet, article)
  await reject(await decisionWindow(wallet))
  await above.close()
  await select(popup, 'Account 1')
  await (await readArticle(wallet, article)).close()
  await (await readArticle(wallet, article)).close()
  await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(3)
  expect(await chain.transfersFrom(second)).toHaveLength(2)
})

test('limits end with their account: removed and imported again, it is asked', async ({
  wallet,
  popup,
  shop,
  chain,
}) => {
  const key = generatePrivateKey()
  const imported = privateKeyToAddress(key)
  const home = await openHome(wallet, '/accounts')
  const importKey = async () => {
    await home.getByTestId('account-import').click()
    await home.getByTestId('private-key').fill(key)
    await home.getByTestId('account-import-now').click()
    await expect(accountOf(home, imported)).toBeVisible()
    await select(popup, imported.slice(0, 6))
  }
  await importKey()
  await fund(popup)
  const article = shop.articles.exact ?? ''
  await (await readPaidFromNowOn(wallet, article)).close()
  await expectPayment(popup, article, 'delivered')
  await (await readArticle(wallet, article)).close()

  await accountOf(home, imported).getByTestId('account-remove').click()
  await home.locator('#remove-password').fill(password)
  await home.getByTestId('account-remove-now').click()
  await expect(accountOf(home, imported)).toHaveCount(0)
  await importKey()
  await follow(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-automatic')).not.toBeChecked()
  expect(await chain.transfersFrom(imported)).toHaveLength(2)
})

test('a limit is one payee’s: a larger one for a second payee leaves the first one’s as it was', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const [first, second] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
  const page = (payee: string, amount: bigint) =>
    `${shop.hostile.address('payee-as-asked')}?payee=${payee}&amount=${amount}`
  await (await readPaidFromNowOn(wallet, page(first, price))).close()
  await expectPayment(popup, page(first, price), 'delivered')

  const other = await follow(wallet, page(second, price))
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('payment-limit')).toHaveCount(0)
  await asked.getByTestId('payment-automatic').click()
  await asked.getByTestId('payment-limit-day').fill('50')
  await asked.getByTestId('payment-limit-most').fill('5')
  await expectPlanned(asked, '5')
  await asked.getByTestId('understood').check()
  await approve(asked, 'payment')
  await expect(other.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page(second, price), 'delivered')
  await other.close()

  await (await readArticle(wallet, page(second, 4_000_000n))).close()
  await expectPayment(popup, page(second, 4_000_000n), 'delivered')
  expect(await chain.dollars(second)).toBe(price + 4_000_000n)
  const dear = await follow(wallet, page(first, 4_000_000n))
  const above = await decisionWindow(wallet)
  await expect(above.getByTestId('payment-amount')).toContainText('4')
  await expect(above.getByTestId('payment-limit')).toContainText('0.01 TUSD each time')
  await reject(above)
  await dear.close()
  expect(await chain.dollars(first)).toBe(price)

  const home = await openHome(wallet, '/payments/answers')
  const limits = home.getByTestId('payment-limit')
  await expect(limits).toHaveCount(2)
  const ofFirst = limits.filter({ hasText: 'Up to 0.01 TUSD each. 0.1 TUSD of 0.1 TUSD left' })
  await expect(limits.filter({ hasText: 'Up to 5 TUSD each. 46 TUSD of 50 TUSD left' })).toHaveCount(1)
  // Each ends by itself.
  await ofFirst.getByTestId('automatic-end').click()
  await expect(limits).toHaveCount(1)
  await home.close()
  await (await readArticle(wallet, page(second, price))).close()
  await follow(wallet, page(first, price))
  await reject(await decisionWindow(wallet))
  expect(await chain.dollars(first)).toBe(price)
  expect(await chain.transfersFrom(account)).toHaveLength(4)
})
