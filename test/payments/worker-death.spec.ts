import { expect, test } from '../e2e/fixtures.ts'
import { heldAt, holdAt, killWorker } from '../e2e/wallet.ts'
import { chainOf, consent, expectPayment, fund, payments, visit } from './paying.ts'

test.use({ build: 'barriers' })

/** The worker's own steps of a payment, in order; each is held once and the worker killed there. */
const steps = {
  'payment-sign': 'approved and not signed',
  'payment-record': 'signed and in no ledger',
  'payment-journal': 'in the ledger and not in the journal',
  'payment-send': 'in the journal and not on its way',
  'payment-carry': 'on its way, and no rule carries it',
  'payment-reload': 'carried by a rule, and the page not loaded again',
  'payment-answer': 'sent and not answered',
  'payment-prove': 'answered and not proved',
  'payment-end': 'proved and not written down',
} as const

for (const [step, state] of Object.entries(steps)) {
  test(`the worker dies when a payment is ${state}: it is charged once, and the page is read`, async ({
    wallet,
    popup,
    shop,
    network,
    account,
  }) => {
    const chain = chainOf(network)
    await fund(popup)
    const page = await visit(wallet, shop.articles.exact ?? '')
    await holdAt(popup, step)
    await consent(wallet)
    await heldAt(popup, step)
    await killWorker(wallet)

    await expectPayment(popup, page.url(), 'delivered')
    await expect(page.getByTestId('article')).toBeVisible()
    expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
    expect((await payments(popup)).map(({ url }) => url)).toEqual([page.url()])
  })
}
