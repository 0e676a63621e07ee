import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blockNumberReply } from '@/lib/rpc/schemas'
import { type PreviewNetwork, startPreviewNetwork } from '@/test/preview-network'
import { balanceOf, drip, eventually, newAccount } from '@/test/transactions/connect'
import { approved, createStage, previewThat, reaching, rowThat, sealedCount, sending } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address

beforeAll(async () => {
  // Long enough between two blocks for something to happen to what is only pre-confirmed.
  network = await startPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 1_500, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

describe('a setback', { timeout: 30_000 }, () => {
  it('a withdrawn pre-confirmation is sent again with the same bytes', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    const { hash, raw } = await reaching(wallet, id, 'preconfirmed')
    await network.faults.revoke(hash, 'forgotten')
    const withdrawn = await rowThat(wallet, id, row => row.history.at(-1)?.event === 'withdrawn')
    expect(withdrawn).toMatchObject({ level: 'accepted', ended: null, receipt: null })
    const sealed = await reaching(wallet, id, 'sealed')
    expect(sealed).toMatchObject({ hash, raw })
    expect(await sealedCount(wallet)).toBe(1)
  })

  it('a reorganised block sends its transaction again, and it is sealed once', async () => {
    const wallet = await stage.begin()
    const to = newAccount().address
    await eventually(async () => (await balanceOf(wallet.connection, wallet.account.address, 'latest')) > 0n)
    const id = await approved(wallet, to, 1n)
    await wallet.transactions.execute(id)
    const first = await reaching(wallet, id, 'sealed')
    const head = await wallet.connection.request('eth_blockNumber', [], blockNumberReply)
    await network.faults.reorganise(Number(head - (first.receipt?.blockNumber ?? head)) + 1, 'forgotten')
    await rowThat(wallet, id, row => row.history.some(({ event }) => event === 'reorganised'))
    const again = await rowThat(
      wallet,
      id,
      row => row.level === 'sealed' && row.receipt?.blockHash !== first.receipt?.blockHash,
    )
    expect(again.raw).toBe(first.raw)
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(1n)
  })

  it('replies that the network loses, and an endpoint that is over its limit, delay and duplicate nothing', async () => {
    const wallet = await stage.begin()
    network.faults.set({ lostReplies: 2, http: { status: 429, methods: ['eth_sendRawTransaction'], times: 1 } })
    const ids = [await approved(wallet, somebody, 1n), await approved(wallet, somebody, 2n)]
    await Promise.all(ids.map(id => wallet.transactions.execute(id)))
    const rows = await Promise.all(ids.map(id => reaching(wallet, id, 'sealed')))
    expect(rows.map(row => row.nonce)).toEqual([0, 1])
    expect(await sealedCount(wallet)).toBe(2)
  })

  it('what happened before the network restarted is lost, its nonces are forgotten, and life goes on', async () => {
    const wallet = await stage.begin()
    const before = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(before)
    await reaching(wallet, before, 'sealed')
    await network.faults.reset()
    const lost = await rowThat(wallet, before, row => row.ended === 'lost')
    expect(lost).toMatchObject({ inFlight: 0, level: 'sealed' })
    await drip(network.faucetUrl, wallet.connection, wallet.account.address)
    const id = await wallet.transactions.propose(sending(wallet, somebody, 2n))
    const preview = await previewThat(wallet, id, ({ fee }) => fee !== null)
    expect(preview.nonce).toEqual({ policy: 'next', expected: 0 })
    const digest = (await wallet.approvals.get(id))?.digest ?? '0x'
    await wallet.approvals.approve(id, digest, {})
    await wallet.transactions.execute(id)
    expect(await reaching(wallet, id, 'sealed')).toMatchObject({ nonce: 0, epoch: 1 })
  })
})
