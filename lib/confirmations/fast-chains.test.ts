import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { blockNumberReply } from '@/lib/rpc/schemas'
import { createPreviewNetwork, type Mode, type PreviewNetwork } from '@/test/preview-network/index'
import { eventually, newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat } from '@/test/transactions/stage'

const clockPrecisionMs = 5

let network: PreviewNetwork
const stage = createStage(() => network)
afterEach(() => {
  network.faults.clear()
  expect(stage.clear()).toEqual([])
})

/** A funded wallet on a network of its own, and a payment of it that is approved. */
async function paying(mode: Mode, options: { isSocket?: boolean; blockMs?: number; preconfirmMs?: number } = {}) {
  const { isSocket = true, ...timing } = options
  network = await createPreviewNetwork({ mode, faucetCooldownSeconds: 0, ...timing })
  const { stop } = network
  onTestFinished(() => stop())
  const wallet = await stage.begin(isSocket ? {} : { wsUrl: null })
  const payee = newAccount().address
  const id = await approved(wallet, payee, 1n)
  return { wallet, id, execute: () => wallet.transactions.execute(id) }
}

/** Has the payment included only once pushes arrive, while no receipt can be read. @returns its row by push alone */
async function pushed({ wallet, id, execute }: Awaited<ReturnType<typeof paying>>) {
  network.faults.set({ withheld: 'all', callFailure: { methods: ['eth_getTransactionReceipt'] } })
  await execute()
  await expect.poll(() => wallet.watcher.regime(), { timeout: 10_000 }).toBe('preconfirming')
  // From the beginning of a block on: what a push says may rest on the one before.
  const height = (): Promise<bigint> => wallet.connection.request('eth_blockNumber', [], blockNumberReply)
  const before = await height()
  await eventually(async () => (await height()) > before)
  network.faults.set({ withheld: [] })
  const row = await reaching(wallet, id, 'preconfirmed')
  network.faults.clear()
  return row
}

describe('a transaction on RISE', { timeout: 40_000 }, () => {
  it('is pre-confirmed by its shred alone, with the gas that the block later says', async () => {
    const payment = await paying('shreds', { blockMs: 3_000 })
    const { wallet, id } = payment
    const early = await pushed(payment)
    expect(early).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, status: 'success' } })
    expect(early.receipt?.effectiveGasPrice).toBeNull()
    const { receipt } = await reaching(wallet, id, 'sealed')
    expect(receipt).toMatchObject({ blockNumber: early.receipt?.blockNumber, gasUsed: early.receipt?.gasUsed })
    expect(receipt?.effectiveGasPrice).toBeGreaterThan(0n)
  })

  it('is pre-confirmed over HTTP alone', async () => {
    const { wallet, id, execute } = await paying('shreds', { isSocket: false })
    await execute()
    expect((await rowThat(wallet, id, ({ receipt }) => receipt !== null)).level).toBe('preconfirmed')
    await reaching(wallet, id, 'sealed')
  })
})

describe('a transaction on MegaETH', { timeout: 60_000 }, () => {
  it('is pre-confirmed by its mini-block alone, over a socket that offers little else', async () => {
    const payment = await paying('mini-blocks', { blockMs: 3_000 })
    const { wallet, id } = payment
    const early = await pushed(payment)
    expect(early).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, status: 'success' } })
    expect(early.receipt?.effectiveGasPrice).toBeGreaterThan(0n)
    expect(wallet.connection.socket()).toBe('open')
    const { receipt } = await reaching(wallet, id, 'sealed')
    expect(receipt).toMatchObject({ ...early.receipt, blockHash: expect.stringMatching(/^0x/) })
  })

  it('is pre-confirmed over HTTP alone, by a receipt whose block hash is all ones', async () => {
    const { wallet, id, execute } = await paying('mini-blocks', { isSocket: false })
    await execute()
    expect((await rowThat(wallet, id, ({ receipt }) => receipt !== null)).level).toBe('preconfirmed')
    await reaching(wallet, id, 'sealed')
  })
})

describe('a transaction on Monad', { timeout: 40_000 }, () => {
  it('is pre-confirmed in a proposed block, and sealed when the validators have voted for it', async () => {
    const { wallet, id, execute } = await paying('proposed-blocks', { blockMs: 1_500 })
    await execute()
    const early = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    expect(early).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, promisedBy: 'proposer' } })
    const sealed = await reaching(wallet, id, 'sealed')
    expect(sealed.receipt).toMatchObject({ blockNumber: early.receipt?.blockNumber, status: 'success' })
    expect(sealed.receipt).not.toHaveProperty('promisedBy')
    const head = await wallet.connection.passThrough('eth_blockNumber', [])
    expect(BigInt(String(head))).toBeGreaterThan(early.receipt?.blockNumber ?? 0n)
  })

  it('is not told as sealed while it is not known yet that blocks are told before their votes', async () => {
    const { wallet, id, execute } = await paying('proposed-blocks', { blockMs: 600 })
    // Which subscription the network has is found out more slowly than a block is proposed.
    network.faults.set({ delays: { eth_subscribe: { ms: 250 } } })
    await execute()
    const { hash, history } = await reaching(wallet, id, 'sealed')
    const told = history.find(({ level }) => level === 'sealed')?.at
    const sealed = network.levelsOf(hash).find(({ level }) => level === 'sealedAt')?.from
    expect(told).toBeGreaterThanOrEqual((sealed ?? Number.POSITIVE_INFINITY) - clockPrecisionMs)
  })

  it('is sealed where a block becomes final without having been told as voted', async () => {
    const { wallet, id, execute } = await paying('proposed-blocks')
    network.faults.set({ votes: 'skipped' })
    await execute()
    expect((await rowThat(wallet, id, ({ receipt }) => receipt !== null)).level).toBe('preconfirmed')
    await reaching(wallet, id, 'sealed')
  })

  it('is withdrawn where another proposal takes the height, and pre-confirmed again in the next', async () => {
    const { wallet, id, execute } = await paying('proposed-blocks', { blockMs: 2_500 })
    await execute()
    const early = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    expect(early.level).toBe('preconfirmed')
    network.faults.set({ withheld: [early.hash] })
    await network.faults.reorganise(1, 'waiting')
    await rowThat(wallet, id, ({ history }) => history.some(({ event }) => event === 'withdrawn'))
    network.faults.set({ withheld: [] })
    const { history } = await reaching(wallet, id, 'sealed')
    expect(history.filter(({ level, event }) => level === 'sealed' && !event)).toHaveLength(1)
    expect(history.map(({ event }) => event)).not.toContain('reorganised')
  })
})

describe('a transaction behind mev-commit', { timeout: 40_000 }, () => {
  it('is promised by block builders, which says nothing of its success and its fee', async () => {
    const { wallet, id, execute } = await paying('commitments', { blockMs: 5_000 })
    await execute()
    const early = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    expect(early).toMatchObject({
      level: 'preconfirmed',
      receipt: { blockHash: null, promisedBy: 'builders', effectiveGasPrice: null },
    })
    const sealed = await reaching(wallet, id, 'sealed')
    expect(sealed.receipt?.effectiveGasPrice).toBeGreaterThan(0n)
    expect(sealed.receipt).not.toHaveProperty('promisedBy')
  })

  it('is not told as replaced while no builder has committed, although counts include the queue', async () => {
    const { wallet, id, execute } = await paying('commitments', { blockMs: 5_000, preconfirmMs: 60_000 })
    await execute()
    const { history } = await reaching(wallet, id, 'sealed')
    expect(history.filter(({ event }) => event !== undefined)).toEqual([])
  })
})

describe('a transaction that waits on Monad', { timeout: 60_000 }, () => {
  it('is not told as dropped, although nodes there do not say what waits', async () => {
    const { wallet, id, execute } = await paying('proposed-blocks')
    network.faults.set({ withheld: 'all' })
    await execute()
    await new Promise(resolve => setTimeout(resolve, 20_000))
    const row = await wallet.transactions.byId(id)
    network.faults.clear()
    const { history } = await reaching(wallet, id, 'sealed')
    expect(row).toMatchObject({ level: 'accepted', ended: null })
    expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })
})
