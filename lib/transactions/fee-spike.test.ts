import { firstNetworkOf } from '@/lib/values/network-id'
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '@/lib/database/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import { createStage, previewThat, reaching, sending } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address
const gwei = 1_000_000_000n

beforeAll(async () => {
  network = await createPreviewNetwork({ mode: 'fast-blocks', faucetCooldownSeconds: 0 })
}, 60_000)
afterAll(async () => {
  expect(stage.clear()).toEqual([])
  await network.stop()
})

describe('a base fee far above what is usual', { timeout: 30_000 }, () => {
  it('is a risk that is named; every choice is offered, and the payment arrives', async () => {
    const wallet = await stage.begin({ drips: 1 })
    const database = await openDatabase(wallet.databaseName)
    await database.put('fees', {
      networkId: firstNetworkOf(network.chainId),
      samples: Array.from({ length: 48 }, (_, at) => ({ at, baseFeePerGas: 5_000_000n })),
    })
    database.close()
    network.faults.set({ lies: { baseFee: (10n * gwei).toString() } })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    const { shown } = (await wallet.approvals.get(id)) ?? {}
    expect(shown?.risks.map(({ code }) => code)).toContain('fee-above-ceiling')
    expect(preview.fee?.choices.map(({ speed }) => speed)).toEqual(expect.arrayContaining(['slow', 'normal', 'fast']))
    for (const { maxFeePerGas } of preview.fee?.choices ?? []) expect(BigInt(maxFeePerGas)).toBeGreaterThan(10n * gwei)
    const { transaction: _, ...proposal } = sending(wallet, somebody, 0n)
    await wallet.transactions.proposeAll({ ...proposal, to: somebody })
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: '0x3b9aca00' })
    const { digest } = (await wallet.approvals.get(id)) ?? { digest: '0x' }
    await wallet.approvals.approve(id, digest, {})
    await wallet.transactions.execute(id)
    network.faults.clear()
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ maxFeePerGas: gwei })
  })
})

describe('a network that says nothing of fees', { timeout: 30_000 }, () => {
  it('offers no choice, and takes the fee that a person names', async () => {
    const nothing = () => null
    const wallet = await stage.begin({
      drips: 1,
      through: connection => answering('eth_gasPrice', nothing)(answering('eth_feeHistory', nothing)(connection)),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(preview.fee).toMatchObject({ choices: [], chosen: 'custom' })
    const { digest: unnamed } = (await wallet.approvals.get(id)) ?? { digest: '0x' }
    await expect(wallet.approvals.approve(id, unnamed, {})).rejects.toMatchObject({ code: 'invalid-input' })
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: '0x3b9aca00' })
    const { digest } = (await wallet.approvals.get(id)) ?? { digest: '0x' }
    await wallet.approvals.approve(id, digest, {})
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ maxFeePerGas: gwei })
  })
})
