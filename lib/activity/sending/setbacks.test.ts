import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/storage/records'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf, drip, newAccount } from '@/test/transactions/connect'
import {
  approved,
  createStage,
  previewThat,
  reaching,
  rowThat,
  sealedCount,
  sending,
  type Wallet,
} from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address

beforeAll(async () => {
  // No block ends while something happens to what is only pre-confirmed, however busy the machine is.
  network = await createPreviewNetwork({
    control: true,
    faucetCooldownSeconds: 0,
    blockMs: 3_600_000,
    preconfirmMs: 60,
  })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

/** Ends the block, once these are in it. */
async function sealed(wallet: Wallet, ...ids: string[]): Promise<TransactionRecord[]> {
  await Promise.all(ids.map(id => reaching(wallet, id, 'preconfirmed')))
  await seal()
  return Promise.all(ids.map(id => reaching(wallet, id, 'sealed')))
}

async function seal(): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] })
  const response = await fetch(network.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await response.json()).not.toHaveProperty('error')
}

describe('a setback', { timeout: 30_000 }, () => {
  it('a withdrawn pre-confirmation is sent again with the same bytes', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    const { hash, raw } = await reaching(wallet, id, 'preconfirmed')
    const withdrawing = rowThat(wallet, id, row => row.history.at(-1)?.event === 'withdrawn')
    await network.faults.revoke(hash, 'forgotten')
    expect(await withdrawing).toMatchObject({ level: 'accepted', ended: null, receipt: null })
    const [again] = await sealed(wallet, id)
    expect(again).toMatchObject({ hash, raw })
    expect(await sealedCount(wallet)).toBe(1)
  })

  it('a reorganised block sends its transaction again, and it is sealed once', async () => {
    const wallet = await stage.begin()
    const to = newAccount().address
    await seal()
    const id = await approved(wallet, to, 1n)
    await wallet.transactions.execute(id)
    const [first] = await sealed(wallet, id)
    const reorganising = rowThat(wallet, id, row => row.history.at(-1)?.event === 'reorganised')
    await network.faults.reorganise(1, 'forgotten')
    expect(await reorganising).toMatchObject({ level: 'accepted', ended: null, receipt: null })
    const [again] = await sealed(wallet, id)
    expect(again?.raw).toBe(first?.raw)
    expect(again?.receipt?.blockHash).not.toBe(first?.receipt?.blockHash)
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(1n)
  })

  it('replies that the network loses, and an endpoint that is over its limit, delay and duplicate nothing', async () => {
    const wallet = await stage.begin()
    network.faults.set({ lostReplies: 2, http: { status: 429, methods: ['eth_sendRawTransaction'], times: 1 } })
    const ids = [await approved(wallet, somebody, 1n), await approved(wallet, somebody, 2n)]
    await Promise.all(ids.map(id => wallet.transactions.execute(id)))
    const rows = await sealed(wallet, ...ids)
    expect(rows.map(row => row.nonce)).toEqual([0, 1])
    expect(await sealedCount(wallet)).toBe(2)
  })

  it('what happened before the network restarted is lost, its nonces are forgotten, and life goes on', async () => {
    const wallet = await stage.begin()
    const before = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(before)
    await sealed(wallet, before)
    const losing = rowThat(wallet, before, row => row.ended === 'lost')
    await network.faults.reset()
    expect(await losing).toMatchObject({ inFlight: 0, level: 'sealed' })
    await drip(network.faucetUrl, wallet.connection, wallet.account.address)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 2n))
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(preview.nonce).toEqual({ policy: 'next', expected: 0 })
    const digest = (await wallet.approvals.get(id))?.digest ?? '0x'
    await wallet.approvals.approve(id, digest, {})
    await wallet.transactions.execute(id)
    const [row] = await sealed(wallet, id)
    expect(row).toMatchObject({ nonce: 0, epoch: 1 })
  })
})
