import { expect, test } from './fixtures.ts'
import { approve, drip, expectLevel, expectPending, expectSealed, openHome, sendMoney } from './wallet.ts'

const recipient = '0x00000000000000000000000000000000000000AA'

test('money sent from the popup goes through every stop of the track, and both figures follow', async ({
  popup,
  network,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await sendMoney(popup, recipient, '0.04')
  await expectLevel(popup, 'preconfirmed')
  await expectLevel(popup, 'sealed')
  const stops = popup.getByTestId('track').first().locator('li')
  for (const level of ['submitted', 'accepted', 'preconfirmed', 'sealed'])
    await expect(stops.and(popup.locator(`[data-level=${level}]`))).toHaveAttribute('data-reached', 'true')
  await expect(stops.and(popup.locator('[data-level=preconfirmed]'))).toHaveAttribute('data-ms', /^\d+$/)
  const received = await rpc(network.rpcUrl, 'eth_getBalance', [recipient, 'latest'])
  expect(BigInt(received)).toBeGreaterThanOrEqual(4n * 10n ** 16n)
  await popup.reload()
  await expectPending(popup, wei => wei < 6n * 10n ** 16n && wei > 0n)
  await expectSealed(popup, wei => wei < 6n * 10n ** 16n && wei > 0n)
  await expect(popup.getByTestId('transaction-row')).toHaveCount(1)

  // The popup has the whole activity: searched, opened, and come back to.
  await popup.getByTestId('tab-activity').click()
  await expect(popup.getByTestId('transaction-row')).toHaveCount(1)
  await popup.getByTestId('activity-search').fill('nobody')
  await expect(popup.getByTestId('transaction-row')).toHaveCount(0)
  await popup.getByTestId('activity-search').fill('00aa')
  await popup.getByTestId('transaction-row').click()
  await popup.getByRole('button', { name: 'Back' }).click()
  await expect(popup.getByTestId('tab-activity')).toHaveAttribute('aria-current', 'page')
  // Paid again from its row: recipient and amount are filled in.
  await popup.getByTestId('transaction-row').click()
  await popup.getByTestId('pay-again').click()
  await expect(popup.getByTestId('send-amount')).toHaveValue('0.04')
  // This one may be included only up to a block, which the decision says.
  await popup.getByTestId('conditions-fold').click()
  await popup.getByTestId('condition-in-600000').click()
  const last = Number(await popup.getByTestId('condition-block').inputValue())
  await popup.getByTestId('review').click()
  await expect(popup.getByTestId('conditions')).toContainText(last.toLocaleString('en'))
  await approve(popup, 'transaction')
  const paid = async () => BigInt(await rpc(network.rpcUrl, 'eth_getBalance', [recipient, 'pending']))
  await expect.poll(paid).toBeGreaterThanOrEqual(8n * 10n ** 16n)
})

test('an address with a typing mistake is refused before anything is proposed', async ({ popup }) => {
  await popup.getByTestId('send').click()
  // The checksum of EIP-55 is wrong in its last letter.
  await popup.getByTestId('send-to').fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'.replace('F4ce6', 'f4ce6'))
  await popup.getByTestId('send-amount').fill('0.01')
  await expect(popup.getByTestId('review')).toHaveAttribute('aria-disabled', 'true')
  await expect(popup.getByTestId('send-to')).toHaveAttribute('aria-invalid', 'true')
})

test('a chosen nonce is used, and a warning says that it waits when it is ahead of the next free one', async ({
  popup,
  network,
  account,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const fill = async (number: string) => {
    await popup.getByTestId('send').click()
    await popup.getByTestId('send-to').fill(recipient)
    await popup.getByTestId('send-amount').fill('0.01')
    await popup.getByTestId('send-number-fold').click()
    await popup.getByTestId('send-number').fill(number)
  }
  await fill('3')
  await popup.getByTestId('review').click()
  await expect(popup.getByText('Number 3 is ahead (the next free one is 0)')).toBeVisible()
  await popup.getByTestId('reject').click()
  await fill('minus one')
  await expect(popup.getByTestId('send-number')).toHaveAttribute('aria-invalid', 'true')
  await expect(popup.getByTestId('review')).toHaveAttribute('aria-disabled', 'true')
  await popup.getByTestId('send-number').fill('0')
  await popup.getByTestId('review').click()
  await approve(popup, 'transaction')
  await expectLevel(popup, 'sealed')
  expect(BigInt(await rpc(network.rpcUrl, 'eth_getTransactionCount', [account, 'latest']))).toBe(1n)
})

test('more than there is cannot be reviewed, and the field says so', async ({ popup }) => {
  await drip(popup)
  await popup.getByTestId('send').click()
  await popup.getByTestId('send-to').fill(recipient)
  await popup.getByTestId('send-amount').fill('5')
  await expect(popup.getByTestId('send-amount')).toHaveAttribute('aria-invalid', 'true')
  await expect(popup.getByTestId('review')).toHaveAttribute('aria-disabled', 'true')
})

async function rpc(url: string, method: string, params: unknown[]): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return String((await response.json()).result)
}

test('a payment that the node refuses at once leads to its row, with the words of the node', async ({
  popup,
  network,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  network.faults.set({ callFailure: { methods: ['eth_sendRawTransaction'], message: 'transaction underpriced' } })
  await sendMoney(popup, recipient, '0.01')
  await expect(popup.getByTestId('transaction-detail')).toContainText('transaction underpriced')
  network.faults.clear()
  await popup.getByTestId('resend').click()
  await expectLevel(popup, 'sealed')
})

test('a cancellation that comes too late says what is in the block', async ({ popup, network }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  network.faults.set({ withheld: 'all' })
  await sendMoney(popup, recipient, '0.01')
  await expectLevel(popup, 'accepted')
  await popup.getByTestId('cancel').click()
  await expect(popup.getByTestId('decision')).toBeVisible()
  network.faults.set({ withheld: [] })
  await expect(popup.locator('[data-failure=not-replaceable]')).toBeVisible()
  await popup.getByTestId('transaction-row').getByRole('button').click()
  await expectLevel(popup, 'sealed')
})

test('everything that waits is cancelled in one decision, and nothing of it is paid', { tag: '@short' }, async ({
  popup,
  network,
}) => {
  const payee = '0x00000000000000000000000000000000000000C7'
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  network.faults.set({ withheld: 'all' })
  for (const amount of ['0.01', '0.02']) {
    await sendMoney(popup, payee, amount)
    await expectLevel(popup, 'accepted')
    await popup.goto(popup.url().split('#')[0] ?? '')
  }
  await popup.getByTestId('transaction-row').first().getByRole('button').first().click()
  await popup.getByTestId('cancel-all').click()
  await expect(popup.getByTestId('decision')).toContainText('Cancel 2 transactions')
  await approve(popup, 'calls')
  await expectLevel(popup, 'accepted')
  // What waits for its own cancellation is not offered again.
  await popup.goto(popup.url().split('#')[0] ?? '')
  await popup.getByTestId('transaction-row').filter({ hasText: '0.02' }).getByRole('button').first().click()
  await expect(popup.getByTestId('track')).toBeVisible()
  await expect(popup.getByTestId('cancel-all')).toHaveCount(0)
  network.faults.set({ withheld: [] })
  await expect(popup.getByTestId('track')).toHaveAttribute('data-ended', 'replaced')
  expect(BigInt(await rpc(network.rpcUrl, 'eth_getBalance', [payee, 'latest']))).toBe(0n)
})

test('numbers that an endpoint told wrongly are read anew, and what is sent next gets the right one', {
  tag: '@long',
}, async ({ wallet, popup, network, account }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const send = async (amount: string) => {
    await sendMoney(popup, recipient, amount)
  }
  network.faults.set({ lies: { nonceOffset: 3 } })
  await send('0.01')
  await expectLevel(popup, 'accepted')
  network.faults.clear()
  await popup.goto(popup.url().split('#')[0] ?? '')

  const activity = await openHome(wallet, '/activity')
  // Half a minute: the wallet does not know for what the transaction waits.
  await activity.getByTestId('numbers-read').click({ timeout: 45_000 })
  await expect(activity.getByTestId('numbers-next')).toContainText('0')
  await send('0.02')
  await expectLevel(popup, 'sealed')
  expect(BigInt(await rpc(network.rpcUrl, 'eth_getTransactionCount', [account, 'latest']))).toBe(1n)
})
