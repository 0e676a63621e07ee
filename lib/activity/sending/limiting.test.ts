import 'fake-indexeddb/auto'
import { type Address, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Requester } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { contractOf, newAccount } from '@/test/transactions/connect'
import { approved, createStage, previewThat, reaching, sending, type Wallet } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'
import { rowOfCall } from './calls'

let network: PreviewNetwork
const stage = createStage(() => network)
const spender = newAccount().address
const site: Requester = {
  kind: 'site',
  origin: 'https://swap.example',
  topOrigin: null,
  tabId: 1,
  documentId: 'document',
}
const abi = parseAbi(['function mint(address to, uint256 amount)'])
const approving = (amount: bigint, to: Address = spender) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
const allowed = (data: Hex) => decodeFunctionData({ abi: erc20Abi, data }).args

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

const dollar = () => contractOf(network, 'testDollar')

/** An account with this many of the smallest units of the test dollar. */
async function beginWith(dollars: bigint): Promise<Wallet> {
  const wallet = await stage.begin()
  if (dollars === 0n) return wallet
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [wallet.account.address, dollars] })
  const id = await approved(wallet, dollar(), 0n, { data })
  await wallet.transactions.execute(id)
  await reaching(wallet, id, 'sealed')
  return wallet
}

const asking = (wallet: Wallet, data: Hex) => ({ ...sending(wallet, dollar(), 0n, { data }), requester: site })
const isPriced = ({ fee }: { fee: unknown }) => fee !== null
const risksOf = async (wallet: Wallet, id: string) => (await wallet.approvals.get(id))?.shown.risks ?? []

describe('an allowance without limit that a site asks for', { timeout: 30_000 }, () => {
  it('is limited to what the account has before anybody sees it, and that is signed', async () => {
    const wallet = await beginWith(25_000_000n)
    const seen: string[] = []
    wallet.transactions.onPreview((_id, { description }) => seen.push(description.code))
    const id = await wallet.transactions.propose(asking(wallet, approving(maxUint256)))
    const preview = await previewThat(wallet, id, isPriced)
    expect(preview.description).toMatchObject({ code: 'allow-token', values: { amount: '25000000', symbol: 'TUSD' } })
    expect(new Set(seen)).toEqual(new Set(['allow-token']))
    expect((await risksOf(wallet, id)).map(({ code }) => code)).not.toContain('allowance-unlimited')
    await approve(wallet, id)
    const hash = await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row).toMatchObject({ hash, receipt: { status: 'success' } })
    expect(allowed(row.data)).toEqual([spender, 25_000_000n])
  })

  it('is what the person wants it to be, and a danger when it is what the site asked for', async () => {
    const wallet = await beginWith(25_000_000n)
    const id = await wallet.transactions.propose(asking(wallet, approving(maxUint256)))
    await previewThat(wallet, id, isPriced)
    const proposed = await wallet.approvals.get(id)

    await wallet.transactions.limitAllowance(id, null)
    await previewThat(wallet, id, ({ fee, description }) => fee !== null && description.code === 'allow-unlimited')
    const unlimited = await wallet.approvals.get(id)
    expect(unlimited?.digest).not.toBe(proposed?.digest)
    expect(unlimited?.shown.risks).toContainEqual(
      expect.objectContaining({ code: 'allowance-unlimited', level: 'danger' }),
    )

    await wallet.transactions.limitAllowance(id, 5_000_000n)
    await previewThat(wallet, id, ({ fee, description }) => fee !== null && description.code === 'allow-token')
    await approve(wallet, id)
    const own = await wallet.approvals.get(id)
    expect([proposed?.digest, unlimited?.digest]).not.toContain(own?.digest)
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(allowed(row.data)).toEqual([spender, 5_000_000n])
  })

  it('stays what the person made of it when the worker dies', async () => {
    const wallet = await beginWith(25_000_000n)
    const id = await wallet.transactions.propose(asking(wallet, approving(maxUint256)))
    await previewThat(wallet, id, isPriced)
    await wallet.transactions.limitAllowance(id, null)
    wallet.kill()
    const next = await stage.resume(wallet)
    await next.transactions.recover()
    const preview = await previewThat(next, id, isPriced)
    expect(preview.description.code).toBe('allow-unlimited')
    expect((await next.approvals.get(id))?.request).toMatchObject({ transaction: { data: approving(maxUint256) } })
  })

  it('stays as it is, and a danger, where there is nothing to limit it to', async () => {
    const wallet = await beginWith(0n)
    const id = await wallet.transactions.propose(asking(wallet, approving(maxUint256)))
    const { description } = await previewThat(wallet, id, isPriced)
    expect(description.code).toBe('allow-unlimited')
    expect(await risksOf(wallet, id)).toContainEqual(expect.objectContaining({ code: 'allowance-unlimited' }))
  })
})

describe('an allowance of an amount', { timeout: 30_000 }, () => {
  it('is a danger also where a wei goes with it', async () => {
    const wallet = await beginWith(25_000_000n)
    const data = approving(5_000_000n, newAccount().address)
    const id = await wallet.transactions.propose({ ...sending(wallet, dollar(), 1n, { data }), requester: site })
    const { description } = await previewThat(wallet, id, isPriced)
    expect(description).toMatchObject({ code: 'call-contract', values: { amount: '1' } })
    expect(await risksOf(wallet, id)).toContainEqual(expect.objectContaining({ code: 'allowance-to-account' }))
  })

  it('is left as the site asked for it', async () => {
    const wallet = await beginWith(25_000_000n)
    const id = await wallet.transactions.propose(asking(wallet, approving(30_000_000n)))
    await previewThat(wallet, id, isPriced)
    expect((await wallet.approvals.get(id))?.request).toEqual({
      kind: 'transaction',
      transaction: { to: dollar(), value: '0x0', data: approving(30_000_000n) },
      purpose: 'send',
      replaces: null,
    })
  })

  it('far above what the account has is limited to that, and a danger when the person wants it all the same', async () => {
    const wallet = await beginWith(25_000_000n)
    const id = await wallet.transactions.propose(asking(wallet, approving(9_000_000_000n)))
    const { description } = await previewThat(wallet, id, isPriced)
    expect(description.values.amount).toBe('25000000')
    await wallet.transactions.limitAllowance(id, null)
    await previewThat(wallet, id, ({ fee, description: { values } }) => fee !== null && values.amount === '9000000000')
    expect(await risksOf(wallet, id)).toContainEqual(
      expect.objectContaining({ code: 'allowance-far-above', level: 'danger' }),
    )
  })

  it('that the wallet itself asks for is nobody else’s to change', async () => {
    const wallet = await beginWith(25_000_000n)
    const data = approving(maxUint256)
    const id = await wallet.transactions.propose(sending(wallet, dollar(), 0n, { data }))
    await previewThat(wallet, id, isPriced)
    expect((await wallet.approvals.get(id))?.request).toMatchObject({ transaction: { data } })
  })

  it('cannot be limited once it is decided, nor where it is none', async () => {
    const wallet = await stage.begin()
    const payment = await wallet.transactions.propose(sending(wallet, spender, 1n))
    await expect(wallet.transactions.limitAllowance(payment, 1n)).rejects.toMatchObject({ code: 'invalid-amount' })
    const data = approving(maxUint256)
    const id = await wallet.transactions.propose(sending(wallet, dollar(), 0n, { data }))
    await approve(wallet, id)
    await expect(wallet.transactions.limitAllowance(id, 1n)).rejects.toMatchObject({ code: 'approval-gone' })
    await expect(wallet.transactions.limitAllowance(id, 1n, 1)).rejects.toMatchObject({ code: 'invalid-amount' })
    await expect(wallet.transactions.limitAllowance('nobody', 1n)).rejects.toMatchObject({ code: 'approval-gone' })
    expect((await wallet.approvals.get(id))?.request).toMatchObject({ transaction: { data } })
  })
})

describe('in a batch', { timeout: 30_000 }, () => {
  const taker = newAccount().address
  const calls = (): TransactionRequest[] => [
    { to: dollar(), value: '0x0', data: approving(maxUint256) },
    { to: dollar(), value: '0x0', data: approving(2_000_000n, taker) },
    { to: dollar(), value: '0x0', data: approving(maxUint256, taker) },
  ]

  it('each allowance without limit is limited, each by itself, and those are signed', async () => {
    const wallet = await beginWith(25_000_000n)
    const id = await wallet.transactions.proposeCalls({
      requester: site,
      networkId: wallet.connection.networkId,
      account: wallet.account.address,
      calls: calls(),
      batchId: 'batch',
      requestKey: null,
    })
    const preview = await previewThat(wallet, id, isPriced)
    expect(preview.calls?.map(({ values }) => values.amount)).toEqual(['25000000', '2000000', '25000000'])
    await wallet.transactions.limitAllowance(id, 3_000_000n, 2)
    await previewThat(wallet, id, ({ fee, calls }) => fee !== null && calls?.[2]?.values.amount === '3000000')
    await approve(wallet, id)
    const hashes = await wallet.transactions.executeCalls(id)
    const rows = await Promise.all(hashes.map((_, index) => reaching(wallet, rowOfCall(id, index), 'sealed')))
    expect(rows.map(({ hash }) => hash)).toEqual(hashes)
    expect(rows.map(({ data }) => allowed(data))).toEqual([
      [spender, 25_000_000n],
      [taker, 2_000_000n],
      [taker, 3_000_000n],
    ])
  })
})
