import type { Page } from '@playwright/test'
import { encodeFunctionData, type Hex, hashStruct, maxUint256, parseAbi, toHex } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { call, connectedShop } from '../e2e/shop.ts'
import { approve, decisionWindow, drip, expectSealed, openHome } from '../e2e/wallet.ts'
import { delegationManagerAbi } from '../preview-network/contracts/abi/delegations.ts'
import { delegationTypes } from '../preview-network/contracts/typed-data.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { dollarAuthorization, dollarOf, somebody } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { fundWithFees } from './paying.ts'

const dollarAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

/** A site asks for five dollars to be signed away, and gets the signature. */
async function signed(wallet: Launched, page: Page, network: PreviewNetwork, account: string, to: string) {
  const typedData = dollarAuthorization(network, account, to, 5_000_000n)
  const answer = call(page, { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] })
  await approve(await decisionWindow(wallet), 'typed-data')
  const given = await answer
  if (!('result' in given)) throw new Error(`not signed: ${JSON.stringify(given.error)}`)
  return { message: typedData.message, signature: given.result as Hex }
}

test('a payment signed for a site is outstanding until it is taken, then shown as used', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  account,
  network,
  chain,
}) => {
  await fundWithFees(popup)
  const page = await connectedShop(wallet, shop.url, account)
  const merchant = await somebody(network)
  const { message, signature } = await signed(wallet, page, network, account, merchant.account.address)

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  await expect(row).toHaveCount(1)
  await expect(row).toHaveAttribute('data-state', 'live')
  await expect(row).toContainText('5 TUSD once')
  await expect(desk.getByTestId('exposure')).toContainText('5 TUSD')

  const { from, to, value, validAfter, validBefore, nonce } = message
  const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature] as const
  await merchant.send(encodeFunctionData({ abi: dollarAbi, functionName: 'transferWithAuthorization', args }))
  await expect.poll(() => chain.dollars(merchant.account.address)).toBe(5_000_000n)
  // Nobody touched the page: the push of the event did.
  await expect(desk.getByTestId('outstanding')).toHaveCount(0)
  await desk.getByTestId('show-past').click()
  await expect(desk.locator('[data-authorization]')).toHaveAttribute('data-state', 'used')
  await expect(desk.locator('[data-authorization]')).toContainText('5 TUSD taken')
})

test('one button takes a signature back: signed, submitted, and the token refuses it from then on', async ({
  wallet,
  popup,
  shop,
  account,
  network,
  chain,
}) => {
  await fundWithFees(popup)
  const page = await connectedShop(wallet, shop.url, account)
  const merchant = await somebody(network)
  const { message } = await signed(wallet, page, network, account, merchant.account.address)

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  const id = await row.getAttribute('data-authorization')
  await row.getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await approve(desk, 'typed-data')
  // The cancellation has a row of its own, which says that nothing is taken back before it is submitted.
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'live')
  await desk.getByTestId('take-back').click()
  await expect(desk.getByTestId('decision')).toContainText('Cancel a payment you signed')
  await approve(desk, 'transaction')

  const read = { address: dollarOf(network), abi: dollarAbi, functionName: 'authorizationState' } as const
  const args = [account as Hex, message.nonce] as const
  await expect.poll(() => chain.client.readContract({ ...read, args, blockTag: 'pending' })).toBe(true)
  await desk.goto(wallet.address(`home.html#/payments/authorization/${encodeURIComponent(id ?? '')}`))
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'cancelled')
  expect(await chain.dollars(merchant.account.address)).toBe(0n)
})

test('a delegation given to a site is revoked: the manager has it disabled, and the ledger shows it', {
  tag: '@short',
}, async ({ wallet, popup, shop, account, network, chain }) => {
  const { delegationManager } = network.contracts
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  const page = await connectedShop(wallet, shop.url, account)
  const message = {
    delegate: shop.merchant,
    delegator: account as Hex,
    authority: toHex(maxUint256),
    caveats: [{ enforcer: shop.merchant, terms: '0x1234' as Hex }],
    salt: 7n,
  }
  const typedData = {
    domain: { name: 'DelegationManager', version: '1', chainId: network.chainId, verifyingContract: delegationManager },
    primaryType: 'Delegation',
    types: delegationTypes,
    message: { ...message, salt: '7' },
  }
  const answer = call(page, { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] })
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText('may act as your account')
  await decision.getByTestId('understood').check()
  await approve(decision, 'typed-data')
  expect(await answer).toHaveProperty('result')

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  await expect(row).toHaveAttribute('data-state', 'live')
  await expect(row).toContainText('may act for this account')
  const hash = hashStruct({ types: delegationTypes, primaryType: 'Delegation', data: message })
  const read = { address: delegationManager, abi: delegationManagerAbi, args: [hash], blockTag: 'pending' } as const
  const isDisabled = () => chain.client.readContract({ ...read, functionName: 'disabledDelegations' })
  expect(await isDisabled()).toBe(false)

  const id = await row.getAttribute('data-authorization')
  await row.getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await expect(desk.getByTestId('decision')).toContainText('Disable the delegation')
  await approve(desk, 'transaction')
  await expect.poll(isDisabled).toBe(true)
  await desk.goto(wallet.address(`home.html#/payments/authorization/${encodeURIComponent(id ?? '')}`))
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'cancelled')
  await expect(desk.getByTestId('authorization')).toContainText('Revoked')
  await expect(desk.getByTestId('take-back')).toHaveCount(0)
})

test('a payment is verified by its hash, from the books', async ({ wallet, popup, account, network }) => {
  await fundWithFees(popup)
  const desk = await openHome(wallet, '/payments/books')
  const row = desk.getByTestId('books-unmatched').locator('[data-transfer]')
  await desk.getByTestId('confirmation-depth').fill('1')
  await desk.getByTestId('confirmation-depth').blur()
  await row.getByRole('link').click()
  // Nothing was expected yet: what is found is shown, and not called as expected.
  await expect(desk.getByTestId('verification')).toContainText('Nothing was compared')
  await expect(desk.getByTestId('verification')).toHaveAttribute('data-verified', 'false')
  await desk.getByTestId('verify-expected').click()
  await desk.getByTestId('verify-payee').fill(dollarOf(network))
  await desk.getByTestId('verify').click()
  await expect(desk.locator('[data-check=payee]')).toHaveAttribute('data-so', 'false')
  await desk.getByTestId('verify-payee').fill(account)
  await desk.getByTestId('verify').click()
  await expect(desk.locator('[data-check=payee]')).toHaveAttribute('data-so', 'true')
  await expect(desk.getByTestId('verification')).toHaveAttribute('data-verified', 'true')

  // So is one by a native account (EIP-8130), also where a later part of its transaction failed.
  const payer = await somebody(network)
  const abi = parseAbi(['function mint(address to, uint256 amount)'])
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [`0x${account.slice(2)}`, 7n] })
  const to = dollarOf(network)
  const native = await network.faults.sendNative({
    sender: payer.account.address,
    calls: [[{ to, data }], [{ to, data: '0xdeadbeef' }]],
  })
  await expect.poll(() => network.levelsOf(native).map(({ level }) => level)).toContain('sealedAt')
  await desk.getByTestId('verify-hash').fill(native)
  await desk.getByTestId('verify').click()
  await expect(desk.locator('[data-check=success]')).toContainText('Its part succeeded')
  await expect(desk.getByTestId('verification')).toHaveAttribute('data-verified', 'true')
})
