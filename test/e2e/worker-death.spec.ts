import { type Address, createPublicClient, http } from 'viem'
import { expect, test } from './fixtures.ts'
import { connectedShop, expectOrder } from './shop.ts'
import { approve, decisionWindow, drip, expectLevel, expectSealed, heldAt, holdAt, killWorker } from './wallet.ts'

test.use({ build: 'barriers' })

/** The worker's own steps, in order; each is held once and the worker killed there. */
const steps = {
  'approve-sign': 'approved and not signed',
  'sign-journal': 'signed and not written down',
  'journal-submit': 'written down and not sent',
  'submit-reply': 'sent and not answered',
  'reply-receipt': 'answered and not in a block',
} as const

for (const [step, state] of Object.entries(steps)) {
  const tag = step === 'journal-submit' ? '@firefox' : []
  test(`the worker dies when a payment is ${state}: one transaction, and the shop gets its answer`, { tag }, async ({
    wallet,
    popup,
    shop,
    network,
    account,
  }) => {
    await drip(popup)
    await expectSealed(popup, wei => wei === 10n ** 17n)
    const chain = createPublicClient({ transport: http(network.rpcUrl) })
    const before = await chain.getBalance({ address: shop.merchant })
    const page = await connectedShop(wallet, shop.url, account)

    await holdAt(popup, step)
    await page.getByTestId('buy-night-shift').click()
    await approve(await decisionWindow(wallet), 'transaction')
    await heldAt(popup, step)
    await killWorker(wallet)

    await expectOrder(page, 'paid')
    await expectLevel(popup, 'sealed')
    const address = account as Address
    expect(await chain.getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
    expect((await chain.getBalance({ address: shop.merchant })) - before).toBe(5n * 10n ** 15n)
    await expect(popup.getByTestId('transaction-row')).toHaveCount(1)
  })
}
