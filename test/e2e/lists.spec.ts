import type { Page } from '@playwright/test'
import { encodeFunctionData, parseAbi } from 'viem'
import { startListServer } from '../list-server.ts'
import { expect, test } from './fixtures.ts'
import { call } from './shop.ts'
import { approve, decisionWindow, killWorker, openHome, reject } from './wallet.ts'

/** A page that a browser shows under any address. */
async function openSite(page: Page, url: string): Promise<void> {
  await page.route('**/*', route => route.fulfill({ contentType: 'text/html', body: '<title>A site</title>' }))
  await page.goto(url)
}

const connect = { method: 'eth_requestAccounts' }
const fraud = 'https://wallet.claim-0-reward.example'

test('a list is added, found in by the next worker, and a site on it asks for a second step', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const server = await startListServer()
  try {
    const home = await openHome(wallet, '/settings/lists')
    await expect(home.getByTestId('lists-bundled')).toContainText('54,027')
    await home.getByTestId('list-add').click()
    await home.getByTestId('list-name').fill('Three hundred thousand')
    await home.getByTestId('list-url').fill(server.url('html'))
    await home.getByTestId('list-add-address').click()
    await expect(home.getByRole('dialog').getByRole('alert')).toContainText('not a valid list of this kind')
    await home.getByTestId('list-url').fill(server.url('hosts'))
    await home.getByTestId('list-add-address').click()
    const row = home.getByTestId('lists-fraud-hosts').getByTestId('list').filter({ hasText: 'Three hundred thousand' })
    // Read and sorted in the worker: seconds, on a busy machine many.
    await expect(row).toContainText('300,000 entries', { timeout: 60_000 })

    await killWorker(wallet)
    const page = await wallet.context.newPage()
    await openSite(page, fraud)
    const asked = call(page, connect)
    const window = await decisionWindow(wallet)
    const warning = window.getByTestId('listed-site')
    await expect(warning).toContainText('claim-0-reward.example')
    await expect(warning).toContainText('Three hundred thousand')
    await expect(window.getByTestId('approve')).toHaveCount(0)
    await window.getByTestId('listed-site-show').click()
    await expect(warning).toHaveCount(0)
    await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await window.getByTestId('understood').check()
    await expect(window.getByTestId('approve')).not.toHaveAttribute('aria-disabled', 'true')
    await reject(window)
    expect(await asked).toMatchObject({ error: { code: 4001 } })

    // Conditional: the server has nothing newer.
    await home.bringToFront()
    await row.getByTestId('list-update').click()
    await expect.poll(() => server.requests.at(-1)?.headers['if-none-match']).toBe('"1"')
    await row.getByTestId('list-remove').click()
    await expect(row).toHaveCount(0)
    await openSite(page, fraud)
    const again = call(page, connect)
    const second = await decisionWindow(wallet)
    await expect(second.getByTestId('listed-site')).toHaveCount(0)
    await reject(second)
    expect(await again).toMatchObject({ error: { code: 4001 } })
  } finally {
    await server.close()
  }
})

test('a list from a file is kept, and a site that borrows a known name is a danger without any list', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const home = await openHome(wallet, '/settings/lists')
  await home.getByTestId('list-add').click()
  await home.getByTestId('list-kind').selectOption('fraud-addresses')
  const buffer = Buffer.from(JSON.stringify([`0x${'ab'.repeat(20)}`]))
  await home.getByTestId('list-file').setInputFiles({ name: 'drainers.json', mimeType: 'application/json', buffer })
  await expect(home.getByTestId('lists-fraud-addresses')).toContainText('drainers.json')
  await expect(home.getByTestId('lists-fraud-addresses')).toContainText('1 entry')

  const page = await wallet.context.newPage()
  await openSite(page, 'https://claim-uniswap.example')
  const asked = call(page, connect)
  const window = await decisionWindow(wallet)
  await expect(window.getByText('uses the name of uniswap.org').first()).toBeVisible()
  await reject(window)
  expect(await asked).toMatchObject({ error: { code: 4001 } })
})

test('a registry of descriptors words a call, and the decision names the list and its date', async ({
  wallet,
  popup,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const vault = '0x00000000000000000000000000000000000000dd'
  const registry = {
    'registry/harbour/calldata-vault.json': {
      $schema: '../../specs/erc7730-v2.schema.json',
      includes: '../../ercs/vaults.json',
      context: { $id: 'Harbour vault', contract: { deployments: [{ chainId: 84538453, address: vault }] } },
      metadata: { owner: 'Harbour' },
    },
    'ercs/vaults.json': {
      display: {
        formats: {
          'store(uint256 amount)': {
            intent: 'Store coffee',
            fields: [{ path: 'amount', label: 'Bags', format: 'raw' }],
          },
        },
      },
    },
  }
  const home = await openHome(wallet, '/settings/lists')
  await home.getByTestId('list-add').click()
  await home.getByTestId('list-kind').selectOption('descriptors')
  const buffer = Buffer.from(JSON.stringify(registry))
  await home.getByTestId('list-file').setInputFiles({ name: 'harbour.json', mimeType: 'application/json', buffer })
  await expect(home.getByTestId('lists-descriptors')).toContainText('2 entries')

  const page = await wallet.context.newPage()
  await openSite(page, 'https://harbour.example')
  const connected = call(page, connect)
  await approve(await decisionWindow(wallet), 'connect')
  await connected
  const chainId = await call(page, { method: 'eth_chainId' })
  expect(chainId).toEqual({ result: `0x${(84538453).toString(16)}` })
  const data = encodeFunctionData({ abi: parseAbi(['function store(uint256 amount)']), args: [7n] })
  const asked = call(page, { method: 'eth_sendTransaction', params: [{ from: account, to: vault, data }] })
  const window = await decisionWindow(wallet)
  const described = window.getByTestId('clear-signed')
  await expect(described).toContainText('Store coffee')
  await expect(described).toContainText('Bags')
  await expect(described).toContainText('harbour.json')
  await reject(window)
  expect(await asked).toMatchObject({ error: { code: 4001 } })
})

test('at the end of the first run nothing is fetched until the person says so', async ({ wallet, popup }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const home = await openHome(wallet, '/ready')
  // The first money comes in one click, and is seen to come.
  await home.getByTestId('faucet-drip').click()
  await expect(home.getByTestId('balance')).toHaveAttribute('data-sealed', /^0x[1-9a-f]/)
  await expect(home.getByTestId('lists-wanted')).not.toBeChecked()
  await home.getByTestId('first-run-done').click()
  await openHome(wallet, '/settings/lists').then(async lists => {
    await lists.getByTestId('lists-bundled').waitFor()
    for (const box of await lists.getByTestId('list-switch').all()) await expect(box).not.toBeChecked()
  })
})
