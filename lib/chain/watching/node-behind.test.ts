import 'fake-indexeddb/auto'
import { setTimeout as pause } from 'node:timers/promises'
import { createPublicClient, http } from 'viem'
import { describe, it, type TestContext, vi } from 'vitest'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat } from '@/test/transactions/stage'

// These tests mostly wait, so they run together, each on a network of its own.
vi.setConfig({ maxConcurrency: 8 })

/** A network whose node that is behind knows one of the blocks sealed since the network was started. */
async function setUp({ onTestFinished, expect }: TestContext) {
  const network = await createPreviewNetwork({ blockMs: 4_000, safeBlocks: 2, faucetCooldownSeconds: 0 })
  const stage = createStage(() => network)
  onTestFinished(async () => {
    const faults = stage.clear()
    await network.stop()
    expect(faults).toEqual([])
  })
  const head = createPublicClient({ transport: http(network.rpcUrl) })
  const first = await head.getBlockNumber()
  await vi.waitUntil(async () => (await head.getBlockNumber({ cacheTime: 0 })) >= first + 2n, 30_000)
  return { network, stage }
}

/** For less than the time of a block. */
async function fallBehind(network: PreviewNetwork, backends: readonly { lagBlocks?: number }[]): Promise<void> {
  network.faults.set({ backends: backends.map(({ lagBlocks = 0 }) => ({ lagBlocks })) })
  await pause(3_600)
  network.faults.clear()
}

describe.concurrent('a node that has not got so far yet', { timeout: 60_000 }, () => {
  const alone = [{ lagBlocks: 1 }]
  const inTurn = [{}, { lagBlocks: 1 }]
  const ways = [
    ['over the socket', {}, alone],
    ['over HTTP alone', { wsUrl: null }, alone],
    ['over the socket, in turn with another', {}, inTurn],
    ['over HTTP alone, in turn with another', { wsUrl: null }, inTurn],
  ] as const

  it.for(ways)('%s withdraws no pre-confirmation', async ([, urls, backends], context) => {
    const { network, stage } = await setUp(context)
    const wallet = await stage.begin(urls)
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    await rowThat(wallet, id, ({ level }) => level === 'preconfirmed')
    await fallBehind(network, backends)
    const { history } = await reaching(wallet, id, 'sealed')
    context.expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })

  it.for(ways)('%s reorganises no sealed block', async ([, urls, backends], context) => {
    const { network, stage } = await setUp(context)
    const wallet = await stage.begin(urls)
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    await fallBehind(network, backends)
    const { history } = await reaching(wallet, id, 'safe')
    context.expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })
})
