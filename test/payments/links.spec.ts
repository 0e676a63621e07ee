import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { openConnected } from '../dapp/fixtures.ts'
import { startSite } from '../dapp/site.ts'
import { approve, killWorker, openHome, password, reject } from '../e2e/wallet.ts'
import { dollarAuthorization, dollarOf, somebody } from './chain.ts'
import { test as base, expect } from './fixtures.ts'
import { fundWithFees } from './paying.ts'

const dollarAbi = parseAbi(['function mint(address, uint256)'])
const anna = '0x00000000000000000000000000000000000000A1'

/** A site that the wallet has never met. */
const test = base.extend<{ strange(html: string, framed?: string): Promise<Page> }>({
  strange: async ({ wallet }, use) => {
    const site = await startSite()
    await use(async (html, framed = '') => {
      site.put('/framed', framed)
      site.put('/', `<!doctype html><meta charset="utf-8"><title>A shop</title>${html}`)
      const page = await wallet.context.newPage()
      await page.goto(site.at())
      return page
    })
    await site.close()
  },
})

const ether = (amount: string) => `ethereum:${anna}?value=${amount}`

/** Tabs of the wallet that show a payment link. */
const linkTabs = ({ context }: Launched) => context.pages().filter(page => page.url().includes('#/payments/link/'))

async function linkTab(wallet: Launched): Promise<Page> {
  await expect.poll(() => linkTabs(wallet).length).toBe(1)
  const [tab] = linkTabs(wallet)
  if (tab === undefined) throw new Error('just counted')
  return tab
}

/** The tab shows this link, and was opened with it: each other one would be an entry of its history. */
async function expectOnly(tab: Page, link: string): Promise<void> {
  await expect(tab.getByTestId('pay-link')).toHaveValue(link)
  expect(await tab.evaluate(() => history.length)).toBe(1)
}

test('a payment link that a person clicks on a strange page is read in the wallet, and pays once it is approved', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, network, chain, strange }) => {
  await fundWithFees(popup)
  const before = await chain.dollars(anna)
  const link = `ethereum:${dollarOf(network)}@${network.chainId}/transfer?address=${anna}&uint256=3.25e6`
  const page = await strange(`<a href="${link}">Pay <b>3.25</b></a>`)
  await page.locator('b').click()
  const tab = await linkTab(wallet)
  await expect(tab.locator('label', { hasText: 'Payment link from' })).toContainText('127.0.0.1')
  await expect(tab.getByTestId('pay-link')).toHaveValue(link)
  await expect(tab.getByTestId('pay-amount')).toHaveValue('3.25')
  await tab.getByTestId('pay-review').click()
  await approve(tab, 'transaction')
  await expect.poll(() => chain.dollars(anna)).toBe(before + 3_250_000n)
})

test('with the keyboard, and while the wallet is locked: the link is there once it is unlocked', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, strange }) => {
  await popup.getByTestId('lock').click()
  await expect(popup.getByTestId('password')).toBeVisible()
  const page = await strange(`<a href="${ether('2e16')}">Pay</a>`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const tab = await linkTab(wallet)
  await expect(tab.getByTestId('pay-link')).toHaveCount(0)
  await tab.getByTestId('password').fill(password)
  await tab.getByTestId('unlock').click()
  await expect(tab.getByTestId('pay-amount')).toHaveValue('0.02')
})

test('one tab shows the newest link, and one that shows something else is left alone', async ({
  wallet,
  popup,
  strange,
}) => {
  await fundWithFees(popup)
  const page = await strange(`<a id="one" href="${ether('1e15')}">1</a> <a id="two" href="${ether('2e15')}">2</a>`)
  // The second click of a double click comes before the tab has loaded.
  await page.locator('#one').dblclick()
  const tab = await linkTab(wallet)
  await expect(tab.getByTestId('pay-amount')).toHaveValue('0.001')
  await page.locator('#two').click()
  await expect(tab.getByTestId('pay-amount')).toHaveValue('0.002')
  expect(linkTabs(wallet)).toHaveLength(1)
  await killWorker(wallet)
  await page.locator('#one').click()
  await expect(tab.getByTestId('pay-amount')).toHaveValue('0.001')
  await tab.getByTestId('pay-review').click()
  await expect(tab.getByTestId('decision')).toBeVisible()
  await page.locator('#two').click()
  await expect((await linkTab(wallet)).getByTestId('pay-amount')).toHaveValue('0.002')
  await expect(tab.getByTestId('decision')).toBeVisible()
})

test('a link that cannot be read gets its sentence, also one that is too long', async ({ wallet, popup, strange }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await strange(
    `<a id="named" href="ethereum:shop.eth?value=1">1</a> <a id="long" href="${ether(`1&gas=${'1'.repeat(3_000_000)}`)}">2</a>`,
  )
  await page.locator('#named').click()
  const tab = await linkTab(wallet)
  await expect(tab.getByText('Prelude pays addresses, not names')).toBeVisible()
  await expect(tab.locator('label', { hasText: 'Payment link from' })).toBeVisible()
  await page.locator('#long').click()
  await expect(tab.getByText('Not a payment link')).toBeVisible()
  await expect(tab.getByTestId('pay-review')).toHaveAttribute('aria-disabled', 'true')
})

test('what was signed for the person is stored from its link', async ({ wallet, popup, network, strange }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const given = [
    `address=${anna}`,
    `address=${anna}`,
    'uint256=1',
    'uint256=0',
    'uint256=9',
    `bytes32=0x${'1'.repeat(64)}`,
  ]
  const call = `ethereum:${dollarOf(network)}@${network.chainId}/transferWithAuthorization?${given.join('&')}&bytes=0x12`
  const page = await strange(`<a href="${call}">Take it</a>`)
  await page.locator('a').click()
  const tab = await linkTab(wallet)
  await expect(tab.getByRole('link', { name: 'Captures' })).toHaveAttribute('aria-current', 'page')
  await expect(tab.getByTestId('capture-text')).toHaveValue(call)
})

test('a page opens nothing by itself, nor by a click that it handles, nor through a frame', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, strange }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const link = ether('7')
  // Heard after the wallet: it only keeps Firefox from leaving the page for an address that it does not know.
  const stays = `<script>addEventListener('click', event => event.preventDefault())</script>`
  const page = await strange(
    `${stays}<a id="plain" href="${link}">plain</a>
     <a id="handled" href="${link}" onclick="event.preventDefault()">handled</a>
     <a id="button" href="${link}"><button onclick="plain.click()">a click that becomes another</button></a>
     <iframe srcdoc="${stays}<a href='${link}'>in a frame</a>"></iframe>
     <iframe src="/framed"></iframe>
     <a id="last" href="${ether('8')}">last</a>`,
    `${stays}<a href="${link}">in a frame of the same site</a>`,
  )
  await page.evaluate(() => {
    const anchor = document.querySelector('a')
    anchor?.click()
    anchor?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  await page.evaluate(() => document.querySelector('button')?.click())
  await page.locator('#handled').click()
  await page.locator('#plain').click({ button: 'middle' })
  for (const index of [0, 1]) await page.frameLocator('iframe').nth(index).locator('a').click()
  // Clicks are answered in their order.
  await page.locator('#last').click()
  await expectOnly(await linkTab(wallet), ether('8'))
})

test('a link of a muted site is not followed', async ({ wallet, popup, strange }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await strange(`<a id="muted" href="${ether('7')}">7</a> <a id="heard" href="${ether('8')}">8</a>`)
  const connected = await openConnected(wallet, page.url())
  const sites = await openHome(wallet, '/sites')
  await sites.getByRole('button', { name: 'Mute for an hour' }).click()
  await expect(sites.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await connected.locator('#muted').click()
  await sites.getByRole('button', { name: 'Unmute' }).click()
  await expect(sites.getByRole('button', { name: 'Mute for an hour' })).toBeVisible()
  await connected.locator('#heard').click()
  await expectOnly(await linkTab(wallet), ether('8'))
})

/** The decision warns of the site before anything else, and is approved only after a second step. */
async function expectWarnedOf(tab: Page, host: string): Promise<void> {
  const warning = tab.getByTestId('listed-site')
  await expect(warning).toContainText(`From a payment link on ${host}`)
  await expect(warning).toContainText(`${host} is on a list of fraudulent sites: seen.json`)
  await expect(tab.getByTestId('approve')).toHaveCount(0)
  await tab.getByTestId('listed-site-show').click()
  await expect(tab.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await expect(tab.getByTestId('decision')).toContainText(`From a payment link on ${host}`)
  await tab.getByTestId('understood').check()
  await expect(tab.getByTestId('approve')).not.toHaveAttribute('aria-disabled', 'true')
}

test('a link of a site on a list of fraudulent ones: whatever it leads to warns of that site where it is decided', async ({
  wallet,
  popup,
  shop,
  network,
  account,
  chain,
}) => {
  await fundWithFees(popup)
  const payer = await somebody(network)
  const minted = [payer.account.address, 3_000_000n] as const
  await payer.send(encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args: minted }))
  const { message, ...typed } = dollarAuthorization(network, payer.account.address, account, 3_000_000n)
  const [validAfter, validBefore] = [BigInt(message.validAfter), BigInt(message.validBefore)]
  const authorization = { ...message, value: 3_000_000n, validAfter, validBefore }
  const signature = await payer.account.signTypedData({ ...typed, message: authorization })
  const given = [
    ...[message.from, message.to].map(address => `address=${address}`),
    ...[message.value, message.validAfter, message.validBefore].map(number => `uint256=${number}`),
    ...[`bytes32=${message.nonce}`, `bytes=${signature}`],
  ]
  const cart = await wallet.context.newPage()
  await cart.goto(`${shop.url}/checkout`)
  await cart.getByTestId('ask-cart').click()
  await expect(cart.getByTestId('cart-link')).toContainText('ethereum:')
  const dollars = `ethereum:${dollarOf(network)}@${network.chainId}`
  const links = {
    pay: `${dollars}/transfer?address=${anna}&uint256=3.25e6`,
    maximum: (await cart.getByTestId('cart-link').textContent()) ?? '',
    capture: `${dollars}/transferWithAuthorization?${given.join('&')}`,
  }

  const host = 'claim-reward.example'
  const home = await openHome(wallet, '/settings/lists')
  await home.getByTestId('list-add').click()
  const buffer = Buffer.from(JSON.stringify([host]))
  await home.getByTestId('list-file').setInputFiles({ name: 'seen.json', mimeType: 'application/json', buffer })
  await expect(home.getByTestId('lists-fraud-hosts')).toContainText('seen.json')
  await home.close()

  const anchors = Object.entries(links).map(
    ([id, link]) => `<a id="${id}" href="${link.replace(/&/g, '&amp;')}">${id}</a>`,
  )
  const page = await wallet.context.newPage()
  await page.route('**/*', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Claim</title>${anchors.join(' ')}`,
    }),
  )
  await page.goto(`https://${host}/`)

  await page.locator('#pay').click()
  const paying = await linkTab(wallet)
  await paying.getByTestId('pay-review').click()
  await expect(paying.getByTestId('listed-site')).toBeVisible()
  // What was found out is kept.
  await killWorker(wallet)
  await expectWarnedOf(paying, host)
  const before = await chain.dollars(anna)
  await approve(paying, 'transaction')
  await expect.poll(() => chain.dollars(anna)).toBe(before + 3_250_000n)
  await paying.close()

  await page.locator('#maximum').click()
  const allowing = await linkTab(wallet)
  await allowing.getByTestId('maximum-review').click()
  await expectWarnedOf(allowing, host)
  await reject(allowing)
  await allowing.close()

  await page.locator('#capture').click()
  const capturing = await linkTab(wallet)
  await capturing.getByTestId('capture-label').fill('From a stranger')
  await capturing.getByTestId('capture-add').click()
  const row = capturing.locator('[data-capture="From a stranger"]')
  await expect(row).toHaveAttribute('data-simulated', 'works')
  await row.getByTestId('capture-review').click()
  await expectWarnedOf(capturing, host)
  await reject(capturing)
  // The person's own link in the same field is not the site's.
  await capturing.close()
  await page.locator('#pay').click()
  const changed = await linkTab(wallet)
  await changed.getByTestId('pay-link').fill(`${dollars}/transfer?address=${anna}&uint256=1e6`)
  await changed.getByTestId('pay-review').click()
  await expect(changed.getByTestId('decision')).toBeVisible()
  await expect(changed.getByTestId('listed-site')).toHaveCount(0)
})
