import 'fake-indexeddb/auto'
import { setTimeout as pause } from 'node:timers/promises'
import { createPublicClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ blockMs: 4_000, safeBlocks: 2, faucetCooldownSeconds: 0 })
  // A node that is behind knows one of the blocks sealed since the network was started.
  const head = createPublicClient({ transport: http(network.rpcUrl) })
  const first = await head.getBlockNumber()
  await vi.waitUntil(async () => (await head.getBlockNumber({ cacheTime: 0 })) >= first + 2n, 20_000)
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

/** For less than the time of a block. */
async function fallBehind(backends: readonly { lagBlocks?: number }[]): Promise<void> {
  network.faults.set({ backends: backends.map(({ lagBlocks = 0 }) => ({ lagBlocks })) })
  await pause(3_600)
  network.faults.clear()
}

describe('a node that has not got so far yet', { timeout: 40_000 }, () => {
  const alone = [{ lagBlocks: 1 }]
  const inTurn = [{}, { lagBlocks: 1 }]
  const ways = [
    ['over the socket', {}, alone],
    ['over HTTP alone', { wsUrl: null }, alone],
    ['over the socket, in turn with another', {}, inTurn],
    ['over HTTP alone, in turn with another', { wsUrl: null }, inTurn],
  ] as const

  it.each(ways)('%s withdraws no pre-confirmation', async (_, urls, backends) => {
    const wallet = await stage.begin(urls)
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    await rowThat(wallet, id, ({ level }) => level === 'preconfirmed')
    await fallBehind(backends)
    const { history } = await reaching(wallet, id, 'sealed')
    expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })

  it.each(ways)('%s reorganises no sealed block', async (_, urls, backends) => {
    const wallet = await stage.begin(urls)
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    await fallBehind(backends)
    const { history } = await reaching(wallet, id, 'safe')
    expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })
})
