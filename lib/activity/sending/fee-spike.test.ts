import 'fake-indexeddb/auto'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { Connection, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { openDatabase } from '@/lib/storage/open'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import { createStage, previewThat, reaching, sending, type Wallet } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address
const gwei = 1_000_000_000n

/** The network with another answer to `getL1Fee`, where it has that oracle. */
function withL1Fee(connection: Connection, change: (fee: bigint) => bigint): Connection {
  const isAsked = ({ method, params }: RpcCall) =>
    method === 'eth_call' && JSON.stringify(params).includes(selectors.getL1Fee)
  return {
    ...connection,
    async batch(calls, options) {
      const items = await connection.batch(calls, options)
      return items.map((item, index) => {
        const call = calls[index]
        if (!item.ok || item.result === '0x' || call === undefined || !isAsked(call)) return item
        return { ok: true, result: numberToHex(change(BigInt(String(item.result))), { size: 32 }) }
      })
    },
  }
}

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

describe('a fee that the signature cannot limit', { timeout: 30_000 }, () => {
  it('is part of what was approved: small moves change nothing, and a rise has to be approved again', async () => {
    let percent = 100n
    const wallet = await stage.begin({
      drips: 1,
      through: connection => withL1Fee(connection, fee => (fee * percent) / 100n),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const first = await previewThat(
      wallet,
      id,
      ({ fee, simulation }) => fee !== null && simulation.status !== 'running',
    )
    const before = await wallet.approvals.get(id)
    const added = BigInt(first.fee?.l1Fee ?? 0) + BigInt(first.fee?.operatorFee ?? 0)
    const ceiling = BigInt(before?.shown.addedFeeCeiling ?? 0)
    expect(added).toBeGreaterThan(0n)
    expect(ceiling).toBeGreaterThanOrEqual(added)
    expect(ceiling).toBeLessThanOrEqual(2n * added)

    percent = 110n
    await previewThat(wallet, id, ({ fee }) => BigInt(fee?.l1Fee ?? 0) > BigInt(first.fee?.l1Fee ?? 0))
    expect((await wallet.approvals.get(id))?.digest).toBe(before?.digest)

    percent = 300n
    const risen = await previewThat(
      wallet,
      id,
      ({ fee }) => BigInt(fee?.l1Fee ?? 0) > 2n * BigInt(first.fee?.l1Fee ?? 0),
    )
    await expect(wallet.approvals.approve(id, before?.digest ?? '0x', {})).rejects.toMatchObject({
      code: 'approval-changed',
    })
    const now = await wallet.approvals.get(id)
    expect(BigInt(now?.shown.addedFeeCeiling ?? 0)).toBeGreaterThan(BigInt(risen.fee?.l1Fee ?? 0))
    expect(risen.fee?.addedFeeCeiling).toBe(now?.shown.addedFeeCeiling)
    await wallet.approvals.approve(id, now?.digest ?? '0x', {})
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
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

describe('sending everything where the network says nothing of fees', { timeout: 30_000 }, () => {
  const silent = (connection: Connection) =>
    answering('eth_gasPrice', () => null)(answering('eth_feeHistory', () => null)(connection))
  const everything = (wallet: Wallet) => {
    const { transaction: _, ...proposal } = sending(wallet, somebody, 0n)
    return wallet.transactions.proposeAll({ ...proposal, to: somebody })
  }

  it('keeps back what the fee usually is, and a fee of one’s own within that does', async () => {
    const wallet = await stage.begin({ drips: 1, through: silent })
    const database = await openDatabase(wallet.databaseName)
    await database.put('fees', {
      networkId: firstNetworkOf(network.chainId),
      samples: [{ at: 0, baseFeePerGas: gwei }],
    })
    database.close()
    const id = await everything(wallet)
    await previewThat(wallet, id, ({ fee }) => fee !== null)
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: toQuantity(2n * gwei) })
    const { digest } = (await wallet.approvals.get(id)) ?? { digest: '0x' }
    await wallet.approvals.approve(id, digest, {})
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
  })

  it('says that the amount has to be named where the usual fee is not known', async () => {
    const wallet = await stage.begin({ drips: 1, through: silent })
    await expect(everything(wallet)).rejects.toMatchObject({ code: 'fee-unknown' })
  })
})

describe('a network whose price is all tip', { timeout: 30_000 }, () => {
  it('remembers it as usual', async () => {
    const tips = [30n, 31n, 32n].map(tip => numberToHex(tip * gwei))
    const wallet = await stage.begin({
      drips: 1,
      through: answering('eth_feeHistory', history => ({
        ...Object(history),
        baseFeePerGas: ['0x1', '0x1'],
        reward: [tips],
      })),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    // The second reading is held against the first.
    const seen = await previewThat(wallet, id, ({ fee, simulation }) => fee !== null && simulation.status !== 'running')
    expect(BigInt(seen.fee?.choices[0]?.maxFeePerGas ?? 0)).toBeGreaterThan(30n * gwei)
    const again = await wallet.transactions.propose(sending(wallet, somebody, 2n))
    await previewThat(wallet, again, ({ fee, simulation }) => fee !== null && simulation.status !== 'running')
    const { shown } = (await wallet.approvals.get(again)) ?? {}
    expect(shown?.risks.filter(({ level }) => level === 'danger')).toEqual([])
  })
})
