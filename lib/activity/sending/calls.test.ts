import 'fake-indexeddb/auto'
import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  journalOf,
  previewThat,
  reaching,
  sealedCount,
  type Wallet,
} from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'
import { rowOfCall } from './calls'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 400, preconfirmMs: 80 })
}, 60_000)
afterAll(() => network.stop())
beforeEach(() => network.faults.set({ extraGas: 0 }))
afterEach(() => expect(stage.clear()).toEqual([]))

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount)',
])
const recipient = newAccount().address

/** Money made, then sent on: the second call succeeds only after the first. */
function mintAndSend(wallet: Wallet): TransactionRequest[] {
  const dollar = network.contracts.testDollar ?? recipient
  const of = (functionName: 'mint' | 'transfer', to: `0x${string}`) => ({
    to: dollar,
    value: toQuantity(0n),
    data: encodeFunctionData({ abi, functionName, args: [to, 5_000_000n] }),
  })
  return [
    of('mint', wallet.account.address),
    of('transfer', recipient),
    { to: recipient, value: toQuantity(7n), data: '0x' as const },
  ]
}

function propose(wallet: Wallet, calls: TransactionRequest[] = mintAndSend(wallet)): Promise<string> {
  return wallet.transactions.proposeCalls({
    requester: { kind: 'wallet' },
    networkId: wallet.connection.networkId,
    account: wallet.account.address,
    calls,
    batchId: 'batch',
    requestKey: null,
  })
}

describe('several calls decided on at once', { timeout: 30_000 }, () => {
  it('are tried out one after the other, and cost what all of them may cost', async () => {
    const wallet = await stage.begin()
    const id = await propose(wallet)
    const preview = await previewThat(
      wallet,
      id,
      ({ simulation, fee }) => simulation.status !== 'running' && fee !== null,
    )
    expect(preview.simulation).toMatchObject({ status: 'succeeds' })
    const { shown } = (await wallet.approvals.get(id)) ?? {}
    const gas = (shown?.fee?.gasOfCalls ?? []).map(BigInt)
    expect(gas).toHaveLength(3)
    expect(gas.reduce((sum, each) => sum + each, 0n)).toBe(BigInt(shown?.fee?.gas ?? 0))
    expect(BigInt(shown?.feeCeiling ?? 0)).toBe(BigInt(shown?.fee?.gas ?? 0) * BigInt(shown?.fee?.maxFeePerGas ?? 0))
  })

  it('are each looked at as if it stood alone: who may take something, and whether there is anybody to call', async () => {
    const wallet = await stage.begin()
    const dollar = network.contracts.testDollar ?? recipient
    const allow = encodeFunctionData({ abi, functionName: 'approve', args: [recipient, 5n] })
    const risksOf = async (calls: TransactionRequest[]) => {
      const id = await propose(wallet, calls)
      await previewThat(wallet, id, ({ fee }) => fee !== null)
      return (await wallet.approvals.get(id))?.shown.risks.map(({ code, level }) => `${level} ${code}`)
    }
    expect(await risksOf([{ to: dollar, value: '0x0', data: allow }])).toContain('danger allowance-to-account')
    // With money in it a contract may do the same and be paid besides.
    expect(await risksOf([{ to: dollar, value: '0x1', data: allow }])).toContain('danger allowance-to-account')
    expect(await risksOf([{ to: recipient, value: '0x1', data: allow }])).toContain('caution call-without-contract')
    expect(await risksOf([{ to: recipient, value: '0x0', data: '0x12345678' }])).toContain(
      'caution call-without-contract',
    )
    const payouts = network.contracts.payouts ?? recipient
    const toContract = encodeFunctionData({ abi, functionName: 'approve', args: [payouts, 5n] })
    const fine = await risksOf([
      { to: dollar, value: '0x0', data: toContract },
      { to: payouts, value: '0x0', data: '0xfc0c546a' },
    ])
    expect(fine).not.toContain('danger allowance-to-account')
    expect(fine).not.toContain('caution call-without-contract')
  })

  it('have the gas that the chain asks for beyond what running takes, also one that fails when tried alone', async () => {
    network.faults.set({ extraGas: 79_000 })
    const wallet = await stage.begin()
    const id = await propose(wallet)
    await approve(wallet, id)
    const hashes = await wallet.transactions.executeCalls(id)
    expect(hashes).toHaveLength(3)
    for (const index of hashes.keys()) await reaching(wallet, rowOfCall(id, index), 'sealed')
  })

  it('get consecutive nonces and are all sealed', async () => {
    const wallet = await stage.begin()
    const id = await propose(wallet)
    await approve(wallet, id)
    const hashes = await wallet.transactions.executeCalls(id)
    for (const index of hashes.keys()) await reaching(wallet, rowOfCall(id, index), 'sealed')
    const rows = await journalOf(wallet)
    expect(rows.map(({ nonce, hash, receipt }) => [nonce, hash, receipt?.status])).toEqual([
      [0, hashes[0], 'success'],
      [1, hashes[1], 'success'],
      [2, hashes[2], 'success'],
    ])
    expect((await wallet.approvals.get(id))?.status).toBe('done')
    expect(await wallet.transactions.executeCalls(id)).toEqual(hashes)
    expect(await sealedCount(wallet)).toBe(3)
  })

  it('say that they would fail, and which words the contract has for it', async () => {
    const wallet = await stage.begin()
    const [, send] = mintAndSend(wallet)
    const id = await propose(wallet, send === undefined ? [] : [send])
    const preview = await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    expect(preview.simulation).toMatchObject({ status: 'reverts', code: 'balance-low', calls: [{ index: 0 }] })
  })

  it('say which of them would fail, each with its own reason, and are decided on anew when it is another one', async () => {
    const wallet = await stage.begin()
    const dollar = network.contracts.testDollar ?? recipient
    const [mint, send, pay] = mintAndSend(wallet)
    if (mint === undefined || send === undefined || pay === undefined) throw new Error('there are three')
    // The mint makes the second call work; the third sends what is gone by then, the last sends to nobody.
    const refused = {
      to: dollar,
      value: '0x0' as const,
      data: encodeFunctionData({ abi, functionName: 'transfer', args: [zeroAddress, 0n] }),
    }
    const id = await propose(wallet, [mint, send, send, pay, refused])
    const preview = await previewThat(wallet, id, ({ simulation }) => simulation.status !== 'running')
    expect(preview.simulation).toEqual({
      status: 'reverts',
      reason: 'InsufficientBalance',
      code: 'balance-low',
      calls: [
        { index: 2, reason: 'InsufficientBalance', code: 'balance-low' },
        { index: 4, reason: 'InvalidReceiver', code: 'recipient-refused' },
      ],
    })
    const before = await wallet.approvals.get(id)
    expect(before?.shown.risks).toContainEqual({
      code: 'would-fail',
      level: 'danger',
      values: { reason: 'InsufficientBalance', code: 'balance-low', calls: '3,5' },
    })

    // Money comes in by another transaction: now only the last one fails.
    await wallet.transactions.execute(await approved(wallet, dollar, 0n, { data: mint.data }))
    await previewThat(wallet, id, ({ simulation }) => simulation.status === 'reverts' && simulation.calls?.length === 1)
    const after = await wallet.approvals.get(id)
    expect(after?.shown.risks.find(({ code }) => code === 'would-fail')?.values.calls).toBe('5')
    expect(after?.digest).not.toBe(before?.digest)
  })

  it('are each read by themselves: two that can be read are not one that cannot', async () => {
    const wallet = await stage.begin()
    const [, send] = mintAndSend(wallet)
    const id = await propose(wallet, send === undefined ? [] : [send, send])
    await previewThat(wallet, id, ({ simulation, fee }) => simulation.status !== 'running' && fee !== null)
    const codes = (await wallet.approvals.get(id))?.shown.risks.map(({ code }) => code)
    expect(codes).toContain('first-time-counterparty')
    expect(codes).not.toContain('unreadable-call')
  })

  it('are all sent exactly once when the worker dies in the middle', async () => {
    let signed = 0
    const reached = Promise.withResolvers<void>()
    const never = new Promise<never>(() => undefined)
    const first = await stage.begin({
      barrier: async step => {
        if (step !== 'journal-submit') return
        signed += 1
        if (signed < 2) return
        reached.resolve()
        await never
      },
    })
    const id = await propose(first)
    await approve(first, id)
    void first.transactions.executeCalls(id)
    await reached.promise
    first.kill()

    const next = await stage.resume(first)
    await next.transactions.recover()
    for (const index of [0, 1, 2]) await reaching(next, rowOfCall(id, index), 'sealed')
    expect((await journalOf(next)).map(({ nonce }) => nonce)).toEqual([0, 1, 2])
    expect(await sealedCount(next)).toBe(3)
  })

  it('stop at the first that cannot be sent', async () => {
    const wallet = await stage.begin()
    const all = 10n ** 18n
    const id = await propose(wallet, [
      { to: recipient, value: toQuantity(1n), data: '0x' },
      { to: recipient, value: toQuantity(all), data: '0x' },
      { to: recipient, value: toQuantity(1n), data: '0x' },
    ])
    await approve(wallet, id)
    const hashes = await wallet.transactions.executeCalls(id)
    expect(hashes).toHaveLength(1)
    await reaching(wallet, rowOfCall(id, 0), 'sealed')
    expect(await wallet.transactions.byId(rowOfCall(id, 2))).toBeUndefined()
    expect(await sealedCount(wallet)).toBe(1)
  })
})
