import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { covers } from '@/lib/chain/rpc/door'
import { answerJsonRpc, startLocalEndpoint } from '@/test/local-endpoint'
import { both, chainId, endAll, http, onEnd, serve, start } from '@/test/networks/serve'
import { createPreviewNetwork } from '@/test/preview-network/index'

afterEach(endAll)

describe('probing an endpoint', { timeout: 15_000 }, () => {
  it('shows what it can do, and its address is not allowed afterwards', async () => {
    const endpoint = await serve({
      methods: {
        eth_simulateV1: () => [],
        eth_sendRawTransactionSync: () => {
          throw { code: -32602, message: 'empty transaction data' }
        },
      },
    })
    const networks = await start()
    const probe = await networks.probe(both(endpoint))
    expect(probe).toMatchObject({
      chainId,
      pending: true,
      socket: true,
      preconfirmation: false,
      simulate: true,
      syncSend: true,
    })
    expect(probe.latencyMs).toBeGreaterThan(0)
    expect(covers(networks.allowedUrls(), endpoint.url)).toBe(false)
    expect(networks.get(firstNetworkOf(chainId))).toBeUndefined()
  })

  it.each([
    ['anvil/v1.5.1', true],
    ['HardhatNetwork/2.26.3/@nomicfoundation/edr/0.11.3', true],
    ['Geth/v1.16.4-stable/linux-amd64/go1.25', false],
    ['Monad/0.12.2', false],
    ['not anvil/v1.5.1', false],
    [{ anvil: true }, false],
  ])('shows whether %j on this machine is for development: %s', async (version, development) => {
    const endpoint = await serve({ methods: { web3_clientVersion: () => version } })
    const networks = await start()
    await expect(networks.probe(http(endpoint))).resolves.toMatchObject({ development })
  })

  it('shows what it cannot do', async () => {
    const endpoint = await startLocalEndpoint({ http: answerJsonRpc({ eth_chainId: () => '0x1092' }) })
    onEnd(() => endpoint.close())
    const networks = await start()
    await expect(networks.probe(both(endpoint))).resolves.toMatchObject({
      chainId,
      pending: false,
      socket: false,
      preconfirmation: false,
      simulate: false,
      syncSend: false,
      development: false,
    })
  })

  it.each([
    ['preconfirmed', true],
    ['shreds', true],
    ['mini-blocks', true],
    ['proposed-blocks', true],
    ['fast-blocks', false],
  ] as const)('finds by trying whether a network of the mode %s tells before it seals: %s', async (mode, tells) => {
    const network = await createPreviewNetwork({ mode, blockMs: 400 })
    onEnd(() => network.stop())
    const networks = await start()
    await expect(networks.probe({ http: network.rpcUrl, socket: network.wsUrl })).resolves.toMatchObject({
      ...{ chainId: network.chainId, socket: true, preconfirmation: tells },
    })
  })

  it('fails with a failure code where no endpoint answers', async () => {
    const page = await startLocalEndpoint({ http: (_, response) => response.end('<html>') })
    onEnd(() => page.close())
    const networks = await start()
    await expect(networks.probe(http(page))).rejects.toMatchObject({ code: 'endpoint-not-json-rpc' })
    await page.close()
    await expect(networks.probe(http(page))).rejects.toMatchObject({ code: 'endpoint-unreachable' })
  })
})
