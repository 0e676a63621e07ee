import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  keccak256,
  type LocalAccount,
  parseAbi,
  parseEther,
  stringToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { pageWhere } from '../commands/extension.ts'
import { approve, killWorker, openHome } from '../e2e/wallet.ts'
import { readContracts } from '../preview-network/contracts/packed-contracts.ts'
import { tokenTypes } from '../preview-network/contracts/typed-data.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { chainOf, dollarAuthorization, dollarOf, somebody } from './chain.ts'
import { customerOn, deskAt, dollarAbi, requestInEther, unit } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { fundWithFees } from './paying.ts'

const anna = '0x00000000000000000000000000000000000000a1'
const ben = '0x00000000000000000000000000000000000000b2'
const payoutsAbi = parseAbi(['function processed(bytes32) view returns (bool)'])
/** An address that has nothing yet. */
const somebodyNew = (): Address => privateKeyToAddress(generatePrivateKey())

/** What a payer hands over to be paid with later. */
async function authorizationFor(network: PreviewNetwork, payer: LocalAccount, to: Address, value: bigint) {
  const typedData = dollarAuthorization(network, payer.address, to, value)
  const { message } = typedData
  const signature = await payer.signTypedData({
    ...typedData,
    message: {
      ...message,
      value,
      validAfter: BigInt(message.validAfter),
      validBefore: BigInt(message.validBefore),
    },
  })
  return JSON.stringify({ typedData, signature })
}

test('several are paid from a pasted list, by name and by address, once for each purpose', { tag: '@short' }, async ({
  wallet,
  popup,
  network,
  chain,
}) => {
  const desk = await deskAt(wallet, popup, 'several')
  await desk.getByTestId('several-for').fill('Wages, November')
  await paste(
    desk.getByTestId('several-to-0'),
    `name,address,amount\nAnna,${anna},12.5\nBen,${ben},0.0000001\n,${anna},1`,
  )
  await expect(desk.getByTestId('several-amount-0')).toHaveValue('12.5')
  await expect(desk.getByText('at most 6 digits')).toBeVisible()
  await expect(desk.getByTestId('several-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.getByTestId('several-amount-1').fill('7.25')
  await expect(desk.getByText('Listed already')).toBeVisible()
  // Who cannot be paid is counted with neither the payees nor the amounts.
  await expect(desk.getByTestId('several-sum')).toHaveText('19.75 TUSD · 2 payees')
  await desk.getByRole('button', { name: 'Remove payee 3' }).click()
  await expect(desk.getByTestId('several-sum')).toContainText('19.75 TUSD · 2 payees')
  await desk.getByTestId('several-review').click()
  // Through the network's own contract, whose address nobody typed.
  await expect(desk.getByTestId('decision')).toContainText('Pay 2 recipients 19.75')
  await approve(desk, 'calls')
  await expect.poll(() => chain.dollars(anna)).toBe(12_500_000n)
  expect(await chain.dollars(ben)).toBe(7_250_000n)
  const used = { address: network.contracts.payouts, abi: payoutsAbi, functionName: 'processed' } as const
  const args = [keccak256(stringToHex('Wages, November'))] as const
  expect(await chain.client.readContract({ ...used, args, blockTag: 'pending' })).toBe(true)

  await desk.goto(wallet.address('home.html#/payments/several'))
  await expect(desk.locator('[data-payout="Wages, November"] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await desk.getByTestId('several-for').fill('Wages, November')
  await desk.getByTestId('several-to-0').fill(anna)
  await expect(desk.getByText('Paid under this name already')).toBeVisible()
  await expect(desk.getByTestId('several-review')).toHaveAttribute('aria-disabled', 'true')
})

test('an amount is split by shares, and the first takes what is left over', async ({ wallet, popup, chain }) => {
  const before = { anna: await chain.dollars(anna), ben: await chain.dollars(ben) }
  const desk = await deskAt(wallet, popup, 'several')
  await desk.getByRole('radio', { name: 'Shares' }).check()
  await desk.getByTestId('several-for').fill('Tour')
  await desk.getByTestId('several-whole').fill('0.000100')
  await desk.getByTestId('several-to-0').fill(anna)
  await desk.getByTestId('several-amount-0').fill('33.33')
  await desk.getByTestId('several-to-1').fill(ben)
  await desk.getByTestId('several-amount-1').fill('66.66')
  await expect(desk.getByTestId('several-sum')).toContainText('99.99')
  await expect(desk.getByTestId('several-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.getByTestId('several-amount-1').fill('66.67')
  await desk.getByTestId('several-review').click()
  await approve(desk, 'calls')
  await expect.poll(() => chain.dollars(anna)).toBe(before.anna + 34n)
  expect(await chain.dollars(ben)).toBe(before.ben + 66n)
})

test('several are paid in the chain’s own money, an amount each or shares of one', async ({ wallet, popup, chain }) => {
  const [one, two] = [somebodyNew(), somebodyNew()]
  const balance = (address: Address) => chain.client.getBalance({ address, blockTag: 'pending' })
  const desk = await deskAt(wallet, popup, 'several')
  await expect(desk.getByTestId('several-asset').locator('option:checked')).toHaveText('TUSD')
  await desk.getByTestId('several-asset').selectOption({ label: 'ETH' })
  await desk.getByTestId('several-for').fill('Stamps')
  await desk.getByTestId('several-to-0').fill(one)
  await desk.getByTestId('several-amount-0').fill('0.002')
  await desk.getByTestId('several-to-1').fill(two)
  await desk.getByTestId('several-amount-1').fill('100000')
  await expect(desk.getByTestId('several-sum')).toHaveText('More than you have')
  await desk.getByTestId('several-amount-1').fill('0.003')
  await expect(desk.getByTestId('several-sum')).toContainText('0.005 ETH · 2 payees')
  await desk.getByTestId('several-review').click()
  await approve(desk, 'calls')
  await expect.poll(() => balance(one)).toBe(parseEther('0.002'))
  await expect.poll(() => balance(two)).toBe(parseEther('0.003'))
  await desk.goto(wallet.address('home.html#/payments/several'))
  const past = desk.locator('[data-payout="Stamps"]')
  await expect(past.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await expect(past).toContainText('0.005 ETH')

  await desk.getByRole('radio', { name: 'Shares' }).check()
  await desk.getByTestId('several-asset').selectOption({ label: 'ETH' })
  await desk.getByTestId('several-for').fill('Thirds')
  await desk.getByTestId('several-whole').fill('0.001000000000000001')
  for (const [index, [to, share]] of [[one, '50'] as const, [two, '50'] as const].entries()) {
    await desk.getByTestId(`several-to-${index}`).fill(to)
    await desk.getByTestId(`several-amount-${index}`).fill(share)
  }
  await desk.getByTestId('several-review').click()
  await approve(desk, 'calls')
  await expect.poll(() => balance(one)).toBe(parseEther('0.002500000000000001'))
  await expect.poll(() => balance(two)).toBe(parseEther('0.0035'))
})

test('without a payout contract each payee gets a transfer, and each says what became of it', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  await fundWithFees(popup)
  const { token, dollars } = await otherDollar(network, `0x${account.slice(2)}`)
  const desk = await openHome(wallet, '/tokens')
  await desk.getByTestId('token-add').click()
  await desk.getByTestId('token-address').fill(token)
  await desk.getByTestId('token-add-confirm').click()
  await expect(desk.getByTestId('token-add-confirm')).toHaveCount(0)
  await desk.goto(wallet.address('home.html#/payments/several'))
  await desk.getByTestId('several-for').fill('Prizes')
  const asset = desk.getByTestId('several-asset')
  const option = () => asset.locator('option').evaluateAll(optionOf, token.toLowerCase())
  await expect.poll(option).not.toBe('')
  await asset.selectOption(await option())
  await desk.getByTestId('several-to-0').fill(anna)
  await desk.getByTestId('several-amount-0').fill('3')
  await desk.getByTestId('several-to-1').fill(ben)
  await desk.getByTestId('several-amount-1').fill('2')
  await desk.getByTestId('several-review').click()
  await approve(desk, 'calls')
  await expect.poll(() => dollars(anna)).toBe(3n * unit)
  await expect.poll(() => dollars(ben)).toBe(2n * unit)
  await desk.goto(wallet.address('home.html#/payments/several'))
  await expect(desk.locator('[data-payout="Prizes"] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
})

test('a link for a token that is listed only afterwards asks for its amount in that token’s decimals', async ({
  wallet,
  popup,
  network,
}) => {
  const { token } = await otherDollar(network, anna)
  const desk = await deskAt(wallet, popup, 'pay')
  await desk.getByTestId('pay-link').fill(`ethereum:${token}/transfer?address=${anna}&uint256=12.5e6`)
  await expect(desk.getByText('Add its token first')).toBeVisible()
  const tokens = await openHome(wallet, '/tokens')
  await tokens.getByTestId('token-add').click()
  await tokens.getByTestId('token-address').fill(token)
  await tokens.getByTestId('token-add-confirm').click()
  await expect(tokens.getByTestId('token-add-confirm')).toHaveCount(0)
  await expect(desk.getByText('Add its token first')).toHaveCount(0)
  await expect(desk.getByTestId('pay-amount')).toHaveValue('12.5')
})

test('a seller’s link carries all there is to a maximum; the chain is asked before any of it is shown', {
  tag: '@short',
}, async ({ wallet, popup, shop, network, account, chain }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${shop.url}/checkout`)
  await page.getByTestId('ask-cart').click()
  // It is shown once it is written.
  await expect(page.getByTestId('cart-link')).toBeVisible()
  const link = (await page.getByTestId('cart-link').textContent()) ?? ''
  const desk = await deskAt(wallet, popup, 'pay')
  // The same link with another contract is refused: it takes this token for nobody.
  await desk.getByTestId('pay-link').fill(link.replace(network.contracts.checkout, network.contracts.payouts))
  await expect(desk.getByText('No checkout contract for this token')).toBeVisible()
  await expect(desk.getByTestId('maximum-review')).toHaveCount(0)
  await desk.getByTestId('pay-link').fill(link)
  await expect(desk.getByTestId('maximum')).toContainText('May take up to 12 TUSD')
  await desk.getByTestId('maximum-review').click()
  await approve(desk, 'typed-data')
  await desk.getByTestId('authorization-code').click()
  const handed = await readDrawnCode(desk.locator('svg.qr'))
  await page.getByLabel('What your wallet gave you').fill(handed)
  await page.getByTestId('take-cart').click()
  await expect(page.getByTestId('cart')).toHaveAttribute('data-state', 'permitted')
  await page.getByTestId('capture-cart').click()
  await expect(page.getByTestId('cart')).toHaveAttribute('data-state', 'captured')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 9_500_000n }])
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'partly-used')
})

test('a seller makes the link of a maximum, captures below it what the payer’s link hands over, and has it in the books', async ({
  wallet,
  popup,
  network,
  account,
  chain,
}) => {
  const merchant = `0x${account.slice(2)}` as const
  const customer = await customerOn(network)
  const contract = await ownCheckout(network, merchant)
  const desk = await deskAt(wallet, popup, 'requests')
  await desk.getByTestId('ask-maximum').click()
  await desk.getByTestId('maximum-contract').fill(network.contracts.checkout)
  await expect(desk.getByText('Not your checkout contract')).toBeVisible()
  await desk.getByTestId('maximum-contract').fill(contract)
  await desk.getByTestId('maximum-most').fill('8')
  await desk.getByTestId('maximum-make').click()
  const link = (await desk.getByTestId('maximum-link').textContent()) ?? ''
  const [, deadline = ''] = /&uint256=8000000&uint256=(\d+)$/.exec(link) ?? []
  expect(link).toContain(`ethereum:${getAddress(dollarOf(network))}@${network.chainId}/permit?address=${contract}&`)

  const signature = await customer.account.signTypedData({
    domain: dollarAuthorization(network, account, anna, 1n).domain,
    types: { Permit: tokenTypes.Permit },
    primaryType: 'Permit',
    message: {
      owner: customer.account.address,
      spender: contract,
      value: 8n * unit,
      nonce: 0n,
      deadline: BigInt(deadline),
    },
  })
  const handed = link.replace('?address=', `?address=${customer.account.address}&address=`)
  await desk.goto(wallet.address('home.html#/payments/captures'))
  await desk.getByTestId('capture-text').fill(`${handed.replace('8000000', '9000000')}&bytes=${signature}`)
  await desk.getByTestId('capture-add').click()
  await expect(desk.getByText('Not the payer’s signature')).toBeVisible()
  await desk.getByTestId('capture-text').fill(`${handed}&bytes=${signature}`)
  await desk.getByTestId('capture-label').fill('Order 13')
  await desk.getByTestId('capture-add').click()
  const row = desk.locator('[data-capture="Order 13"]')
  await row.getByTestId('capture-amount').fill('6.5')
  await expect(row).toHaveAttribute('data-simulated', 'works')
  const before = await chain.dollars(account)
  await row.getByTestId('capture-review').click()
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(account)).toBe(before + 6_500_000n)
  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(desk.getByTestId('books-captured')).toContainText('Order 13')
  await expect(desk.getByTestId('books-captured')).toContainText('6.5 TUSD')
})

test('a request is paid by its reference, kept in the books, and given back to the payer and no more', {
  tag: '@short',
}, async ({ wallet, popup, network, account, chain }) => {
  const customer = await customerOn(network)
  const desk = await deskAt(wallet, popup, 'requests')
  await desk.getByTestId('request-label').fill('Bicycle repair')
  await desk.getByTestId('request-amount').fill('5')
  await desk.getByTestId('request-reference-fold').click()
  await desk.getByTestId('request-reference').fill('repair-12')
  await desk.getByTestId('request-add').click()
  const link = (await desk.getByTestId('request-link').textContent())?.toLowerCase()
  expect(link).toContain(`/transferwithmemo?address=${account}&uint256=5000000`)
  expect(link).toContain('&message=bicycle%20repair')
  const paid = desk.locator('[data-request] [data-paid]')
  await expect(paid).toHaveAttribute('data-paid', 'no')

  const memo = stringToHex('repair-12', { size: 32 })
  const to = `0x${account.slice(2)}` as const
  const receipt = await customer.send(
    encodeFunctionData({ abi: dollarAbi, functionName: 'transferWithMemo', args: [to, 5n * unit, memo] }),
  )
  expect(receipt.status).toBe('success')
  await expect(paid).toHaveAttribute('data-paid', /^(?:preconfirmed|sealed|deep)$/)
  await expect(paid).toHaveAttribute('data-paid', /^(?:sealed|deep)$/)
  // The same again pays nothing that was asked for.
  await customer.send(
    encodeFunctionData({ abi: dollarAbi, functionName: 'transferWithMemo', args: [to, 5n * unit, memo] }),
  )

  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(desk.getByTestId('books-paid').locator('[data-transfer]')).toHaveCount(1)
  await expect(desk.getByTestId('books-unmatched')).toContainText('Its request was paid already')
  const entry = desk.getByTestId('books-paid').locator('[data-transfer]')
  await entry.getByTestId('refund-open').click()
  await entry.getByTestId('refund-amount').fill('5.000001')
  await expect(entry.getByTestId('refund-review')).toHaveAttribute('aria-disabled', 'true')
  const before = await chain.dollars(customer.account.address)
  await entry.getByTestId('refund-amount').fill('2')
  await entry.getByTestId('refund-review').click()
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(customer.account.address)).toBe(before + 2n * unit)

  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(entry.locator('[data-refund] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await entry.getByTestId('refund-open').click()
  await entry.getByTestId('refund-amount').fill('3.000001')
  await expect(entry.getByTestId('refund-review')).toHaveAttribute('aria-disabled', 'true')
})

test('a request in the chain’s own money is paid by its amount, and by no other', { tag: '@short' }, async ({
  wallet,
  popup,
  network,
  account,
}) => {
  const customer = await customerOn(network)
  const desk = await requestInEther(wallet, popup, '0.0123')
  const paid = desk.locator('[data-request] [data-paid]')
  await expect(paid).toHaveAttribute('data-paid', 'no')
  const to = `0x${account.slice(2)}` as const
  const pay = (value: bigint) => customer.client.sendTransaction({ to, value, chain: null })
  await pay(parseEther('0.0124'))
  await desk.goto(wallet.address('home.html#/activity'))
  await expect(desk.getByText('0.0124', { exact: false }).first()).toBeVisible()
  await desk.goto(wallet.address('home.html#/payments/requests'))
  await expect(paid).toHaveAttribute('data-paid', 'no')
  await pay(parseEther('0.0123'))
  await expect(paid).toHaveAttribute('data-paid', /^(?:sealed|deep)$/)
})

test('a request in the chain’s own money that is paid while no page and no worker runs is found paid', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  const customer = await customerOn(network)
  const desk = await requestInEther(wallet, popup, '0.0456')
  await expect(desk.locator('[data-request]')).toContainText('0.0456')
  await desk.close()
  await popup.close()
  await killWorker(wallet)
  const to = `0x${account.slice(2)}` as const
  const hash = await customer.client.sendTransaction({ to, value: parseEther('0.0456'), chain: null })
  await waitForTransactionReceipt(customer.client, { hash })
  const again = await openHome(wallet, '/payments/requests')
  await expect(again.locator('[data-request] [data-paid]')).toHaveAttribute('data-paid', /^(?:sealed|deep)$/)
})

test('the saved books contain only transfers that are deep enough', async ({ wallet, popup, network, account }) => {
  test.setTimeout(150_000)
  const desk = await deskAt(wallet, popup, 'books')
  const customer = await customerOn(network)
  const to = `0x${account.slice(2)}` as const
  const { transactionHash } = await customer.send(
    encodeFunctionData({ abi: dollarAbi, functionName: 'transfer', args: [to, unit] }),
  )
  await expect(desk.getByTestId('books-unmatched')).toContainText('Not asked for')
  const save = desk.getByTestId('books-json')
  // Twelve blocks of two seconds.
  await expect(save).toHaveAttribute('aria-disabled', 'false', { timeout: 90_000 })
  const [download] = await Promise.all([desk.waitForEvent('download'), save.click()])
  const entries: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'unmatched', reason: 'no-request', hash: transactionHash, amount: '1000000' }),
  )
})

test('what a payer authorized is kept, tried, and captured once', async ({
  wallet,
  popup,
  network,
  account,
  chain,
}) => {
  const customer = await customerOn(network)
  const to = `0x${account.slice(2)}` as const
  const desk = await deskAt(wallet, popup, 'captures')
  const handed = await authorizationFor(network, customer.account, to, 3n * unit)
  await desk.getByTestId('capture-text').fill(handed.replace('"3000000"', '"4000000"'))
  await desk.getByTestId('capture-label').fill('Order 12')
  await desk.getByTestId('capture-add').click()
  await expect(desk.getByText('Not the payer’s signature')).toBeVisible()
  await desk.getByTestId('capture-text').fill(handed)
  await desk.getByTestId('capture-add').click()
  const row = desk.locator('[data-capture="Order 12"]')
  await expect(row).toHaveAttribute('data-simulated', 'works')
  const before = await chain.dollars(account)
  await row.getByTestId('capture-review').click()
  await expect(desk.getByTestId('decision')).toContainText('Carry out a signed payment: 3 ')
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(account)).toBe(before + 3n * unit)
  await desk.goto(wallet.address('home.html#/payments/captures'))
  await expect(row.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await expect(row.getByTestId('capture-review')).toHaveCount(0)
  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(desk.getByTestId('books-captured')).toContainText('Order 12')
})

/** The text of a QR code on the page, from its squares. */
async function readDrawnCode(code: Locator): Promise<string> {
  const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const drawn = (await code.locator('path').getAttribute('d')) ?? ''
  const scale = 4
  const [width, height] = [modules * scale, modules * scale]
  const data = new Uint8Array(width * height * 4).fill(255)
  for (const [, x, y] of drawn.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4
      for (let at = 0; at < scale * 4; at += 1) if (at % 4 !== 3) data[start + at] = 0
    }
  return decodeQR({ width, height, data })
}

test('a promise made at the desk is collected by its payee, and the ledger says so', { tag: '@short' }, async ({
  wallet,
  popup,
  network,
  account,
  chain,
}) => {
  const payee = await somebody(network)
  const desk = await deskAt(wallet, popup, 'pay')
  await desk.getByRole('radio', { name: 'Later' }).check()
  await desk.getByTestId('promise-to').fill(payee.account.address)
  await desk.getByTestId('promise-amount').fill('4')
  await desk.getByTestId('promise-review').click()
  await approve(desk, 'typed-data')
  const authorization = desk.getByTestId('authorization')
  await expect(authorization).toHaveAttribute('data-state', 'live')

  // A code, which a camera reads: the link of the call that pays.
  await authorization.getByTestId('authorization-code').click()
  const link = new URL(await readDrawnCode(authorization.locator('svg.qr')))
  const call = `${getAddress(dollarOf(network))}@${network.chainId}/transferWithAuthorization`
  expect(link.protocol + link.pathname).toBe(`ethereum:${call}`)
  const given = [...link.searchParams.values()]
  const before = await chain.dollars(account)
  const receipt = await payee.send(
    encodeFunctionData({
      abi: dollarAbi,
      functionName: 'transferWithAuthorization',
      args: given as never,
    }),
  )
  expect(receipt.status).toBe('success')
  expect(await chain.dollars(account)).toBe(before - 4n * unit)
  await expect(authorization).toHaveAttribute('data-state', 'used')
  // No transaction of the account's own: the activity has it all the same, once.
  await desk.goto(wallet.address('home.html#/activity'))
  await expect(desk.locator(`[data-hash="${receipt.transactionHash}"]`)).toHaveCount(1)
  await expect(desk.getByTestId('moved-row')).toContainText('−4 TUSD')
})

test('a payment link fills the form in, and its reference goes along', async ({ wallet, popup, network, chain }) => {
  const token = dollarOf(network)
  const desk = await deskAt(wallet, popup, 'pay')
  const memo = stringToHex('order-7', { size: 32 })
  const before = await chain.dollars(ben)
  await desk.getByTestId('pay-link').fill('ethereum:shop.eth?value=1')
  await expect(desk.getByText('Prelude pays addresses, not names')).toBeVisible()
  await desk
    .getByTestId('pay-link')
    .fill(`ethereum:${token}@${network.chainId}/transferWithMemo?address=${ben}&uint256=1.5e6&bytes32=${memo}`)
  await expect(desk.getByTestId('pay-amount')).toHaveValue('1.5')
  await expect(desk.getByTestId('pay-reference')).toHaveValue('order-7')
  await desk.getByTestId('pay-review').click()
  await approve(desk, 'transaction')
  await expect.poll(() => chain.dollars(ben)).toBe(before + 1_500_000n)
})

test('the picture of a code is read on this machine, and one without a code says so', async ({
  wallet,
  popup,
  network,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const desk = await openHome(wallet, '/payments/pay')
  const chooser = desk.getByTestId('pay-link-picture')
  await chooser.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: await desk.screenshot() })
  await expect(desk.getByText('No code in this picture')).toBeVisible()
  const code = encodeQR(`ethereum:${ben}@${network.chainId}?value=1.25e18`, 'gif', { scale: 6 })
  await chooser.setInputFiles({ name: 'code.gif', mimeType: 'image/gif', buffer: Buffer.from(code) })
  await expect(desk.getByTestId('pay-amount')).toHaveValue('1.25')
  await expect(desk.getByTestId('pay-to-chosen')).toHaveAttribute('data-address', /00b2$/)
})

/** Runs in the page: the value of the option for an address in lower case. */
function optionOf(options: (HTMLElement | SVGElement)[], address: string): string {
  const values = options.flatMap(option => (option instanceof HTMLOptionElement ? [option.value] : []))
  return values.find(value => value.toLowerCase() === address) ?? ''
}

/** Pastes text, as the clipboard would. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** A contract of the network's sources, deployed by somebody. */
async function deploy(network: PreviewNetwork, name: string, args: unknown[]) {
  const contract = (await readContracts()).contracts[name]
  if (contract === undefined) throw new Error(`no contract ${name}`)
  const { account, client } = await somebody(network)
  const hash = await client.sendTransaction({
    data: encodeDeployData({ ...contract, args }),
    gas: 6_000_000n,
    chain: null,
  })
  const { contractAddress } = await chainOf(network).client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  if (contractAddress == null) throw new Error('not deployed')
  return { contract: getAddress(contractAddress), account, client }
}

/** A checkout of the account's own, which takes test dollars. */
async function ownCheckout(network: PreviewNetwork, merchant: Address): Promise<Address> {
  return (await deploy(network, 'Checkout', [dollarOf(network), merchant])).contract
}

/** Another token, a hundred of it for the account, and no payout contract. */
async function otherDollar(network: PreviewNetwork, owner: Address) {
  const { contract: token, client } = await deploy(network, 'TestDollar', [anna])
  const data = encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args: [owner, 100n * unit] })
  await client.sendTransaction({ to: token, data, gas: 300_000n, chain: null })
  const read = { address: token, abi: dollarAbi, functionName: 'balanceOf', blockTag: 'pending' } as const
  const dollars = (address: Address) => chainOf(network).client.readContract({ ...read, args: [address] })
  return { token, dollars }
}

test('the desk is one tap from the popup', async ({ wallet, popup }) => {
  await popup.getByTestId('tab-payments').click()
  const desk = await pageWhere(wallet.context, page => page.url().endsWith('home.html#/payments/pay'), 'the desk')
  await expect(desk.locator('main.desk')).toBeVisible()
})
