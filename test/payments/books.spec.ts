import { encodeFunctionData, type Hex, parseEther } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { approve, drip, importWallet, openHome, openPopup } from '../e2e/wallet.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { customerOn, deskAt, dollarAbi, requestInEther, unit } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { dripUnits } from './paying.ts'

const hexOf = (text: string | null): Hex => `0x${text?.replace(/^0x/, '') ?? ''}`

/** Seals so many empty blocks, in calls that each end in time. */
async function seal(network: PreviewNetwork, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 500) {
    const answer = await fetch(network.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: [Math.min(left, 500)] }),
    })
    expect(await answer.json()).toMatchObject({ result: null })
  }
}

test('“Earlier” finds what was paid before all that the wallet knows of an account, and it can be given back', async ({
  wallet,
  home,
  phrase,
  network,
  account,
  chain,
}) => {
  test.setTimeout(300_000)
  const customer = await customerOn(network)
  const args = [`0x${account.slice(2)}`, 3n * unit] as const
  const paid = await customer.send(encodeFunctionData({ abi: dollarAbi, functionName: 'transfer', args }))
  expect(paid.status).toBe('success')
  // The chain is one block longer than the books look back by themselves.
  await seal(network, 10_001)
  await importWallet(home, phrase)
  const popup = await openPopup(wallet)
  await drip(popup)
  await popup.getByTestId('faucet-drip-token').click()
  const all = dripUnits + 3n * unit
  await expect(popup.getByTestId('token-row').first()).toHaveAttribute('data-sealed', `0x${all.toString(16)}`)
  const desk = await openHome(wallet, '/payments/books')
  const since = desk.getByTestId('books-since')
  const entry = desk.locator(`[data-transfer^="${paid.transactionHash}"]`)
  // What the faucet gave is there, and the wallet knows of nothing before it.
  await expect(desk.getByTestId('books-unmatched').locator('[data-transfer]')).toHaveCount(1)
  await expect(entry).toHaveCount(0)
  expect(Number(await since.getAttribute('data-from'))).toBeGreaterThan(Number(paid.blockNumber))

  await desk.getByTestId('books-further').click()
  await expect(since).toHaveAttribute('data-from', '0')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('3 TUSD')
  await expect(desk.getByTestId('books-further')).toHaveCount(0)
  const before = await chain.dollars(customer.account.address)
  await entry.getByTestId('refund-open').click()
  await entry.getByTestId('refund-review').click()
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(customer.account.address)).toBe(before + 3n * unit)
  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(entry.locator('[data-refund] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await expect(entry.getByTestId('refund-open')).toHaveCount(0)
})

test('a payment in the chain’s own money is given back to its payer, in parts and never more than it was', async ({
  wallet,
  popup,
  network,
  account,
  chain,
}) => {
  const customer = await customerOn(network)
  const payer = customer.account.address
  const money = () => chain.client.getBalance({ address: payer, blockTag: 'pending' })
  const desk = await requestInEther(wallet, popup, '0.0789')
  const to = `0x${account.slice(2)}` as const
  await customer.client.sendTransaction({ to, value: parseEther('0.0789'), chain: null })
  await expect(desk.locator('[data-request] [data-paid]')).toHaveAttribute('data-paid', /^(?:sealed|deep)$/)

  const before = await money()
  const books = await openHome(wallet, '/payments/books')
  const entry = books.getByTestId('books-paid').locator('[data-native]')
  await expect(entry).toContainText('0.0789 ETH')
  await entry.getByTestId('refund-open').click()
  await entry.getByTestId('refund-amount').fill('0.0790')
  await expect(entry.getByTestId('refund-review')).toHaveAttribute('aria-disabled', 'true')
  await entry.getByTestId('refund-amount').fill('0.03')
  await entry.getByTestId('refund-review').click()
  await approve(books, 'transaction')
  await expect.poll(money).toBe(before + parseEther('0.03'))

  await books.goto(wallet.address('home.html#/payments/books'))
  await expect(entry.locator('[data-refund]')).toContainText('0.03 ETH')
  await expect(entry.locator('[data-refund] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await entry.getByTestId('refund-open').click()
  await entry.getByTestId('refund-amount').fill('0.0490')
  await expect(entry.getByTestId('refund-review')).toHaveAttribute('aria-disabled', 'true')
  // Empty: all that is left.
  await entry.getByTestId('refund-amount').fill('')
  await entry.getByTestId('refund-review').click()
  await approve(books, 'transaction')
  await expect.poll(money).toBe(before + parseEther('0.0789'))
  await books.goto(wallet.address('home.html#/payments/books'))
  const outcomes = entry.locator('[data-refund] [data-outcome]')
  await expect(outcomes).toHaveCount(2)
  for (const outcome of await outcomes.all()) await expect(outcome).toHaveAttribute('data-outcome', 'done')
  await expect(entry.getByTestId('refund-open')).toHaveCount(0)
  // The activity names both; the chain says what they were.
  await books.goto(wallet.address('home.html#/activity'))
  const sent = books.locator('[data-testid="transaction-row"]')
  await expect(sent).toHaveCount(2)
  const values: bigint[] = []
  for (const row of await sent.all()) {
    const hash = hexOf(await row.getAttribute('data-hash'))
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    const { from, to: receiver, value } = await chain.client.getTransaction({ hash })
    expect([from.toLowerCase(), receiver?.toLowerCase()]).toEqual([account, payer.toLowerCase()])
    values.push(value)
  }
  expect(values.toSorted((left, right) => Number(left - right))).toEqual([parseEther('0.03'), parseEther('0.0489')])
})

test('the books say where money of the chain stands that came without a request, and lead there', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  const desk = await deskAt(wallet, popup, 'books')
  const customer = await customerOn(network)
  const to = `0x${account.slice(2)}` as const
  const hash = await customer.client.sendTransaction({ to, value: parseEther('0.0321'), chain: null })
  await waitForTransactionReceipt(customer.client, { hash })
  const told = desk.getByTestId('books-native')
  await expect(told).toHaveText('Unrequested ETH: see Activity.')
  await told.getByRole('link', { name: 'Activity' }).click()
  await expect(desk.getByText('0.0321', { exact: false }).first()).toBeVisible()
})
