import 'fake-indexeddb/auto'
import { createWalletClient, http, toHex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { connectTo, newAccount } from '@/test/transactions/connect'
import { readReceipts } from './incoming'

let network: PreviewNetwork

beforeAll(async () => {
  network = await createPreviewNetwork({
    mode: 'proposed-blocks',
    chainId: 143,
    blockMs: 2_000,
    faucetCooldownSeconds: 0,
  })
}, 60_000)
afterAll(() => network.stop())

it('money that came is sealed once the validators have voted for its block, and not before', {
  timeout: 30_000,
}, async () => {
  const database = await openDatabase(crypto.randomUUID())
  const { connection } = await connectTo(network, { database, clock: systemClock })
  const payer = newAccount()
  await network.faults.alter('anvil_setBalance', [payer.address, toHex(10n ** 18n)])
  const hash = await createWalletClient({ account: payer, transport: http(network.rpcUrl) }).sendTransaction({
    ...{ to: newAccount().address, value: 7n, gas: 100_000n, chain: null },
  })
  let proposals = 0
  for (;;) {
    const [read] = await readReceipts(connection, [hash])
    const askedAt = Date.now()
    if (read?.receipt?.blockHash != null) {
      const sealed = network.levelsOf(hash).find(({ level }) => level === 'sealedAt')
      expect(sealed?.from).toBeLessThanOrEqual(askedAt)
      break
    }
    if (read?.receipt != null) proposals += 1
  }
  expect(proposals).toBeGreaterThan(0)
})

it('a block that another one has replaced makes nothing sealed', async () => {
  const { connection } = await connectTo(network, {
    database: await openDatabase(crypto.randomUUID()),
    clock: systemClock,
  })
  const payer = newAccount()
  await network.faults.alter('anvil_setBalance', [payer.address, toHex(10n ** 18n)])
  const hash = await createWalletClient({ account: payer, transport: http(network.rpcUrl) }).sendTransaction({
    ...{ to: newAccount().address, value: 7n, gas: 100_000n, chain: null },
  })
  const elsewhere = {
    ...connection,
    isProposing: () => false,
    isDevelopment: () => false,
    async batch(calls: Parameters<typeof connection.batch>[0]) {
      const items = await connection.batch(calls)
      // Answers like an endpoint that names a block of its own (mev-commit), or a block that left the chain.
      return items.map((item, index) =>
        calls[index]?.method === 'eth_getTransactionReceipt' && item.ok && item.result !== null
          ? { ...item, result: Object.assign({}, item.result, { blockHash: toHex(5n, { size: 32 }) }) }
          : item,
      )
    },
  }
  for (;;) {
    const [read] = await readReceipts(elsewhere, [hash])
    if (read?.receipt == null) continue
    expect(read.receipt.blockHash).toBeNull()
    break
  }
})
