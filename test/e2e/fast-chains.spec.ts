import { join } from 'node:path'
import { getAddress, type Hash } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { root } from '../commands/project.ts'
import { startSite } from '../dapp/site.ts'
import { createPreviewNetwork, type Mode, type PreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { fund } from './fund.ts'
import { approve, decisionWindow, drip, expectLevel, expectSealed, openHome, sendMoney } from './wallet.ts'

const payee = '0x00000000000000000000000000000000000000AA'

/** Chains that tell before they seal, each in its own way, and what the screen says of who promises. */
const chains: { mode: Mode; promise: string; isFeeKnown: boolean }[] = [
  { mode: 'preconfirmed', promise: 'The sequencer has executed it', isFeeKnown: true },
  { mode: 'shreds', promise: 'The sequencer has executed it', isFeeKnown: true },
  { mode: 'mini-blocks', promise: 'The sequencer has executed it', isFeeKnown: true },
  { mode: 'proposed-blocks', promise: 'one validator has proposed', isFeeKnown: true },
  { mode: 'commitments', promise: 'Block builders have committed', isFeeKnown: false },
]

// Its blocks are sealed when the test says so.
const onDemand = test.extend<{ mode: Mode; chain: PreviewNetwork }>({
  mode: ['preconfirmed', { option: true }],
  chain: async ({ mode }, use) => {
    const network = await createPreviewNetwork({ mode, blockMs: 3_600_000, faucetCooldownSeconds: 0 })
    await use(network)
    await network.stop()
  },
  addresses: async ({ chain }, use) => use(chain),
})

/** What the page has of ethers. */
interface Deployed {
  deploymentTransaction(): { wait(): Promise<{ getBlock(): Promise<{ hash: Hash } | null> }> }
  waitForDeployment(): Promise<unknown>
  answer(): Promise<bigint>
}
declare global {
  interface Window {
    ethers: {
      BrowserProvider: new (provider: unknown, network: undefined, options: object) => { getSigner(): Promise<unknown> }
      ContractFactory: new (abi: string[], code: string, signer: unknown) => { deploy(): Promise<Deployed> }
    }
    sent: Hash
  }
}

/** A page deploys a contract with ethers, waits as ethers does, and reads block and contract at once. */
async function expectDeployed(wallet: Launched, chain: PreviewNetwork, seal: () => Promise<void>): Promise<void> {
  const site = await startSite()
  const page = await wallet.context.newPage()
  await page.goto(site.at())
  await page.addScriptTag({ path: join(root, 'node_modules/ethers/dist/ethers.umd.min.js') })
  const reading = page.evaluate(async () => {
    const { BrowserProvider, ContractFactory } = window.ethers
    const { ethereum } = window
    if (ethereum === undefined) throw new Error('the page has no provider')
    // ethers names the hash only once the node has the transaction, which some have in a block alone.
    const request = async (call: { method: string }) => {
      const result = await ethereum.request(call)
      if (call.method === 'eth_sendTransaction') window.sent = result as Hash
      return result
    }
    const signer = await new BrowserProvider({ request }, undefined, { pollingInterval: 50 }).getSigner()
    // Returns 42, whatever it is asked.
    const code = '0x600a600c600039600a6000f3602a60005260206000f3'
    const contract = await new ContractFactory(['function answer() view returns (uint256)'], code, signer).deploy()
    await contract.waitForDeployment()
    const block = await (await contract.deploymentTransaction().wait()).getBlock()
    return { answer: String(await contract.answer()), block: block?.hash }
  })
  await approve(await decisionWindow(wallet), 'connect')
  await approve(await decisionWindow(wallet), 'transaction')
  const hash = await (await page.waitForFunction(() => window.sent)).jsonValue()
  await expect.poll(() => chain.levelsOf(hash).length).toBeGreaterThan(0)
  let isRead = false
  const end = () => {
    isRead = true
  }
  reading.then(end, end)
  // ethers looks again when a block comes, and may have begun to listen only after the last one.
  const sealedAndRead = async () => {
    await seal()
    return isRead
  }
  await expect.poll(sealedAndRead, { timeout: 40_000 }).toBe(true)
  expect(await reading).toEqual({ answer: '42', block: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  await site.close()
}

for (const { mode, promise, isFeeKnown } of chains) {
  onDemand.describe(`on a network of the mode ${mode}`, () => {
    onDemand.use({ mode })

    onDemand(
      'a payment is pre-confirmed, with whose promise that is, and then sealed, and ethers reads what it deployed',
      async ({ wallet, popup, chain, account }) => {
        // A proposed block is sealed by the votes in the next one.
        const votes = mode === 'proposed-blocks' ? 1 : 0
        const seal = async (blocks: number) => {
          for (let block = 0; block < blocks; block++) await chain.faults.seal()
        }
        await chain.faucet.drip(getAddress(account))
        await seal(1 + votes)
        await expectSealed(popup, wei => wei === 10n ** 17n)
        await sendMoney(popup, payee, '0.04')
        await seal(votes)
        await expectLevel(popup, 'preconfirmed')
        const detail = popup.getByTestId('transaction-detail')
        await expect(detail).toHaveAttribute('data-level', 'preconfirmed')
        await expect(detail).toContainText(promise)
        const commitments = detail.getByTestId('commitments')
        if (mode === 'commitments') await expect(commitments).toContainText('reports 3 block builders')
        else await expect(commitments).toHaveCount(0)
        const fee = detail.getByText(/not known yet/)
        if (isFeeKnown) await expect(fee).toHaveCount(0)
        else await expect(fee.first()).toBeVisible()
        await seal(1)
        // Where the votes seal a block, it is safe in the same moment.
        await expect(detail).toHaveAttribute('data-level', /^(?:sealed|safe|final)$/)
        await expect(detail).not.toContainText(promise)
        await expect(commitments).toHaveCount(0)
        await expect(fee).toHaveCount(0)
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [payee, 'latest'] })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(chain.rpcUrl, { method: 'POST', headers, body }).then(response => response.json())
        expect(BigInt(answer.result)).toBe(4n * 10n ** 16n)
        await expectDeployed(wallet, chain, () => seal(1 + votes))
      },
    )
  })
}

test('the networks that were used are compared side by side, by what was measured on each', async ({
  wallet,
  popup,
  account,
  network,
}) => {
  const other = await createPreviewNetwork({ mode: 'fast-blocks', chainId: 71_001, faucetCooldownSeconds: 0 })
  const pay = async () => {
    await sendMoney(popup, payee, '0.01')
    await expectLevel(popup, 'sealed')
    await popup.goto(popup.url().split('#')[0] ?? '')
  }
  await drip(popup)
  await pay()

  const home = await openHome(wallet, '/networks')
  await expect(home.getByTestId('comparison')).toHaveCount(0)
  await home.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = home.getByRole('dialog')
  await dialog.getByLabel('By endpoint').check()
  await dialog.getByTestId('endpoint-http').fill(other.rpcUrl)
  await dialog.getByTestId('endpoint-socket').fill(other.wsUrl)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByLabel('Name').fill('Fast blocks')
  await dialog.getByRole('button', { name: 'Add network' }).click()
  await expect(home.locator('[data-chain-id="71001"]')).toBeVisible()
  await fund(other, getAddress(account))
  await popup.getByTestId('network-chip').click()
  await popup.getByRole('button', { name: /Fast blocks/ }).click()
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await pay()

  const compared = home.getByTestId('comparison')
  await expect(compared).toHaveCount(2)
  const preview = compared.and(home.locator(`[data-chain-id="${network.chainId}"]`))
  await expect(preview).toContainText('pre-confirmed')
  await expect(preview).toContainText('sealed')
  const fast = compared.and(home.locator('[data-chain-id="71001"]'))
  await expect(fast).toContainText('1 transaction')
  await expect(fast).not.toContainText('pre-confirmed')
  await other.stop()
})
