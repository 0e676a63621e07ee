import type { Page } from '@playwright/test'
import { type Address, createPublicClient, encodeFunctionData, type Hash, http, parseAbi, toHex } from 'viem'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { ask, resultOf } from './page.ts'

const somebody = '0x00000000000000000000000000000000000000bb'

/** The answer of a page's payment, as the hash that it is told. */
async function hashOf(asking: ReturnType<typeof ask>): Promise<Hash> {
  const answer = await asking
  if (!('result' in answer)) throw new Error(JSON.stringify(answer))
  return answer.result as Hash
}

const pay = (dapp: Page, from: Address, wei: bigint) =>
  hashOf(ask(dapp, 'eth_sendTransaction', [{ from, to: somebody, value: toHex(wei) }]))

async function choose(decision: Page, nonce: number): Promise<void> {
  const field = decision.getByTestId('decision-nonce-field')
  await field.fill(`${nonce}`)
  await field.press('Enter')
}

/** Approves the last decision of a window, and waits until the window is gone. */
async function approveLast(decision: Page): Promise<void> {
  const closing = decision.isClosed() ? undefined : decision.waitForEvent('close')
  await approve(decision, 'transaction')
  await closing
}

/** What the chain knows of it, in a block or before. */
const sent = ({ rpcUrl }: PreviewNetwork, hash: Hash) =>
  createPublicClient({ transport: http(rpcUrl) }).getTransaction({ hash })

test('the person gives a page’s payment another number, takes a free one and fills one; the chain has them so', {
  tag: '@short',
}, async ({ wallet, dapp, funded, network }) => {
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const before = await client.getBalance({ address: somebody })
  const ahead = pay(dapp, funded, 1n)
  const first = await decisionWindow(wallet)
  await first.getByTestId('decision-nonce').click()
  await first.getByTestId('decision-nonce-field').fill('two')
  await expect(first.getByTestId('decision-nonce-field')).toHaveAttribute('aria-invalid', 'true')
  await choose(first, 2)
  // Numbers 0 and 1 are free before it, which is said.
  await expect(first.getByTestId('nonce-take')).toBeVisible()
  await approveLast(first)
  const waiting = await ahead
  expect(await sent(network, waiting)).toMatchObject({ nonce: 2, value: 1n, blockHash: null })

  const taking = pay(dapp, funded, 2n)
  const second = await decisionWindow(wallet)
  await second.getByTestId('decision-nonce').click()
  await choose(second, 3)
  await second.getByTestId('nonce-take').click()
  await expect(second.getByTestId('nonce-take')).toBeHidden()
  await expect(second.getByTestId('decision-nonce-field')).toHaveValue('0')
  await approveLast(second)
  const taken = await client.waitForTransactionReceipt({ hash: await taking })
  expect(await sent(network, taken.transactionHash)).toMatchObject({ nonce: 0, value: 2n })
  await expect.poll(() => client.getTransactionCount({ address: funded })).toBe(1)

  const filling = pay(dapp, funded, 3n)
  const third = await decisionWindow(wallet)
  await third.getByTestId('decision-nonce').click()
  await choose(third, 3)
  await third.getByTestId('nonce-fill').click()
  await expect(third.getByRole('status')).toContainText('2')
  await approve(third, 'transaction')
  await approveLast(third)
  await client.waitForTransactionReceipt({ hash: await filling })
  expect(await sent(network, await filling)).toMatchObject({ nonce: 3, value: 3n })
  await client.waitForTransactionReceipt({ hash: waiting })
  await expect.poll(() => client.getTransactionCount({ address: funded })).toBe(4)
  // The filled number moved nothing: somebody has the three payments.
  expect((await client.getBalance({ address: somebody })) - before).toBe(6n)
})

test('the person gives a page’s batch another number where it is one transaction, and fills the one before it', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const asked = ask(dapp, 'wallet_sendCalls', [
    {
      ...{ version: '2.0.0', id: 'numbered', from: funded, chainId: toHex(network.chainId), atomicRequired: true },
      calls: [
        { to: somebody, value: '0x7' },
        { to: somebody, value: '0x8' },
      ],
    },
  ])
  const decision = await decisionWindow(wallet)
  // Two transactions: the second ends the delegation.
  await expect(decision.getByTestId('together-once')).toBeChecked()
  await expect(decision.getByTestId('decision-nonce')).toBeHidden()
  await decision.getByTestId('together-keep').click()
  await decision.getByTestId('decision-nonce').click()
  await choose(decision, 1)
  // It takes two numbers, and the second may belong to another transaction: it is not offered the free one.
  await expect(decision.getByTestId('nonce-fill')).toBeVisible()
  await expect(decision.getByTestId('nonce-take')).toBeHidden()
  await decision.getByTestId('nonce-fill').click()
  await expect(decision.getByRole('status')).toContainText('2')
  await approve(decision, 'calls')
  await approveLast(decision)
  expect(await asked).toEqual({ result: { id: 'numbered' } })
  await expect
    .poll(() => resultOf(dapp, 'wallet_getCallsStatus', ['numbered']))
    .toMatchObject({ status: 200, atomic: true })
  const { receipts } = (await resultOf(dapp, 'wallet_getCallsStatus', ['numbered'])) as {
    receipts: { transactionHash: Hash }[]
  }
  expect(await sent(network, receipts[0]?.transactionHash ?? '0x')).toMatchObject({ nonce: 1, type: 'eip7702' })
  // The filled one, the batch, and its authorization.
  expect(await client.getTransactionCount({ address: funded })).toBe(3)
})

test('a page that asks for too little gas is overruled, by the estimate and by the person; the chain has it so', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const coin = network.contracts.testDollar
  if (coin === undefined) throw new Error('the network has no test dollar')
  const data = encodeFunctionData({ abi: parseAbi(['function mint(address, uint256)']), args: [somebody, 1n] })
  const asking = () => hashOf(ask(dapp, 'eth_sendTransaction', [{ from: funded, to: coin, data, gas: toHex(24_000) }]))

  const estimated = asking()
  const first = await decisionWindow(wallet)
  await first.getByTestId('gas-estimate').click()
  await expect(first.getByTestId('gas-estimate')).toBeHidden()
  await approveLast(first)
  const receipt = await client.waitForTransactionReceipt({ hash: await estimated })
  expect(receipt.status).toBe('success')

  const chosen = asking()
  const second = await decisionWindow(wallet)
  await second.locator('.fee summary').click()
  const field = second.getByTestId('decision-gas-field')
  await expect(field).toHaveValue('24000')
  await field.fill('20000')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill('250000')
  await field.press('Enter')
  await expect(second.getByTestId('gas-estimate')).toBeHidden()
  await approveLast(second)
  const hash = await chosen
  expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await sent(network, hash)).toMatchObject({ gas: 250_000n })
})
