import type { Page } from '@playwright/test'
import { encodeFunctionData, toHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import type { Launched } from '../commands/extension.ts'
import { connectedShop } from '../e2e/shop.ts'
import { approve, decisionWindow, drip, expectSealed, openHome } from '../e2e/wallet.ts'
import { smartAccountAbi, spendPermissionManagerAbi } from '../preview-network/contracts/abi/spend-permissions.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { chainOf } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { dripUnits, fund } from './paying.ts'

/** The shop's subscription: signed once, taken every period, until it is taken back. */

const dollar = 1_000_000n

/** Only an account with code can give a spend permission, and the manager must be among its owners (EIP-7702). */
async function becomeSmartAccount(network: PreviewNetwork, phrase: string): Promise<void> {
  const { client } = chainOf(network)
  const { chainId, contracts } = network
  const owner = privateKeyToAccount(toHex(mnemonicToAccount(phrase).getHdKey().privateKey ?? new Uint8Array()))
  const address = contracts.smartAccount
  await client.sendRawTransaction({
    serializedTransaction: await owner.signTransaction({
      type: 'eip7702',
      chainId,
      nonce: 0,
      to: owner.address,
      data: encodeFunctionData({
        abi: smartAccountAbi,
        functionName: 'addOwnerAddress',
        args: [contracts.spendPermissionManager],
      }),
      gas: 300_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 6n,
      authorizationList: [await owner.signAuthorization({ chainId, address, nonce: 1 })],
    }),
  })
  await expect.poll(() => client.getCode({ address: owner.address })).toBe(`0xef0100${address.slice(2).toLowerCase()}`)
}

/** The page of the subscription, signed in the wallet and charged for the first time. */
async function subscribe(
  wallet: Launched,
  url: string,
  account: string,
  terms: { seconds: string; isEndless: boolean; says: string },
): Promise<Page> {
  const page = await connectedShop(wallet, `${url}/subscription`, account)
  await page.getByLabel('Seconds a period').fill(terms.seconds)
  await page.getByLabel('Until I revoke it').setChecked(terms.isEndless)
  await page.getByTestId('agree-subscription').click()
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText(terms.says)
  await approve(decision, 'typed-data')
  await expect(page.getByTestId('subscription')).toHaveAttribute('data-state', 'active')
  return page
}

/** What the manager says was taken, period by period. */
async function charges(network: PreviewNetwork, account: string) {
  const logs = await chainOf(network).client.getContractEvents({
    address: network.contracts.spendPermissionManager,
    abi: spendPermissionManagerAbi,
    eventName: 'SpendPermissionUsed',
    fromBlock: 0n,
    toBlock: 'pending',
  })
  return logs
    .filter(({ args }) => args.account?.toLowerCase() === account)
    .map(({ args }) => ({ start: args.periodSpend?.start, spend: args.periodSpend?.spend }))
}

/** Back from the ledger, by its one button. */
async function takeBack(wallet: Launched, desk: Page): Promise<void> {
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  const id = await row.getAttribute('data-authorization')
  await row.getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await expect(desk.getByTestId('decision')).toContainText(/Revoke .*’s spend permission/)
  await approve(desk, 'transaction')
  await desk.goto(wallet.address(`home.html#/payments/authorization/${encodeURIComponent(id ?? '')}`))
  await expect(desk.getByTestId('authorization')).toHaveAttribute('data-state', 'cancelled')
}

test('a subscription is charged once per period, shows its remainder and next period, and is revoked with one button', {
  tag: '@short',
}, async ({ wallet, popup, shop, network, account, phrase, chain }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  await becomeSmartAccount(network, phrase)
  await fund(popup)
  const page = await subscribe(wallet, shop.url, account, { seconds: '3600', isEndless: false, says: 'every 1 hr' })
  expect(dripUnits - (await chain.dollars(account))).toBe(5n * dollar)
  await page.getByTestId('charge-subscription').click()
  await expect(page.getByTestId('notice')).toContainText('ExceededSpendPermission')

  const desk = await openHome(wallet, '/payments')
  const row = desk.getByTestId('outstanding').locator('[data-authorization]')
  await expect(row).toHaveAttribute('data-state', 'partly-used')
  await expect(row).toContainText('may take up to 5 TUSD every 1 hr')
  await expect(row).toContainText('5 TUSD taken, 0 TUSD left until')
  await expect(row).toContainText('until')
  await takeBack(wallet, desk)
  // The desk offers one too, because this account can hold it.
  await desk.goto(wallet.address('home.html#/payments/pay'))
  await desk.getByRole('radio', { name: 'Regularly' }).check()
  await expect(desk.getByTestId('promise-review')).toBeVisible()

  await page.getByTestId('charge-subscription').click()
  await expect(page.getByTestId('notice')).toContainText('UnauthorizedSpendPermission')
  expect(dripUnits - (await chain.dollars(account))).toBe(5n * dollar)
})

test('a subscription without an end is charged in every period until it is revoked and the shop is refused', async ({
  wallet,
  popup,
  shop,
  network,
  account,
  phrase,
  chain,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  await becomeSmartAccount(network, phrase)
  await fund(popup)
  // Three periods of five seconds, and the attempt after the revocation.
  test.setTimeout(150_000)
  const page = await subscribe(wallet, shop.url, account, { seconds: '5', isEndless: true, says: 'every 5' })
  const desk = await openHome(wallet, '/payments')
  await expect(desk.getByTestId('outstanding')).toContainText('Never ends by itself')
  await expect.poll(async () => (await charges(network, account)).length, { timeout: 60_000 }).toBeGreaterThan(2)
  await takeBack(wallet, desk)

  // Its next attempt is the last.
  await expect(page.getByTestId('subscription')).toHaveAttribute('data-state', 'ended')
  await expect(page.getByTestId('subscription')).toContainText('UnauthorizedSpendPermission')
  const taken = await charges(network, account)
  expect(new Set(taken.map(({ start }) => start)).size).toBe(taken.length)
  expect(taken.every(({ spend }) => spend === 5n * dollar)).toBe(true)
  expect(dripUnits - (await chain.dollars(account))).toBe(5n * dollar * BigInt(taken.length))
})
