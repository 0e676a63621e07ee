import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstNetworkOf, furtherNetwork } from '@/lib/base/network-id'
import { mainChainId, previewChainId } from '@/lib/chain/networks/presets'
import { alice, bob, setUp, shopOrigin } from './provider.fixture'

/** Two networks with one chain id, as pages see them: pages ask by chain id, and the person chooses which it is. */

const hex = `0x${mainChainId.toString(16)}`
const chain = firstNetworkOf(mainChainId)
const fork = furtherNetwork([])
let worker: Awaited<ReturnType<typeof setUp>>

beforeEach(async () => {
  worker = await setUp()
  const base = worker.wallet.networks.find(({ id }) => id === chain)
  if (base === undefined) throw new Error('there is the main network')
  worker.wallet.networks.push({ ...base, id: fork, name: 'Fork', order: 9 })
})
afterEach(() => worker.database.close())

/** A page of a site that the person put on the fork. */
async function forkedPage() {
  const page = await worker.connectedPage()
  await worker.sites.setChain(shopOrigin, fork)
  return page
}

describe('a page that names a chain of two networks', () => {
  it('means the first of them', async () => {
    const page = await worker.connectedPage()
    const asked = page.ask('wallet_switchEthereumChain', [{ chainId: hex }])
    expect((await worker.nextApproval()).request).toEqual({ kind: 'switch-network', networkId: chain })
    await worker.approveNext()
    expect(await asked).toEqual({ result: null })
    expect(await worker.sites.get(shopOrigin)).toMatchObject({ networkId: chain })
  })

  it('means its own where the person put it on the other one, and is told no difference', async () => {
    const page = await forkedPage()
    expect(await page.ask('eth_chainId')).toEqual({ result: hex })
    expect(await page.ask('net_version')).toEqual({ result: String(mainChainId) })
    await expect.poll(() => page.events.at(-1)).toMatchObject({ kind: 'state', chainId: hex })
    expect(await page.ask('wallet_switchEthereumChain', [{ chainId: hex }])).toEqual({ result: null })
    // It can add no second network of a chain either.
    const added = { chainId: hex, chainName: 'Mine', rpcUrls: ['http://127.0.0.1:9545'] }
    expect(await page.ask('wallet_addEthereumChain', [added])).toEqual({ result: null })
    expect(worker.wallet.windows).toEqual([])
    expect(worker.wallet.networks.filter(({ chainId }) => chainId === mainChainId)).toHaveLength(2)
    const capabilities = await page.ask('wallet_getCapabilities', [alice, [hex]])
    expect(capabilities).toMatchObject({ result: { [hex]: {} } })
  })

  it.each([
    ['a transaction', 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1', chainId: hex }]],
    ['a message', 'personal_sign', ['0x01', alice]],
    [
      'calls',
      'wallet_sendCalls',
      [{ version: '2.0.0', from: alice, chainId: hex, atomicRequired: false, calls: [{ to: bob, value: '0x1' }] }],
    ],
    [
      'typed data',
      'eth_signTypedData_v4',
      [
        alice,
        {
          types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Order: [{ name: 'tip', type: 'uint256' }] },
          primaryType: 'Order',
          domain: { chainId: mainChainId },
          message: { tip: '1' },
        },
      ],
    ],
  ])('%s of it is decided on that network, and signed for the chain', async (_what, method, parameters) => {
    const page = await forkedPage()
    void page.ask(method, parameters)
    expect(await worker.nextApproval()).toMatchObject({ networkId: fork, chainId: mainChainId })
  })

  it('reads the network it is on, and nothing of the other', async () => {
    const page = await forkedPage()
    await page.ask('eth_getBalance', [alice, 'latest'])
    await page.ask('eth_sendRawTransaction', ['0x02aa'])
    await worker.sites.setChain(shopOrigin, chain)
    await page.ask('eth_getBalance', [alice, 'latest'])
    expect(worker.wallet.askedOn).toEqual([fork, fork, chain])
  })

  it('has its subscriptions ended when it is moved to the other, and begun again there under another id', async () => {
    const page = await forkedPage()
    const first = await page.ask('eth_subscribe', ['newHeads'])
    expect(worker.wallet.subscriptions.size).toBe(1)
    await worker.sites.setChain(shopOrigin, chain)
    await expect.poll(() => worker.wallet.subscriptions.size).toBe(0)
    const second = await page.ask('eth_subscribe', ['newHeads'])
    for (const { result } of [first, second] as { result?: unknown }[]) expect(result).toMatch(/^0x[0-9a-f]+$/)
    expect(second).not.toEqual(first)
  })

  it('falls back to the default network when its own is removed', async () => {
    const page = await forkedPage()
    worker.wallet.networks = worker.wallet.networks.filter(({ id }) => id !== fork)
    expect(await page.ask('eth_chainId')).toEqual({ result: `0x${previewChainId.toString(16)}` })
  })
})
