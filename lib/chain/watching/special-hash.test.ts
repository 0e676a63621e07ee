import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import { blockReply } from '@/lib/base/rpc/schemas'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ blockMs: 3_000, faucetCooldownSeconds: 0 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

describe('a receipt that names a block before it is sealed', { timeout: 30_000 }, () => {
  it.each(['ones', 'transaction'] as const)('(%s) is pre-confirmed, until that block has that hash', async hashes => {
    network.faults.set({ unsealedBlockHash: hashes })
    const wallet = await stage.begin({ wsUrl: null })
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    const row = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    expect(row).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null } })
    const { receipt } = await reaching(wallet, id, 'sealed')
    const block = await wallet.connection.request(
      'eth_getBlockByNumber',
      [toQuantity(receipt?.blockNumber ?? 0n), false],
      blockReply,
    )
    expect(receipt?.blockHash).toBe(block?.hash)
  })

  it('(the hash of a block that is not on the chain) is never told as sealed', async () => {
    const wallet = await stage.begin({ wsUrl: null })
    network.faults.set({ backends: [{}, { lagMs: 400 }] })
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    const { receipt, history } = await reaching(wallet, id, 'sealed')
    expect(receipt?.blockHash).not.toBeNull()
    expect(history.filter(({ level, event }) => level === 'sealed' && !event)).toHaveLength(1)
  })
})
