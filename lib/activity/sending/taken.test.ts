import 'fake-indexeddb/auto'
import { keccak256, parseGwei } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hashReply } from '@/lib/base/rpc/schemas'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  journalOf,
  reaching,
  rowThat,
  sealedCount,
  type Wallet,
} from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address

beforeAll(async () => {
  network = await createPreviewNetwork({ mode: 'fast-blocks', faucetCooldownSeconds: 0, finalizedBlocks: 12 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

/** A payment of another device with the same key. */
async function elsewhere({ account, connection }: Wallet, nonce: number): Promise<string> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: connection.chainId,
    nonce,
    to: somebody,
    value: 7n,
    gas: 21_000n,
    maxFeePerGas: parseGwei('2'),
    maxPriorityFeePerGas: 1_000_000n,
  })
  await connection.request('eth_sendRawTransaction', [raw], hashReply)
  return keccak256(raw)
}

describe('a number that was used', { timeout: 30_000 }, () => {
  it('by the transaction itself is never told as replaced, however late its receipt is', async () => {
    const wallet = await stage.begin()
    network.faults.set({ receiptsLateMs: 4_000 })
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row.history.map(({ event }) => event)).not.toContain('replaced')
    expect(row).toMatchObject({ ended: null, inFlight: 1 })
  })

  it('by another device’s transaction is looked for in the blocks, and what used it is named', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n, { nonce: 0 })
    const taker = await elsewhere(wallet, 0)
    await expect.poll(() => sealedCount(wallet)).toBe(1)
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'transaction-rejected' })
    const row = await rowThat(wallet, id, ({ ended }) => ended === 'replaced')
    expect(row.replacement).toMatchObject({ hash: taker })
    expect(await rowThat(wallet, id, ({ inFlight }) => inFlight === 0)).toMatchObject({
      ended: 'replaced',
      replacement: { hash: taker, final: true },
    })
    expect((await journalOf(wallet)).map(({ nonce }) => nonce)).toEqual([0])
  })
})
