import { encodeFunctionData, erc20Abi } from 'viem'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import { startFaultyGateway } from '../faulty-gateway.ts'
import { test as base, expect } from './fixtures.ts'
import { ask, itemsOf, resultOf } from './page.ts'

/** The network as its public endpoints are: HTTP, and sockets refused. */
const test = base.extend({
  addresses: async ({ network }, use) => {
    const gateway = await startFaultyGateway(network)
    gateway.faults.noSockets = true
    await use({ ...network, rpcUrl: gateway.url, wsUrl: gateway.socketUrl })
    await gateway.close()
  },
})

test('on a network without sockets a page hears of heads, logs and levels all the same', async ({
  wallet,
  dapp,
  funded,
  network,
}) => {
  const to = network.contracts.testDollar
  const kinds = [['newHeads'], ['logs', { address: to }], ['transactionLevels']]
  const [heads, logs, levels] = await Promise.all(kinds.map(params => resultOf(dapp, 'eth_subscribe', params)))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [funded, 0n] })
  const sending = ask(dapp, 'eth_sendTransaction', [{ from: funded, to, data }])
  await approve(await decisionWindow(wallet), 'transaction')
  const sent = await sending
  const hash = 'result' in sent ? sent.result : null

  const told = (subscription: unknown) => itemsOf(dapp, subscription)
  await expect.poll(() => told(heads)).toContainEqual(expect.objectContaining({ number: expect.stringMatching(/^0x/) }))
  await expect.poll(() => told(logs)).toContainEqual(expect.objectContaining({ transactionHash: hash }))
  await expect.poll(() => told(levels)).toContainEqual(expect.objectContaining({ hash, level: 'sealed' }))
  // In order, and no head twice.
  const numbers = (await told(heads)).map(({ number }) => Number(number))
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
})
