import { parseAbi } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { connectedShop } from '../e2e/shop.ts'
import { approve, decisionWindow, openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { dripUnits, fund, fundWithFees } from './paying.ts'

/** The shop's own flows: what is signed today is taken later, less of it, or never. */

const dollar = 1_000_000n
const escrowAbi = parseAbi(['event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount)'])

async function signTypedData(wallet: Launched, ...words: string[]): Promise<void> {
  const window = await decisionWindow(wallet)
  for (const said of words) await expect(window.getByTestId('decision')).toContainText(said)
  await approve(window, 'typed-data')
}

test('a shop takes less than the permit allowed: what is left over is outstanding, and can be revoked', {
  tag: '@short',
}, async ({ wallet, popup, shop, network, account, chain }) => {
  const { checkout } = network.contracts
  await fundWithFees(popup)
  const page = await connectedShop(wallet, `${shop.url}/checkout`, account)
  await page.getByTestId('agree-cart').click()
  await signTypedData(wallet, '12')
  await expect(page.getByTestId('cart')).toHaveAttribute('data-state', 'permitted')
  expect(await chain.allowance(account, checkout)).toBe(0n)

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  await expect(row).toHaveAttribute('data-state', 'live')
  await expect(row).toContainText('12 TUSD')

  await page.getByTestId('capture-cart').click()
  await expect(page.getByTestId('cart')).toHaveAttribute('data-state', 'captured')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 9_500_000n }])
  expect(await chain.allowance(account, checkout)).toBe(2_500_000n)
  await expect(row).toHaveAttribute('data-state', 'partly-used')
  await expect(row).toContainText('2.5 TUSD')

  await row.getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await approve(desk, 'transaction')
  await expect.poll(() => chain.allowance(account, checkout)).toBe(0n)
  expect(dripUnits - (await chain.dollars(account))).toBe(9_500_000n)
})

test('what was reserved is taken when the roast is ready, once', async ({ wallet, popup, shop, chain, account }) => {
  await fundWithFees(popup)
  const page = await connectedShop(wallet, `${shop.url}/checkout`, account)
  await page.getByTestId('agree-preorder').click()
  await signTypedData(wallet, '5 TUSD')
  await expect(page.getByTestId('preorder')).toHaveAttribute('data-state', 'authorized')
  expect(await chain.transfersFrom(account)).toEqual([])
  await page.getByTestId('capture-preorder').click()
  await expect(page.getByTestId('preorder')).toHaveAttribute('data-state', 'captured')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 5n * dollar }])
  const desk = await openHome(wallet, '/payments')
  await desk.getByTestId('show-past').click()
  await expect(desk.locator('[data-authorization]')).toHaveAttribute('data-state', 'used')
})

test('the shop cannot take a revoked payment: the token reports it used or cancelled', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fundWithFees(popup)
  const page = await connectedShop(wallet, `${shop.url}/checkout`, account)
  await page.getByTestId('agree-preorder').click()
  await signTypedData(wallet, '5 TUSD')
  await expect(page.getByTestId('preorder')).toHaveAttribute('data-state', 'authorized')

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  const id = await row.getAttribute('data-authorization')
  await row.getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await approve(desk, 'typed-data')
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'live')
  await desk.getByTestId('take-back').click()
  await approve(desk, 'transaction')
  await desk.goto(wallet.address(`home.html#/payments/authorization/${encodeURIComponent(id ?? '')}`))
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'cancelled')

  await page.getByTestId('capture-preorder').click()
  await expect(page.getByTestId('notice')).toContainText(/used|cancel/i)
  expect(await chain.transfersFrom(account)).toEqual([])
  expect(await chain.dollars(account)).toBe(dripUnits)
})

test('money in escrow: a part is captured, the rest is voided and comes back', async ({
  wallet,
  popup,
  shop,
  network,
  account,
  chain,
}) => {
  await fundWithFees(popup)
  const page = await connectedShop(wallet, `${shop.url}/checkout`, account)
  await page.getByTestId('agree-escrow').click()
  await signTypedData(wallet, '40 TUSD')
  await expect(page.getByTestId('escrow')).toHaveAttribute('data-state', 'authorized')
  expect(dripUnits - (await chain.dollars(account))).toBe(40n * dollar)
  const before = await chain.dollars(shop.merchant)
  await page.getByTestId('capture-escrow').click()
  await expect.poll(async () => (await chain.dollars(shop.merchant)) - before).toBe(15n * dollar)
  await page.getByTestId('void-escrow').click()
  await expect.poll(async () => dripUnits - (await chain.dollars(account))).toBe(15n * dollar)
  const voided = await chain.client.getContractEvents({
    address: network.contracts.escrow,
    abi: escrowAbi,
    fromBlock: 0n,
    toBlock: 'pending',
  })
  expect(voided.map(({ args }) => args.amount)).toEqual([25n * dollar])
})

test('a page that pays with the published client gets the wallet’s decision, and the paid answer', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await connectedShop(wallet, `${shop.url}/playground`, account)
  await page.getByTestId('dapp-exact').click()
  await signTypedData(wallet, '0.01 TUSD')
  await expect(page.getByTestId('dapp-answer')).toHaveAttribute('data-state', '200')
  await expect(page.getByTestId('dapp-answer')).toContainText('First Light')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
  // It is among what was signed, like everything else.
  const desk = await openHome(wallet, '/payments')
  await desk.getByTestId('show-past').click()
  await expect(desk.locator('[data-authorization]')).toHaveAttribute('data-state', 'used')
})
