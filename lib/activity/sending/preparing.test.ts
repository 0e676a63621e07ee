import 'fake-indexeddb/auto'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import type { TransactionPreview } from '@/lib/language/requests'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf, contractOf, newAccount } from '@/test/transactions/connect'
import { answering } from '@/test/transactions/interference'
import { approved, createStage, previewThat, reaching, sending, type Wallet } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address
const erc20 = parseAbi(['function transfer(address to, uint256 amount)', 'function mint(address to, uint256 amount)'])
const isComplete = (preview: TransactionPreview): boolean => preview.fee !== null

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

async function risksOf(wallet: Wallet, id: string): Promise<string[]> {
  const approval = await wallet.approvals.get(id)
  return (approval?.shown.risks ?? []).map(risk => risk.code)
}

describe('a transaction in preparation', { timeout: 30_000 }, () => {
  it('shows what it costs at most, what it changes, and what is left', async () => {
    const wallet = await stage.begin()
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1_000n))
    const preview = await previewThat(wallet, id, isComplete)
    const balance = await balanceOf(wallet.connection, wallet.account.address, 'pending')
    const { fee } = preview
    expect(fee?.choices.map(choice => choice.speed)).toEqual(['slow', 'normal', 'fast'])
    expect(fee?.chosen).toBe('normal')
    expect(BigInt(fee?.l1Fee ?? 0)).toBeGreaterThan(0n)
    expect(BigInt(fee?.operatorFee ?? 0)).toBeGreaterThan(0n)
    expect(preview.transaction.gas).toBe(toQuantity(21_000n))
    expect(preview.nonce).toEqual({ policy: 'next', expected: 0 })
    expect(preview.simulation).toEqual({ status: 'succeeds', complete: true })
    expect(preview.effects).toEqual([
      { source: 'simulated', kind: 'pays', asset: { kind: 'native' }, amount: '0x3e8', to: somebody.toLowerCase() },
    ])
    expect(BigInt(preview.remaining ?? 0)).toBe(
      balance - 1_000n - BigInt(fee?.ceiling ?? 0) - BigInt(fee?.l1Fee ?? 0) - BigInt(fee?.operatorFee ?? 0),
    )
    expect(await risksOf(wallet, id)).toEqual(['first-time-counterparty'])
  })

  it('stays fresh while it is read, and is left alone once it is decided', async () => {
    const readings = new Map<string, number>()
    let onReading = (_value: string): void => undefined
    const wallet = await stage.begin({
      through: connection => ({
        ...connection,
        batch(calls, options) {
          const estimate = calls.find(call => call.method === 'eth_estimateGas')?.params[0]
          const value = estimate instanceof Object && 'value' in estimate ? String(estimate.value) : ''
          readings.set(value, (readings.get(value) ?? 0) + 1)
          onReading(value)
          return connection.batch(calls, options)
        },
      }),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1_000n))
    const first = await previewThat(wallet, id, isComplete)
    const { digest } = (await wallet.approvals.get(id)) ?? {}
    // Money arrives meanwhile: the live figure moves, what was shown for a decision does not.
    const other = await stage.begin()
    await other.transactions.execute(await approved(other, wallet.account.address, 5_000n))
    await previewThat(wallet, id, preview => BigInt(preview.remaining ?? 0) === BigInt(first.remaining ?? 0) + 5_000n)
    expect((await wallet.approvals.get(id))?.digest).toBe(digest)
    await wallet.approvals.reject(id)
    expect(wallet.transactions.preview(id)).toBeNull()
    const before = readings.get(toQuantity(1_000n))
    // While another one is read twice more, nothing is asked about the one that was rejected.
    await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await new Promise<void>(resolve => {
      onReading = value => {
        if (value === '0x1' && (readings.get(value) ?? 0) >= 3) resolve()
      }
    })
    expect(readings.get(toQuantity(1_000n))).toBe(before)
  })

  it('offers a fee to choose: by name, by own values, within limits', async () => {
    const wallet = await stage.begin()
    const { transactions, approvals } = wallet
    const id = await transactions.propose(sending(wallet, somebody, 1n))
    const { fee } = await previewThat(wallet, id, isComplete)
    const fast = fee?.choices.find(choice => choice.speed === 'fast')
    const digest = (await approvals.get(id))?.digest
    await transactions.chooseFee(id, { speed: 'fast' })
    const chosen = await approvals.get(id)
    expect(chosen?.shown.feeCeiling).toBe(fast?.ceiling)
    expect(chosen?.digest).not.toBe(digest)

    await transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' })
    expect((await approvals.get(id))?.shown.feeCeiling).toBe(toQuantity(21_000n * 2_000_000_000n))
    const noFee = { speed: 'custom', maxFeePerGas: toQuantity(1n << 128n) } as const
    await expect(transactions.chooseFee(id, noFee)).rejects.toMatchObject({ code: 'invalid-amount' })
    const upsideDown = { speed: 'custom', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' } as const
    await expect(transactions.chooseFee(id, upsideDown)).rejects.toMatchObject({ code: 'invalid-amount' })

    await approvals.approve(id, (await approvals.get(id))?.digest ?? '0x', {})
    await transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1n,
    })
  })

  it('keeps the fee that was chosen, and its digest, over the worker’s death', async () => {
    const wallet = await stage.begin()
    const ids = await Promise.all([1n, 2n].map(value => wallet.transactions.propose(sending(wallet, somebody, value))))
    const [named, own] = ids as [string, string]
    await Promise.all(ids.map(id => previewThat(wallet, id, isComplete)))
    await wallet.transactions.chooseFee(named, { speed: 'fast' })
    await wallet.transactions.chooseFee(own, { speed: 'custom', maxFeePerGas: '0x77359400' })
    const before = await wallet.approvals.waiting()
    wallet.kill()
    const later = await stage.resume(wallet)
    await later.transactions.recover()
    const previews = await Promise.all(ids.map(id => previewThat(later, id, isComplete)))
    expect(previews.map(preview => preview.fee?.chosen)).toEqual(['fast', 'custom'])
    const after = await later.approvals.waiting()
    expect(after.map(approval => approval.digest)).toEqual(before.map(approval => approval.digest))
  })

  it('names a fee history that is far above what is usual as a risk, and is no wall', async () => {
    const lie = (result: unknown): unknown => ({ ...Object(result), baseFeePerGas: ['0xe8d4a51000', '0xe8d4a51000'] })
    let lies = false
    const wallet = await stage.begin({
      through: answering('eth_feeHistory', result => (lies ? lie(result) : result)),
    })
    const honest = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await previewThat(wallet, honest, isComplete)
    lies = true
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await previewThat(wallet, id, preview => preview.simulation.status !== 'running')
    const approval = await wallet.approvals.get(id)
    expect(approval?.shown.feeCeiling).not.toBeNull()
    expect(await risksOf(wallet, id)).toContain('fee-above-ceiling')
    // A person who knows better may still name a fee.
    await wallet.transactions.chooseFee(id, { speed: 'custom', maxFeePerGas: '0x77359400' })
    expect((await wallet.approvals.get(id))?.shown.feeCeiling).not.toBeNull()
  })

  it('shows a fee that rose while it was read, before it is signed', async () => {
    let factor = 1n
    const multiply = (quantity: unknown): string => toQuantity(BigInt(String(quantity)) * factor)
    const wallet = await stage.begin({
      through: answering('eth_feeHistory', result => {
        const history = Object(result)
        return { ...history, baseFeePerGas: history.baseFeePerGas.map(multiply) }
      }),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    await previewThat(wallet, id, isComplete)
    const before = await wallet.approvals.get(id)
    factor = 5n
    await previewThat(wallet, id, ({ fee }) => BigInt(fee?.ceiling ?? 0) > BigInt(before?.shown.feeCeiling ?? 0))
    expect((await wallet.approvals.get(id))?.digest).not.toBe(before?.digest)
    await expect(wallet.approvals.approve(id, before?.digest ?? '0x', {})).rejects.toMatchObject({
      code: 'approval-changed',
    })
  })

  it('counts what is under way as spent', async () => {
    const wallet = await stage.begin()
    const waiting = await approved(wallet, somebody, 10n ** 16n, { nonce: 1 })
    await wallet.transactions.execute(waiting)
    const row = await reaching(wallet, waiting, 'accepted')
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const { remaining, fee } = await previewThat(wallet, id, isComplete)
    const balance = await balanceOf(wallet.connection, wallet.account.address, 'pending')
    const own = 1n + BigInt(fee?.ceiling ?? 0) + BigInt(fee?.l1Fee ?? 0) + BigInt(fee?.operatorFee ?? 0)
    expect(BigInt(remaining ?? 0)).toBe(balance - own - row.value - row.gas * row.maxFeePerGas)
  })

  it('takes a site’s fee as a proposal, unless it is out of all proportion', async () => {
    const wallet = await stage.begin()
    const asked = { maxFeePerGas: toQuantity(30_000_000n), maxPriorityFeePerGas: toQuantity(3n) }
    const modest = await wallet.transactions.propose(sending(wallet, somebody, 1n, asked))
    expect((await previewThat(wallet, modest, isComplete)).fee?.chosen).toBe('custom')
    const greedy = { maxFeePerGas: toQuantity(10n ** 13n), maxPriorityFeePerGas: toQuantity(10n ** 13n) }
    const excessive = await wallet.transactions.propose(sending(wallet, somebody, 1n, greedy))
    expect((await previewThat(wallet, excessive, isComplete)).fee?.chosen).toBe('normal')
  })

  it('says that money is missing before anything is signed', async () => {
    const wallet = await stage.begin()
    const id = await wallet.transactions.propose(sending(wallet, somebody, 10n ** 18n))
    const preview = await previewThat(wallet, id, isComplete)
    expect(BigInt(preview.remaining ?? 0)).toBeLessThan(0n)
    expect(await risksOf(wallet, id)).toContain('insufficient-funds')
  })

  it('names the token, and why its transfer would fail', async () => {
    const wallet = await stage.begin()
    const dollar = contractOf(network, 'testDollar')
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [somebody, 5_000_000n] })
    const id = await wallet.transactions.propose(sending(wallet, dollar, 0n, { data }))
    const preview = await previewThat(wallet, id, isComplete)
    expect(preview.description).toMatchObject({
      code: 'send-token',
      values: { symbol: 'TUSD', decimals: '6', amount: '5000000' },
    })
    expect(preview.simulation).toMatchObject({ status: 'reverts', code: 'balance-low' })
    expect(await risksOf(wallet, id)).toContain('would-fail')

    const minting = encodeFunctionData({ abi: erc20, functionName: 'mint', args: [wallet.account.address, 5_000_000n] })
    await wallet.transactions.execute(await approved(wallet, dollar, 0n, { data: minting }))
    // On the pending state the money is there as soon as it is pre-confirmed.
    const now = await previewThat(wallet, id, ({ simulation }) => simulation.status === 'succeeds')
    expect(now.simulation).toMatchObject({ complete: true })
    expect(now.effects).toMatchObject([
      {
        source: 'simulated',
        kind: 'pays',
        asset: { kind: 'token', address: dollar.toLowerCase() },
        amount: '0x4c4b40',
      },
    ])
    expect(now.contracts[dollar.toLowerCase()]).toMatchObject({ symbol: 'TUSD', decimals: 6 })
    expect(await risksOf(wallet, id)).not.toContain('would-fail')
  })

  it('says so when the endpoint cannot simulate, and still tells a revert', async () => {
    const wallet = await stage.begin({
      through: connection => ({
        ...connection,
        batch: async (calls, options) =>
          (await connection.batch(calls, options)).map((item, index) =>
            calls[index]?.method === 'eth_simulateV1'
              ? { ok: false, error: new RpcError('method-unavailable', 'rpc method is not whitelisted') }
              : item,
          ),
      }),
    })
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1_000n))
    // Nothing runs at the address: what the transaction says is all that happens.
    expect(await previewThat(wallet, id, isComplete)).toMatchObject({
      simulation: { status: 'succeeds', complete: true },
      effects: [{ source: 'stated', kind: 'pays', amount: '0x3e8' }],
    })
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [somebody, 1n] })
    const failing = await wallet.transactions.propose(sending(wallet, contractOf(network, 'testDollar'), 0n, { data }))
    expect((await previewThat(wallet, failing, isComplete)).simulation).toMatchObject({
      status: 'reverts',
      code: 'balance-low',
    })
  })

  it('waits out an endpoint that is down, and says that it is', async () => {
    let isDown = false
    const wallet = await stage.begin({
      through: connection => ({
        ...connection,
        batch: (...call) =>
          isDown ? Promise.reject(new RpcError('unreachable', 'Connection refused')) : connection.batch(...call),
      }),
    })
    isDown = true
    const id = await wallet.transactions.propose(sending(wallet, somebody, 1n))
    const preview = await previewThat(wallet, id, ({ failure }) => failure != null)
    expect(preview.failure?.code).toBe('endpoint-unreachable')
    expect((await wallet.approvals.get(id))?.shown.feeCeiling).toBeNull()
    isDown = false
    expect((await previewThat(wallet, id, isComplete)).failure).toBeNull()
  })

  it('of a contract is called that, and can be carried out', async () => {
    const wallet = await stage.begin()
    // Returns one byte of code: 0x00.
    const data = '0x600160006000396001600060003960016000f3'
    const id = await wallet.transactions.propose(sending(wallet, null, 0n, { data }))
    expect((await previewThat(wallet, id, isComplete)).description.code).toBe('create-contract')
    expect(await risksOf(wallet, id)).toContain('creates-contract')
    await approve(wallet, id)
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row.to).toBeNull()
    expect(row.receipt?.contractAddress).toMatch(/^0x[0-9a-f]{40}$/i)
  })
})

describe('sending everything', { timeout: 30_000 }, () => {
  it('leaves no more than what the fee might have cost', async () => {
    const wallet = await stage.begin()
    const receiver = newAccount().address
    const { transaction: _, ...proposal } = sending(wallet, receiver, 0n)
    const id = await wallet.transactions.proposeAll({ ...proposal, to: receiver })
    const preview = await previewThat(wallet, id, isComplete)
    expect(BigInt(preview.remaining ?? -1)).toBeGreaterThanOrEqual(0n)
    await wallet.transactions.chooseFee(id, { speed: 'fast' })
    expect(BigInt(wallet.transactions.preview(id)?.remaining ?? -1)).toBeGreaterThanOrEqual(0n)
    await approve(wallet, id)
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row.receipt?.status).toBe('success')
    expect(await balanceOf(wallet.connection, receiver, 'latest')).toBe(row.value)
    const rest = await balanceOf(wallet.connection, wallet.account.address, 'latest')
    expect(rest).toBeLessThan(row.gas * row.maxFeePerGas * 2n)
  })

  it('is refused where there is nothing to send', async () => {
    const wallet = await stage.begin({ drips: 0 })
    const { transaction: _, ...proposal } = sending(wallet, somebody, 0n)
    await expect(wallet.transactions.proposeAll({ ...proposal, to: somebody })).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
  })
})
