import type { Locator, Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { pageWhere } from '../wallet-fixtures/launch.ts'
import { expect, test } from './fixtures.ts'
import { call, expectConnected, openShop } from './shop.ts'
import {
  acceptDangers,
  approve,
  decisionWindow,
  expectApprovable,
  expectLevel,
  openPopup,
  password,
  untilGone,
} from './wallet.ts'

/** What people come for most, and the most clicks that it may take. What is typed or pasted is not counted. */
const most = {
  'create a wallet': 5,
  'get test ETH': 1,
  'copy my address': 1,
  'pay a new address and save it': 5,
  'pay a saved contact': 4,
  'connect a site': 1,
  'pay on that site': 1,
  'revoke an allowance': 4,
  'add a known network': 3,
  'lock the wallet': 1,
}
type Job = keyof typeof most

const payee = '0x00000000000000000000000000000000000000d1'
const spender = '0x00000000000000000000000000000000000000d2'

test('clicks: each of the nine jobs takes few', { tag: '@long' }, async ({ wallet, home, shop, network }) => {
  test.setTimeout(240_000)
  const counted = new Map<Job, number>()
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  const press = async (page: Page): Promise<void> => {
    await expectApprovable(page)
    await untilGone(page, () => click(page.getByTestId('approve')))
  }
  const job = async (name: Job, act: () => Promise<void>): Promise<void> => {
    clicks = 0
    await act()
    counted.set(name, clicks)
  }
  const ownTab = (route: string) =>
    pageWhere(wallet.context, page => page.url().endsWith(`home.html#${route}`), `the full page at ${route}`)

  await job('create a wallet', async () => {
    await click(home.getByTestId('first-run-create'))
    await home.getByTestId('password').fill(password)
    await home.getByTestId('password-repeat').fill(password)
    await click(home.getByTestId('continue'))
    await click(home.getByTestId('phrase-show'))
    const phrase = await home.getByTestId('phrase-words').getByRole('listitem').allInnerTexts()
    await click(home.getByTestId('continue'))
    await home
      .getByTestId(/^backup-word-\d+$/)
      .first()
      .waitFor()
    for (const field of await home.getByTestId(/^backup-word-\d+$/).all()) {
      const position = Number((await field.getAttribute('data-testid'))?.replace('backup-word-', ''))
      await field.fill(phrase[position - 1] ?? '')
    }
    await click(home.getByTestId('continue'))
    await expect(home.getByTestId('balance')).toBeVisible()
  })

  const popup = await openPopup(wallet)
  await job('get test ETH', async () => {
    await click(popup.getByTestId('faucet-drip'))
    await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', /^0x(?!0$)/)
  })
  await job('copy my address', async () => {
    const copy = popup.getByRole('button', { name: 'Copy address' })
    await click(copy)
    await expect(copy).toContainText('Copied')
  })
  await job('pay a new address and save it', async () => {
    await click(popup.getByTestId('send'))
    await popup.getByTestId('send-to').fill(payee)
    await popup.getByTestId('send-amount').fill('0.001')
    await click(popup.getByTestId('review'))
    await press(popup)
    await click(popup.getByTestId('name-address'))
    await popup.getByTestId('contact-name').fill('Maria')
    await click(popup.getByTestId('contact-save'))
    await expect(popup.getByTestId('name-address')).toHaveCount(0)
  })
  await popup.reload()
  await job('pay a saved contact', async () => {
    await click(popup.getByTestId('send'))
    await click(popup.getByTestId('recipient').filter({ hasText: 'Maria' }).first())
    await popup.getByTestId('send-amount').fill('0.001')
    await click(popup.getByTestId('review'))
    await press(popup)
    await expectLevel(popup, 'sealed')
  })

  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  const account = (await popup.evaluate(async () => chrome.storage.session.get('snapshot:selection')))[
    'snapshot:selection'
  ] as { address: `0x${string}` }
  await page.getByTestId('shop-connect').click()
  await job('connect a site', async () => {
    await press(await decisionWindow(wallet))
    await expectConnected(page, account.address)
  })
  await page.getByTestId('buy-harbour').click()
  await job('pay on that site', async () => {
    await press(await decisionWindow(wallet))
    await expect(page.getByTestId('order-paid')).toHaveAttribute('data-state', 'done')
  })

  const data = encodeFunctionData({
    abi: parseAbi(['function approve(address spender, uint256 amount)']),
    args: [spender, 5n],
  })
  const asked = call(page, {
    method: 'eth_sendTransaction',
    params: [{ from: account.address, to: network.contracts.testDollar, data }],
  })
  const decision = await decisionWindow(wallet)
  await acceptDangers(decision)
  await approve(decision, 'transaction')
  const { result } = (await asked) as { result: string }
  await popup.reload()
  await expect(popup.locator(`[data-testid=transaction-row][data-hash="${result}"]`)).toHaveAttribute(
    'data-level',
    /^(?:sealed|safe|final)$/,
  )
  await job('revoke an allowance', async () => {
    await click(popup.getByTestId('tab-more'))
    await click(popup.getByRole('button', { name: 'Approvals' }))
    const tab = await ownTab('/allowances')
    await click(tab.locator(`[data-spender="${spender}"]`).getByTestId('revoke'))
    await press(tab)
    await expectLevel(tab, 'sealed')
  })
  await job('add a known network', async () => {
    await click(popup.getByTestId('network-chip'))
    await click(popup.getByTestId('chooser-network-add'))
    const tab = await ownTab('/networks/add')
    await tab.getByTestId('network-search').fill('arbitrum')
    await tab.getByTestId('network-search').press('Enter')
    await click(tab.getByTestId('network-add-known'))
    await expect(tab.locator('[data-chain-id="42161"]')).toBeVisible()
  })
  await job('lock the wallet', async () => {
    await click(popup.getByTestId('lock'))
    await expect(popup.getByTestId('unlock')).toBeVisible()
  })

  const rows = Object.entries(most).map(([name, atMost]) => ({ job: name, clicks: counted.get(name as Job), atMost }))
  console.log(
    ['| job | clicks | at most |', '|---|---|---|', ...rows.map(row => `| ${Object.values(row).join(' | ')} |`)].join(
      '\n',
    ),
  )
  expect(rows.filter(({ clicks: taken, atMost }) => taken === undefined || taken > atMost)).toEqual([])
})
