import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  parseAbi,
  parseSignature,
  stringToHex,
} from 'viem'
import { approve, openHome } from '../e2e/wallet.ts'
import { openRows } from '../open-rows.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { dollarAuthorization, dollarOf, somebody } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { fundWithFees } from './paying.ts'

const unit = 1_000_000n
const anna = '0x00000000000000000000000000000000000000a1'
const ben = '0x00000000000000000000000000000000000000b2'
const dollarAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferWithMemo(address to, uint256 amount, bytes32 memo)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** Somebody else, with money for fees and a hundred test dollars. */
async function customerOn(network: PreviewNetwork) {
  const customer = await somebody(network)
  const args = [customer.account.address, 100n * unit] as const
  await customer.send(encodeFunctionData({ abi: dollarAbi, functionName: 'mint', args }))
  return customer
}

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

/** Money for fees and test dollars, and the desk at one of its pages. */
async function deskAt(wallet: Parameters<typeof openHome>[0], popup: Page, route: string): Promise<Page> {
  await fundWithFees(popup)
  return openHome(wallet, `/payments/${route}`)
}

test('many are paid at once from pasted rows, once for each reference', { tag: '@short' }, async ({
  wallet,
  popup,
  network,
  chain,
}) => {
  const desk = await deskAt(wallet, popup, 'payouts')
  await desk.getByTestId('payout-contract').fill(network.contracts.payouts)
  await desk.getByTestId('payout-reference').fill('Wages, November')
  await desk.getByTestId('payout-rows').fill(`address,amount\n${anna},12.5\n${ben},0.0000001\n${anna},1`)
  await expect(desk.getByTestId('payout-faults')).toContainText('Line 3')
  await expect(desk.getByTestId('payout-faults')).toContainText('Line 4')
  await expect(desk.getByTestId('payout-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.getByTestId('payout-rows').fill(`${anna},12.5\n${ben},7.25`)
  await expect(desk.getByTestId('payout-sum')).toContainText('19.75')
  await desk.getByTestId('payout-review').click()
  await expect(desk.getByTestId('decision')).toContainText('Pay 2 recipients 19.75')
  await approve(desk, 'calls')
  await expect.poll(() => chain.dollars(anna)).toBe(12_500_000n)
  expect(await chain.dollars(ben)).toBe(7_250_000n)

  await desk.goto(wallet.address('home.html#/payments/payouts'))
  await expect(desk.locator('[data-payout="Wages, November"] [data-outcome]')).toHaveAttribute('data-outcome', 'done')
  await desk.getByTestId('payout-reference').fill('Wages, November')
  await desk.getByTestId('payout-rows').fill(`${anna},1`)
  await expect(desk.getByTestId('payout-review')).toHaveAttribute('aria-disabled', 'true')
  await expect(desk.getByText('This reference was used')).toBeVisible()
})

test('an amount is split by shares, with the remainder to the chosen recipient', async ({
  wallet,
  popup,
  network,
  chain,
}) => {
  const before = { anna: await chain.dollars(anna), ben: await chain.dollars(ben) }
  const desk = await deskAt(wallet, popup, 'payouts')
  await desk.getByRole('radio', { name: 'Shares' }).check()
  await desk.getByTestId('payout-contract').fill(network.contracts.payouts)
  await desk.getByTestId('payout-reference').fill('Tour')
  await desk.getByTestId('split-amount').fill('0.000100')
  await desk.getByTestId('split-to-0').fill(anna)
  await desk.getByTestId('split-share-0').fill('33.33')
  await desk.getByTestId('split-to-1').fill(ben)
  await desk.getByTestId('split-share-1').fill('66.66')
  await expect(desk.getByTestId('split-sum')).toContainText('99.99')
  await expect(desk.getByTestId('payout-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.getByTestId('split-share-1').fill('66.67')
  await desk.getByTestId('payout-review').click()
  await approve(desk, 'calls')
  await expect.poll(() => chain.dollars(anna)).toBe(before.anna + 34n)
  expect(await chain.dollars(ben)).toBe(before.ben + 66n)
})

test('a request is paid by its reference, kept in the books, and given back to the payer and no more', {
  tag: '@short',
}, async ({ wallet, popup, network, account, chain }) => {
  const customer = await customerOn(network)
  const desk = await deskAt(wallet, popup, 'requests')
  await desk.getByTestId('request-label').fill('Bicycle repair')
  await desk.getByTestId('request-asset').selectOption({ label: 'TUSD' })
  await desk.getByTestId('request-amount').fill('5')
  await desk.getByTestId('request-reference').fill('repair-12')
  await desk.getByTestId('request-add').click()
  await desk.getByTestId('request-show').click()
  const link = (await desk.getByTestId('request-link').textContent())?.toLowerCase()
  expect(link).toContain(`/transferwithmemo?address=${account}&uint256=5000000`)
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

test('the saved books contain only transfers that are deep enough', async ({ wallet, popup, network, account }) => {
  const desk = await deskAt(wallet, popup, 'books')
  const customer = await customerOn(network)
  const to = `0x${account.slice(2)}` as const
  const { transactionHash } = await customer.send(
    encodeFunctionData({ abi: dollarAbi, functionName: 'transfer', args: [to, unit] }),
  )
  await expect(desk.getByTestId('books-unmatched')).toContainText('Nobody asked for it')
  const save = desk.getByTestId('books-json')
  // Twelve blocks of two seconds.
  await expect(save).toHaveAttribute('aria-disabled', 'false', { timeout: 40_000 })
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
  await expect(desk.getByText('The signature is not the payer’s')).toBeVisible()
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
  await desk.getByRole('radio', { name: 'Later, once' }).check()
  await desk.getByTestId('promise-to').fill(payee.account.address)
  await desk.getByTestId('promise-amount').fill('4')
  await desk.getByTestId('promise-review').click()
  await approve(desk, 'typed-data')
  const authorization = desk.getByTestId('authorization')
  await expect(authorization).toHaveAttribute('data-state', 'live')

  const signed = await readAuthorization(desk)
  // The same as a code, which a camera reads.
  await authorization.getByTestId('authorization-code').click()
  expect(JSON.parse(await readDrawnCode(authorization.locator('svg.qr')))).toEqual(signed)
  const { from, to, value, validAfter, validBefore, nonce } = signed.typedData.message
  const { r, s, yParity } = parseSignature(signed.signature)
  const before = await chain.dollars(account)
  const receipt = await payee.send(
    encodeFunctionData({
      abi: dollarAbi,
      functionName: 'transferWithAuthorization',
      args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, yParity + 27, r, s],
    }),
  )
  expect(receipt.status).toBe('success')
  expect(await chain.dollars(account)).toBe(before - 4n * unit)
  await expect(authorization).toHaveAttribute('data-state', 'used')
})

test('a payment link fills the form in, and its reference goes along', async ({ wallet, popup, network, chain }) => {
  const token = dollarOf(network)
  const desk = await deskAt(wallet, popup, 'pay')
  const memo = stringToHex('order-7', { size: 32 })
  const before = await chain.dollars(ben)
  await desk.getByTestId('pay-link').fill('ethereum:shop.eth?value=1')
  await expect(desk.getByText('Prelude pays addresses only')).toBeVisible()
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
  const chooser = desk.getByTestId('pay-code')
  await chooser.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: await desk.screenshot() })
  await expect(desk.getByText('No code that can be read')).toBeVisible()
  const code = encodeQR(`ethereum:${ben}@${network.chainId}?value=1.25e18`, 'gif', { scale: 6 })
  await chooser.setInputFiles({ name: 'code.gif', mimeType: 'image/gif', buffer: Buffer.from(code) })
  await expect(desk.getByTestId('pay-amount')).toHaveValue('1.25')
  await expect(desk.getByTestId('pay-to')).toHaveValue(/00b2$/i)
})

interface Signed {
  typedData: {
    message: { from: Address; to: Address; value: string; validAfter: string; validBefore: string; nonce: Hex }
  }
  signature: Hex
}

/** The row of the ledger as the database has it: what the person would hand over. */
async function readAuthorization(own: Page): Promise<Signed> {
  const [row] = await openRows<{ typedData: string; signature: Hex }>(own, 'authorizations')
  if (row === undefined) throw new Error('nothing was signed')
  return { typedData: JSON.parse(row.typedData), signature: row.signature }
}
