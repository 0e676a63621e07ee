import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { createPublicClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  journalOf,
  previewThat,
  reaching,
  rowThat,
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
beforeEach(() => network.faults.set({ withheld: [], extraGas: 0 }))
afterEach(() => expect(stage.clear()).toEqual([]))

const recipient = newAccount().address
const paid = () => createPublicClient({ transport: http(network.rpcUrl) }).getBalance({ address: recipient })

/** Three payments that no block takes. */
async function withWaiting(
  options: Parameters<typeof stage.begin>[0] = {},
): Promise<{ wallet: Wallet; ids: string[] }> {
  const wallet = await stage.begin({ drips: 2, ...options })
  network.faults.set({ withheld: 'all' })
  const ids: string[] = []
  for (const value of [5n, 6n, 7n]) {
    const id = await approved(wallet, recipient, value)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'accepted')
    ids.push(id)
  }
  return { wallet, ids }
}

describe('everything that waits', { timeout: 30_000 }, () => {
  it('is cancelled in one decision, each by what outbids it, and nothing is paid', async () => {
    const before = await paid()
    const { wallet, ids } = await withWaiting()
    const id = await wallet.transactions.proposeCancelAll(firstNetworkOf(network.chainId), wallet.account.address)
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(preview.calls?.map(({ code }) => code)).toEqual(Array(3).fill('cancel-transaction'))
    await approve(wallet, id)
    expect(await wallet.transactions.executeCalls(id)).toHaveLength(3)
    // What the decision calls the most it can cost is that of all of them together.
    const signed = (await journalOf(wallet)).filter(({ purpose }) => purpose === 'cancel')
    const most = signed.reduce((sum, { gas, maxFeePerGas }) => sum + gas * maxFeePerGas, 0n)
    expect(BigInt(preview.fee?.ceiling ?? 0)).toBe(most)
    network.faults.set({ withheld: [] })
    for (const [index, replaced] of ids.entries()) {
      const row = await reaching(wallet, rowOfCall(id, index), 'sealed')
      expect(row).toMatchObject({ nonce: index, purpose: 'cancel', replaces: replaced, value: 0n })
      await rowThat(wallet, replaced, ({ ended }) => ended === 'replaced')
    }
    expect(await paid()).toBe(before)
    expect((await wallet.approvals.get(id))?.status).toBe('done')
    await expect(
      wallet.transactions.proposeCancelAll(firstNetworkOf(network.chainId), wallet.account.address),
    ).rejects.toMatchObject({
      code: 'not-replaceable',
    })
  })

  it('is cancelled too where a transfer needs more gas than 21,000', async () => {
    network.faults.set({ extraGas: 79_000 })
    const before = await paid()
    const { wallet } = await withWaiting()
    const id = await wallet.transactions.proposeCancelAll(firstNetworkOf(network.chainId), wallet.account.address)
    await approve(wallet, id)
    expect(await wallet.transactions.executeCalls(id)).toHaveLength(3)
    network.faults.set({ withheld: [] })
    for (const index of [0, 1, 2]) await reaching(wallet, rowOfCall(id, index), 'sealed')
    expect(await paid()).toBe(before)
  })

  it('is passed over where it is in a block by then; the rest is cancelled', async () => {
    const before = await paid()
    const { wallet, ids } = await withWaiting()
    const id = await wallet.transactions.proposeCancelAll(firstNetworkOf(network.chainId), wallet.account.address)
    await approve(wallet, id)
    const [first = ''] = ids
    const { hash } = (await wallet.transactions.byId(first)) ?? {}
    const others = (await journalOf(wallet)).map(row => row.hash).filter(other => other !== hash)
    network.faults.set({ withheld: others })
    await reaching(wallet, first, 'sealed')
    expect(await wallet.transactions.executeCalls(id)).toHaveLength(2)
    network.faults.set({ withheld: [] })
    for (const index of [1, 2]) await reaching(wallet, rowOfCall(id, index), 'sealed')
    expect(await paid()).toBe(before + 5n)
  })

  it.each(['approve-sign', 'sign-journal', 'journal-submit', 'submit-reply'] as const)(
    'is cancelled once each where the worker died at %s',
    async step => {
      const before = await paid()
      let deadly = ''
      const reached = Promise.withResolvers<void>()
      const { wallet: dying } = await withWaiting({
        async barrier(at) {
          if (at !== deadly) return
          reached.resolve()
          await new Promise(() => undefined)
        },
      })
      const id = await dying.transactions.proposeCancelAll(firstNetworkOf(network.chainId), dying.account.address)
      await approve(dying, id)
      deadly = step
      dying.transactions.executeCalls(id).catch(() => undefined)
      await reached.promise
      dying.kill()
      const wallet = await stage.resume(dying)
      await wallet.transactions.recover()
      for (const index of [0, 1, 2]) await reaching(wallet, rowOfCall(id, index), 'accepted')
      network.faults.set({ withheld: [] })
      for (const index of [0, 1, 2]) await reaching(wallet, rowOfCall(id, index), 'sealed')
      expect(await paid()).toBe(before)
      expect((await journalOf(wallet)).filter(({ purpose }) => purpose === 'cancel')).toHaveLength(3)
    },
  )
})
