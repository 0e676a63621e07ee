import { type FaultyGateway, startFaultyGateway } from '../faulty-gateway.ts'
import { test as base, expect } from './fixtures.ts'
import { call, connectedShop, expectOrder } from './shop.ts'
import { approve, decisionWindow, drip, expectApprovable, expectLevel, expectSealed } from './wallet.ts'

/** The wallet reaches the network through a gateway that a test can spoil. */
const test = base.extend<{ gateway: FaultyGateway }>({
  gateway: async ({ network }, use) => {
    const gateway = await startFaultyGateway(network)
    await use(gateway)
    await gateway.close()
  },
  addresses: async ({ gateway, network }, use) => use({ ...network, rpcUrl: gateway.url, wsUrl: gateway.socketUrl }),
})

const nowhere = { rpcUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' }

/** How the endpoint goes bad, what the person reads then, and what a page is told. */
const moods: {
  what: string
  tag: string | string[]
  spoil(gateway: FaultyGateway): void
  sentence: string
  code: number
}[] = [
  {
    what: 'is down',
    tag: [],
    spoil: gateway => gateway.retarget(nowhere),
    sentence: 'cannot be reached',
    code: 4901,
  },
  {
    what: 'answers with a web page',
    tag: '@long',
    spoil: ({ faults }) => {
      faults.noSockets = true
      faults.http = { status: 200, body: '<!doctype html><title>Please log in</title>' }
    },
    sentence: 'not like an Ethereum node',
    code: 4901,
  },
  {
    what: 'is asked too often',
    tag: [],
    spoil: ({ faults }) => {
      faults.noSockets = true
      faults.http = { status: 429, body: 'Too Many Requests' }
    },
    sentence: 'is rate-limiting',
    code: -32005,
  },
  {
    what: 'serves another chain',
    tag: '@long',
    spoil: ({ faults }) => {
      faults.rewrite = (asked, result) => (asked.method === 'eth_chainId' ? '0x1' : result)
    },
    sentence: 'another chain',
    code: 4901,
  },
]

function mend(gateway: FaultyGateway, network: { rpcUrl: string; wsUrl: string }): void {
  gateway.retarget(network)
  Object.assign(gateway.faults, { noSockets: false, http: null, rewrite: (_: unknown, result: unknown) => result })
}

for (const { what, tag, spoil, sentence, code } of moods) {
  const title = `an endpoint that ${what}: the person reads why, the page gets its error, and all is well again after`
  test(title, { tag }, async ({ wallet, popup, shop, gateway, network, account }) => {
    await drip(popup)
    await expectSealed(popup, wei => wei === 10n ** 17n)
    const page = await connectedShop(wallet, shop.url, account)

    spoil(gateway)
    gateway.dropSockets()
    await expect(popup.getByText(sentence)).toBeVisible()
    expect(await call(page, { method: 'eth_getBalance', params: [account, 'latest'] })).toMatchObject({
      error: { code },
    })
    // What was there is still shown, not replaced by nothing.
    await expectSealed(popup, wei => wei === 10n ** 17n)

    mend(gateway, network)
    await expect(popup.getByText(sentence)).toHaveCount(0)
    await page.getByTestId('buy-first-light').click()
    await approve(await decisionWindow(wallet), 'transaction')
    await expectOrder(page, 'paid')
  })
}

test('an endpoint that dies after the approval loses nothing: the same bytes arrive when it is back', async ({
  wallet,
  popup,
  shop,
  gateway,
  network,
  account,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const page = await connectedShop(wallet, shop.url, account)
  await page.getByTestId('buy-harbour').click()
  const decision = await decisionWindow(wallet)
  await expectApprovable(decision)
  gateway.retarget(nowhere)
  gateway.dropSockets()
  await decision.getByTestId('approve').click()
  await expect(popup.getByTestId('transaction-row')).toHaveAttribute('data-level', /^(?:signed|submitted)$/)
  mend(gateway, network)
  await expectOrder(page, 'paid')
  await expectLevel(popup, 'sealed')
  await expect(popup.getByTestId('transaction-row')).toHaveCount(1)
})

test('a purchase above the balance cannot be approved, only rejected', async ({ wallet, popup, shop, account }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await connectedShop(wallet, shop.url, account)
  await page.getByTestId('buy-harbour').click()
  const decision = await decisionWindow(wallet)
  await expect(decision.getByText('ETH more, including the fee')).toBeVisible()
  await expect(decision.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await decision.getByTestId('reject').click()
  await expectOrder(page, 'not-paid')
})
