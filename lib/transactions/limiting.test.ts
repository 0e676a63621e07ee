import 'fake-indexeddb/auto'
import { decodeFunctionData, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type PreviewNetwork, startPreviewNetwork } from '@/test/preview-network'
import { contractOf, newAccount } from '@/test/transactions/connect'
import { createStage, previewThat, reaching, sending } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const spender = newAccount().address
const approving = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

beforeAll(async () => {
  network = await startPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

describe('an allowance without limit', { timeout: 30_000 }, () => {
  it('is a danger until the person limits it, and what is signed is the limited one', async () => {
    const wallet = await stage.begin()
    const dollar = contractOf(network, 'testDollar')
    const id = await wallet.transactions.propose(sending(wallet, dollar, 0n, { data: approving(maxUint256) }))
    await previewThat(wallet, id, ({ fee }) => fee !== null)
    const asked = await wallet.approvals.get(id)
    expect(asked?.shown.risks).toContainEqual(expect.objectContaining({ code: 'allowance-unlimited', level: 'danger' }))

    await wallet.transactions.limitAllowance(id, 5_000_000n)
    const preview = await previewThat(
      wallet,
      id,
      ({ fee, description }) => fee !== null && description.code === 'allow-token',
    )
    expect(preview.description.values).toMatchObject({ amount: '5000000', symbol: 'TUSD' })
    await approve(wallet, id)
    const limited = await wallet.approvals.get(id)
    expect(limited?.digest).not.toBe(asked?.digest)
    expect(limited?.shown.risks.map(({ code }) => code)).not.toContain('allowance-unlimited')
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row.receipt?.status).toBe('success')
    expect(decodeFunctionData({ abi: erc20Abi, data: row.data }).args).toEqual([spender, 5_000_000n])
  })

  it('cannot be limited once it is decided, nor where it is none', async () => {
    const wallet = await stage.begin()
    const dollar = contractOf(network, 'testDollar')
    const payment = await wallet.transactions.propose(sending(wallet, spender, 1n))
    await expect(wallet.transactions.limitAllowance(payment, 1n)).rejects.toMatchObject({ code: 'invalid-amount' })
    const id = await wallet.transactions.propose(sending(wallet, dollar, 0n, { data: approving(maxUint256) }))
    await approve(wallet, id)
    await expect(wallet.transactions.limitAllowance(id, 1n)).rejects.toMatchObject({ code: 'approval-gone' })
    await expect(wallet.transactions.limitAllowance('nobody', 1n)).rejects.toMatchObject({ code: 'approval-gone' })
    expect((await wallet.approvals.get(id))?.request).toMatchObject({ transaction: { data: approving(maxUint256) } })
  })
})
