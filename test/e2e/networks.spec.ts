import type { Page } from '@playwright/test'
import { pageWhere } from '../commands/extension.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { startAnvil } from '../preview-network/anvil.ts'
import { expect, test } from './fixtures.ts'
import { drip, expectLevel, expectSealed, killWorker, openHome, sendMoney, workerOf } from './wallet.ts'

test('a silent endpoint is reported, the next one takes over, and their order can be changed', async ({
  wallet,
  popup,
  network,
}) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/networks')
  const card = home.locator(`[data-chain-id="${network.chainId}"]`)
  const endpoints = card.getByTestId('endpoint')
  await expect(endpoints).toHaveAttribute('data-in-use', 'true')
  await expect(endpoints).toHaveAttribute('data-state', 'healthy')
  await card.getByRole('button', { name: 'Endpoints' }).click()
  await home.getByRole('button', { name: 'Add endpoint' }).click()
  // Nobody listens there. The network's own socket goes, so that every question takes the way over HTTP.
  await home.getByTestId('endpoint-http').nth(1).fill('http://127.0.0.1:1')
  await home.getByTestId('endpoint-socket').nth(0).fill('')
  await home.getByTestId('endpoints-save').click()
  await expect(endpoints).toHaveCount(2)
  await endpoints.nth(1).getByTestId('endpoint-up').click()
  await expect(endpoints.nth(0)).toContainText('http://127.0.0.1:1')
  await expect(endpoints.nth(0)).toHaveAttribute('data-state', 'failing')
  await expect(endpoints.nth(0)).toContainText('does not answer')
  await expect(card.getByText('Endpoint 2 is in use instead of the default')).toBeVisible()
  // By keyboard alone, back to where it was.
  await endpoints.nth(0).getByTestId('endpoint-down').focus()
  await home.keyboard.press('Enter')
  await expect(endpoints.nth(0)).toContainText(network.rpcUrl.replace(/\/$/, ''))
  await expect(endpoints.nth(0)).toHaveAttribute('data-in-use', 'true')
})

test('a network that came with the wallet is edited, keeps its activity and nonces, and is restored', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  const counted = async () => {
    const params = [account, 'latest']
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount', params })
    return Number((await fetch(network.rpcUrl, { method: 'POST', body }).then(answer => answer.json())).result)
  }
  async function pay(): Promise<void> {
    await sendMoney(popup, '0x00000000000000000000000000000000000000AA', '0.01')
    await expectLevel(popup, 'sealed')
    await popup.goto(popup.url().split('#')[0] ?? '')
  }
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await pay()
  const home = await openHome(wallet, '/networks')
  const card = home.locator(`[data-chain-id="${network.chainId}"]`)
  const dialog = home.getByRole('dialog')
  const came = await card.getByRole('heading', { level: 2 }).textContent()
  await expect(card.getByTestId('network-restore')).toHaveCount(0)
  await card.getByTestId('network-edit').click()
  await dialog.getByTestId('network-name').fill('My chain')
  await dialog.getByTestId('network-faucet').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('heading', { level: 2 })).toHaveText('My chain')
  await expect(card.getByTestId('network-edited')).toHaveText('Changed by you: Name and Faucet.')
  await expect(popup.getByTestId('faucet')).toHaveCount(0)

  await killWorker(wallet)
  await home.reload()
  await expect(card.getByRole('heading', { level: 2 })).toHaveText('My chain')
  await popup.reload()
  await pay()
  expect(await counted()).toBe(2)
  await home.goto(home.url().replace('/networks', '/activity'))
  // Both payments, and what the faucet sent.
  await expect(home.locator('.transaction-open')).toHaveCount(3)
  await home.goto(home.url().replace('/activity', '/networks'))

  await card.getByTestId('network-restore').click()
  await expect(dialog).toContainText('Name and Faucet')
  await dialog.getByTestId('network-restore-now').click()
  await expect(dialog).toHaveCount(0)
  await expect(card.getByRole('heading', { level: 2 })).toHaveText(came ?? '')
  await expect(card.getByTestId('network-restore')).toHaveCount(0)
  await expect(card.getByTestId('endpoint')).toContainText(network.rpcUrl.replace(/\/$/, ''))
})

test('an endpoint of another chain is not taken for a network that came with the wallet', async ({
  wallet,
  popup,
  network,
}) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/networks')
  const card = home.locator('[data-chain-id="8453"]')
  const dialog = home.getByRole('dialog')
  await card.getByRole('button', { name: 'Endpoints' }).click()
  await dialog.getByTestId('endpoint-http').fill(network.rpcUrl)
  await dialog.getByTestId('endpoints-save').click()
  await expect(dialog).toContainText(`serves chain ${network.chainId}, not 8453`)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByTestId('endpoint')).toContainText('mainnet.base.org')
  await expect(card.getByTestId('no-push')).toContainText('No WebSocket, no push')
})

test('a network is removed by keyboard only after a confirmation that lists what is lost', async ({
  wallet,
  popup,
}) => {
  await popup.getByTestId('balance').waitFor()
  const endpoint = await startLocalEndpoint({
    http(body, response) {
      const answer = ({ id, method }: { id: number; method: string }) =>
        method === 'eth_chainId'
          ? { jsonrpc: '2.0', id, result: '0x7a69' }
          : { jsonrpc: '2.0', id, error: { code: -32601, message: 'method not found' } }
      const asked = JSON.parse(body)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
    },
  })
  const home = await openHome(wallet, '/networks')
  const addNetwork = home.getByRole('main').getByRole('button', { name: 'Add network' })
  await addNetwork.click()
  const dialog = home.getByRole('dialog')
  await dialog.getByLabel('By endpoint').check()
  await dialog.getByTestId('endpoint-http').fill(endpoint.url)
  await dialog.getByRole('button', { name: 'Check' }).click()
  // A name that is another chain's is warned of while it is typed.
  await dialog.getByLabel('Name').fill('Ethereum Mainnet')
  await expect(dialog).toContainText('is the name of chain 1 (')
  await dialog.getByLabel('Name').fill('My own node')
  await expect(dialog).not.toContainText('is the name of chain')
  await dialog.getByRole('button', { name: 'Add network' }).click()
  const card = home.locator('[data-chain-id="31337"]')
  await expect(card).toContainText('My own node')

  const remove = card.getByTestId('network-remove')
  await remove.focus()
  await home.keyboard.press('Enter')
  await expect(dialog).toContainText('Remove My own node')
  await expect(dialog).toContainText('Not lost: your accounts')
  await home.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(card).toBeVisible()
  await expect(remove).toBeFocused()

  await home.keyboard.press('Enter')
  // The way out comes first.
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await home.keyboard.press('Tab')
  await expect(dialog.getByTestId('network-remove-now')).toBeFocused()
  await home.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(addNetwork).toBeFocused()
  await endpoint.close()
})

test('a network of the catalogue is added and named anew; nothing of it is contacted before', async ({
  wallet,
  popup,
}) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/networks')
  const worker = await workerOf(wallet)
  await worker.evaluate(noteRequests)
  const ofPages: string[] = []
  home.on('request', request => ofPages.push(request.url()))
  const contacted = async () =>
    [...ofPages, ...(await worker.evaluate(() => (globalThis as unknown as { asked: string[] }).asked))].filter(url =>
      url.includes('unichain'),
    )
  // What is asked is noted.
  await worker.evaluate(() => fetch('http://127.0.0.1:1/unichain').catch(() => undefined))
  expect(await contacted()).toEqual(['http://127.0.0.1:1/unichain'])
  await worker.evaluate(noteRequests)
  await home.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = home.getByRole('dialog')
  await dialog.getByTestId('network-search').fill('unichain')
  await dialog.getByTestId('network-found').getByRole('button').first().click()
  await expect(dialog).toContainText('mainnet.unichain.org')
  expect(await contacted()).toEqual([])
  await dialog.getByTestId('network-add-known').click()
  const card = home.locator('[data-chain-id="130"]')
  await expect(card).toContainText('Unichain')
  // Adding a network contacts nobody: a network is asked once it is used.
  expect(await contacted()).toEqual([])
  await card.getByTestId('network-edit').click()
  await home.getByTestId('network-name').fill('Unichain of ours')
  await home.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Unichain of ours')

  // The popup's list of networks leads there too, in whichever tab of the full page.
  await popup.getByTestId('network-chip').click()
  await popup.getByTestId('chooser-network-add').click()
  const isThere = (page: Page) => page.url().endsWith('home.html#/networks/add')
  const adding = await pageWhere(wallet.context, isThere, 'the networks to add')
  await expect(adding.getByRole('dialog').getByTestId('network-search')).toBeVisible()
})

/** Runs in the worker: notes what it asks from now on. */
function noteRequests(): void {
  const asked: string[] = []
  Object.assign(globalThis, { asked })
  const { fetch: fetchNow, WebSocket: Socket } = globalThis
  globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : String(input))
    return fetchNow(input, init)
  }
  globalThis.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      asked.push(String(url))
      super(url, protocols)
    }
  }
}

test('a network is found by name or chain id, and its endpoints are named before it is added', async ({
  wallet,
  popup,
}) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/networks')
  await home.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = home.getByRole('dialog')
  const found = dialog.getByTestId('network-found').getByRole('button')
  await expect(found.first()).toContainText('OP Mainnet')
  await dialog.getByTestId('network-search').fill('unichain')
  await expect(found.first()).toContainText('130')
  await found.first().click()
  await expect(dialog).toContainText('mainnet.unichain.org')
  await dialog.getByRole('button', { name: 'Back' }).click()
  // A network that is in the list already cannot be chosen.
  await dialog.getByTestId('network-search').fill('8453')
  await expect(found.first()).toContainText('in your list')
  await expect(found.first()).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByTestId('network-search').fill('nowhere at all')
  await expect(dialog).toContainText('No network has that name or chain ID')
  // A chain of one's own machine has no public endpoint.
  await dialog.getByTestId('network-search').fill('31337')
  await found.first().click()
  await expect(dialog.getByTestId('endpoint-http')).toBeVisible()
})

test('a network of the catalogue without an endpoint is added with one of the person, which must serve its chain', async ({
  wallet,
  popup,
  network,
}) => {
  await popup.getByTestId('balance').waitFor()
  const anvil = await startAnvil(['--chain-id', '23452'])
  const home = await openHome(wallet, '/networks')
  await home.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = home.getByRole('dialog')
  await dialog.getByTestId('network-search').fill('23452')
  await dialog.getByTestId('network-found').getByRole('button').first().click()
  await expect(dialog).toContainText('The catalogue has no endpoint of DreyerX Testnet (chain ID 23452)')
  const [check, add] = ['Check', 'Add network'].map(name => dialog.getByRole('button', { name, exact: true }))
  if (check === undefined || add === undefined) throw new Error('two names give two buttons')

  await dialog.getByTestId('endpoint-http').fill(network.rpcUrl)
  await check.click()
  await expect(dialog).toContainText(`This endpoint serves chain ${network.chainId}, not 23452.`)
  await expect(add).toHaveCount(0)
  await expect(dialog.getByTestId('network-name')).toHaveCount(0)

  await dialog.getByTestId('endpoint-http').fill(anvil.url)
  await expect(dialog).not.toContainText('This endpoint serves chain')
  await check.click()
  await expect(dialog.getByTestId('network-name')).toHaveValue('DreyerX Testnet')
  await expect(dialog.getByLabel('Currency')).toHaveValue('DRX')
  await expect(dialog.getByTestId('network-testing')).toBeChecked()
  await add.click()
  await expect(dialog).toHaveCount(0)
  await expect(home.locator('[data-chain-id="23452"]')).toContainText('DreyerX Testnet')
  await anvil.stop()
})
