import { createTestClient, http } from 'viem'
import { approve, decisionWindow, openHome, reject } from '../e2e/wallet.ts'
import { takeEverything } from '../shop/channel-desk.ts'
import { expect, test } from './fixtures.ts'
import { dripUnits, expectPayment, expectReturned, fundWithFees, readPaid, visit } from './paying.ts'

// Sets the chain's clock forward: on a network of others, what they sign would have expired before it is used.
test.use({ networkClock: 'moved' })

test('the rest in a channel is withdrawn without the merchant, after the delay, less its claims', {
  tag: '@short',
}, async ({ wallet, popup, shop, network, account, chain }) => {
  await fundWithFees(popup)
  const article = shop.articles.channel ?? ''
  const page = await readPaid(wallet, article)
  await expectPayment(popup, article, 'delivered')
  await page.close()

  const desk = await openHome(wallet, '/payments/channels')
  const channel = desk.locator('[data-channel]')
  await expect(channel).toHaveAttribute('data-phase', 'open')
  await expect(desk.getByTestId('channel-deposited')).toContainText('0.01 ')
  await expect(desk.getByTestId('channel-claimable')).toContainText('0.001 ')
  await expect(desk.getByTestId('channel-left')).toContainText('0.009 ')
  await desk.getByTestId('channel-withdraw').click()
  await expect(desk.getByTestId('decision')).toContainText('Start withdrawing 0.01')
  await approve(desk, 'transaction')

  await desk.goto(wallet.address('home.html#/payments/channels'))
  await expect(channel).toHaveAttribute('data-phase', 'withdrawing')
  await expect(desk.getByTestId('channel-countdown')).toContainText('Between 0.009 TUSD and 0.01 TUSD')
  await expect(desk.getByTestId('channel-finish')).toBeHidden()
  // Money that is on its way back pays for nothing: the next answer would need a deposit of its own.
  const next = await visit(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.01')
  await reject(await decisionWindow(wallet))
  await next.close()

  await takeEverything(shop.channels)
  await expect(desk.getByTestId('channel-countdown')).toContainText('0.009 TUSD comes back')
  const developer = createTestClient({ mode: 'anvil', transport: http(new URL(network.explorerUrl).origin) })
  await developer.increaseTime({ seconds: 900 })
  await expect(channel).toHaveAttribute('data-phase', 'ready')
  await desk.getByTestId('channel-finish').click()
  await expect(desk.getByTestId('decision')).toContainText('Withdraw the deposit made')
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(account)).toBe(dripUnits - 1_000n)
  await desk.goto(wallet.address('home.html#/payments/channels'))
  await expect(channel).toHaveAttribute('data-phase', 'empty')
  await expectReturned(wallet, desk, { site: shop.url, amount: '0.009 TUSD' })
})
