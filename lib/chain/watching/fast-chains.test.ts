import 'fake-indexeddb/auto'
import type { Hash } from 'viem'
import { describe, expect, it, type TestContext } from 'vitest'
import { toQuantity } from '@/lib/base/hex'
import { hashSchema } from '@/lib/base/hex-schemas'
import type { Level } from '@/lib/base/level'
import { blockNumberReply } from '@/lib/base/rpc/schemas'
import type { TransactionRecord } from '@/lib/storage/records'
import { type Faults, startFaultyGateway } from '@/test/faulty-gateway'
import { createPreviewNetwork, type LevelSpan, type Mode, type PreviewNetwork } from '@/test/preview-network/index'
import { eventually, newAccount } from '@/test/transactions/connect'
import { approved, createStage, reaching, rowThat, type Wallet } from '@/test/transactions/stage'
import type { Sighting } from './types'

const clockPrecisionMs = 5

/** Blocks come only when a test asks for one: however busy the machine is, no level passes unseen. */
const onDemand = { blockMs: 3_600_000 }

interface Setting {
  isSocket?: boolean
  chainId?: number
  blockMs?: number
  preconfirmMs?: number
  /** Answers of a gateway in front of the network, in place of the network's own. */
  answer?: Faults['answer']
}

/** A funded wallet behind a gateway, on a network of its own, and a payment of it that is approved. */
async function paying(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  mode: Mode,
  { isSocket = true, answer, ...options }: Setting = {},
) {
  const network = await createPreviewNetwork({ mode, faucetCooldownSeconds: 0, ...options })
  onTestFinished(() => network.stop())
  const gateway = await startFaultyGateway(network)
  onTestFinished(() => gateway.close())
  if (answer !== undefined) gateway.faults.answer = answer
  const stage = createStage(() => network)
  onTestFinished(() => {
    network.faults.clear()
    expect(stage.clear()).toEqual([])
  })
  const wallet = await stage.begin({ rpcUrl: gateway.url, wsUrl: isSocket ? gateway.socketUrl : null, drips: 0 })
  await network.faults.alter('anvil_setBalance', [wallet.account.address, toQuantity(10n ** 18n)])
  const payee = newAccount().address
  const id = await approved(wallet, payee, 1n)
  return { network, stage, wallet, id, gateway, execute: () => wallet.transactions.execute(id) }
}

const head = ({ connection }: Wallet): Promise<bigint> => connection.request('eth_blockNumber', [], blockNumberReply)

type Payment = Awaited<ReturnType<typeof paying>>

/**
 * Proposals that get their votes only after 20 blocks: on a busy machine too, what is read first of a transaction is
 * its proposal. Blocks come as often as on the real chain, so that the wallet learns from them what chain it is.
 */
const lateVotes = { blockMs: 400, safeBlocks: 20, finalizedBlocks: 25 }

/** Sends the payment. @returns its row once something was read of it; until then no block comes */
async function early({ wallet, id, execute }: Payment): Promise<TransactionRecord> {
  await execute()
  return rowThat(wallet, id, ({ receipt }) => receipt !== null)
}

/** Sends the payment and has it proposed. @returns its row once something was read of it; until then no vote comes */
async function proposed({ network, wallet, id, execute }: Payment): Promise<TransactionRecord> {
  await execute()
  await network.faults.seal()
  return rowThat(wallet, id, ({ receipt }) => receipt !== null)
}

/** Seals as many blocks as make a proposed one final, at the depths of the mode. */
async function sealUntilFinal({ network }: Payment): Promise<void> {
  await network.faults.seal()
  await network.faults.seal()
}

/** Has the payment included only once pushes arrive, while no receipt can be read. @returns its row by push alone */
async function pushed({ expect: expecting }: Pick<TestContext, 'expect'>, { network, wallet, id, execute }: Payment) {
  network.faults.set({ withheld: 'all', callFailure: { methods: ['eth_getTransactionReceipt'] } })
  await execute()
  await expecting.poll(() => wallet.watcher.regime(), { timeout: 10_000 }).toBe('preconfirming')
  // From the beginning of a block on: what a push says may rest on the one before.
  const before = await head(wallet)
  await eventually(async () => (await head(wallet)) > before)
  network.faults.set({ withheld: [] })
  const row = await reaching(wallet, id, 'preconfirmed')
  network.faults.clear()
  return row
}

describe.concurrent('a transaction on RISE', { timeout: 40_000 }, () => {
  it('is pre-confirmed by its shred alone, with the gas that the block later says', async context => {
    const payment = await paying(context, 'shreds', { blockMs: 3_000 })
    const { wallet, id } = payment
    const told = await pushed(context, payment)
    expect(told).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, status: 'success' } })
    expect(told.receipt?.effectiveGasPrice).toBeNull()
    const { receipt } = await reaching(wallet, id, 'sealed')
    expect(receipt).toMatchObject({ blockNumber: told.receipt?.blockNumber, gasUsed: told.receipt?.gasUsed })
    expect(receipt?.effectiveGasPrice).toBeGreaterThan(0n)
  })

  it('is pre-confirmed over HTTP alone', async context => {
    const payment = await paying(context, 'shreds', { isSocket: false, ...onDemand })
    expect((await early(payment)).level).toBe('preconfirmed')
    await payment.network.faults.seal()
    await reaching(payment.wallet, payment.id, 'sealed')
  })
})

describe.concurrent('a transaction on MegaETH', { timeout: 60_000 }, () => {
  it('is pre-confirmed by its mini-block alone, over a socket that offers little else', async context => {
    const payment = await paying(context, 'mini-blocks', { blockMs: 3_000 })
    const { wallet, id } = payment
    const told = await pushed(context, payment)
    expect(told).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, status: 'success' } })
    expect(told.receipt?.effectiveGasPrice).toBeGreaterThan(0n)
    expect(wallet.connection.socket()).toBe('open')
    const { receipt } = await reaching(wallet, id, 'sealed')
    expect(receipt).toMatchObject({ ...told.receipt, blockHash: expect.stringMatching(/^0x/) })
  })

  it('is pre-confirmed over HTTP alone, by a receipt whose block hash is all ones', async context => {
    const payment = await paying(context, 'mini-blocks', { isSocket: false, ...onDemand })
    expect((await early(payment)).level).toBe('preconfirmed')
    await payment.network.faults.seal()
    await reaching(payment.wallet, payment.id, 'sealed')
  })
})

describe.concurrent('a transaction on Monad', { timeout: 40_000 }, () => {
  it('is pre-confirmed in a proposed block, and sealed when the validators have voted for it', async context => {
    const payment = await paying(context, 'proposed-blocks', lateVotes)
    const { receipt, level } = await early(payment)
    expect(level).toBe('preconfirmed')
    expect(receipt).toMatchObject({ blockHash: null, promisedBy: 'proposer' })
    const sealed = await reaching(payment.wallet, payment.id, 'sealed')
    expect(sealed.receipt).toMatchObject({ blockNumber: receipt?.blockNumber, status: 'success' })
    expect(sealed.receipt).not.toHaveProperty('promisedBy')
  })

  it('is not told as sealed while it is not known yet that blocks are told before their votes', async context => {
    const { network, wallet, id, execute } = await paying(context, 'proposed-blocks', lateVotes)
    // Which subscription the network has is found out by the fifth question.
    network.faults.set({ delays: { eth_subscribe: { ms: 700 } } })
    await execute()
    const { hash, history } = await reaching(wallet, id, 'sealed')
    const told = history.find(({ level }) => level === 'sealed')?.at
    const sealed = network.levelsOf(hash).find(({ level }) => level === 'sealedAt')?.from
    expect(told).toBeGreaterThanOrEqual((sealed ?? Number.POSITIVE_INFINITY) - clockPrecisionMs)
  })

  it('is sealed where a block becomes final without having been told as voted', async context => {
    const payment = await paying(context, 'proposed-blocks', lateVotes)
    payment.network.faults.set({ votes: 'skipped' })
    expect((await early(payment)).level).toBe('preconfirmed')
    await reaching(payment.wallet, payment.id, 'sealed')
  })

  it('is withdrawn where another proposal takes the height, and pre-confirmed again in the next', async context => {
    const payment = await paying(context, 'proposed-blocks', { chainId: 143, ...onDemand })
    const { network, wallet, id } = payment
    const first = await proposed(payment)
    expect(first.level).toBe('preconfirmed')
    network.faults.set({ withheld: [first.hash] })
    await network.faults.reorganise(1, 'waiting')
    await network.faults.seal()
    await rowThat(wallet, id, ({ history }) => history.some(({ event }) => event === 'withdrawn'))
    network.faults.set({ withheld: [] })
    await network.faults.seal()
    await rowThat(wallet, id, ({ history }) => history.at(-1)?.level === 'preconfirmed')
    await network.faults.seal()
    const { history } = await reaching(wallet, id, 'sealed')
    expect(history.filter(({ level, event }) => level === 'sealed' && !event)).toHaveLength(1)
    expect(history.map(({ event }) => event)).not.toContain('reorganised')
  })
})

/** When the wallet told of a level first. */
function toldAt({ history }: TransactionRecord, level: Level): number {
  return history.find(step => step.level === level)?.at ?? Number.NEGATIVE_INFINITY
}

/** When the network itself had a transaction at a level last; a proposed block is sealed from its votes on. */
function reachedAt(network: PreviewNetwork, hash: Hash, level: LevelSpan['level']): number {
  const span = network.levelsOf(hash).findLast(each => each.level === level)
  return (span?.from ?? Number.POSITIVE_INFINITY) - clockPrecisionMs
}

describe.concurrent('a transaction on Monad without pushes', { timeout: 60_000 }, () => {
  const chainId = 143

  it('is pre-confirmed in a proposed block, and sealed when the tag safe reaches it', async context => {
    const payment = await paying(context, 'proposed-blocks', { isSocket: false, chainId, ...onDemand })
    const { network, wallet, id } = payment
    const first = await proposed(payment)
    expect(first).toMatchObject({ level: 'preconfirmed', receipt: { blockHash: null, promisedBy: 'proposer' } })
    await network.faults.seal()
    const sealed = await reaching(wallet, id, 'sealed')
    expect(toldAt(sealed, 'sealed')).toBeGreaterThanOrEqual(reachedAt(network, sealed.hash, 'sealedAt'))
    expect(sealed.receipt).not.toHaveProperty('promisedBy')
    await sealUntilFinal(payment)
    await reaching(wallet, id, 'final')
  })

  it('is withdrawn where another proposal takes the height, and was never told as sealed', async context => {
    const payment = await paying(context, 'proposed-blocks', { isSocket: false, chainId, ...onDemand })
    const { network, wallet, id } = payment
    const first = await proposed(payment)
    network.faults.set({ withheld: [first.hash] })
    await network.faults.reorganise(1, 'waiting')
    await network.faults.seal()
    const withdrawn = await rowThat(wallet, id, ({ history }) => history.some(({ event }) => event !== undefined))
    expect(withdrawn.history.flatMap(({ event }) => event ?? [])).toEqual(['withdrawn'])
    expect(withdrawn.history.map(({ level }) => level)).not.toContain('sealed')
    network.faults.set({ withheld: [] })
    await sealUntilFinal(payment)
    const sealed = await reaching(wallet, id, 'sealed')
    expect(toldAt(sealed, 'sealed')).toBeGreaterThanOrEqual(reachedAt(network, sealed.hash, 'sealedAt'))
  })

  it.for([
    ['an error', { error: { code: -32_602, message: 'unknown block tag' } }],
    ['null', { result: null }],
  ] as const)(
    'is sealed when it is final where the endpoint answers the tag safe with %s',
    async ([, reply], context) => {
      const payment = await paying(context, 'proposed-blocks', {
        ...{ isSocket: false, chainId, ...onDemand },
        answer: ({ params }) => (params[0] === 'safe' ? reply : undefined),
      })
      const { network, wallet, id } = payment
      expect((await proposed(payment)).level).toBe('preconfirmed')
      await sealUntilFinal(payment)
      const sealed = await reaching(wallet, id, 'sealed')
      expect(toldAt(sealed, 'sealed')).toBeGreaterThanOrEqual(reachedAt(network, sealed.hash, 'finalAt'))
    },
  )

  it('stays sealed in the next life of the worker, where the endpoint no longer answers the tag safe', async context => {
    const payment = await paying(context, 'proposed-blocks', { isSocket: false, chainId, ...onDemand })
    const { network, stage, wallet, id, gateway } = payment
    await proposed(payment)
    await network.faults.seal()
    await reaching(wallet, id, 'sealed')
    wallet.kill()
    gateway.faults.answer = ({ params }) => (params[0] === 'safe' ? { result: null } : undefined)
    const next = await stage.resume(wallet, { rpcUrl: gateway.url, wsUrl: null })
    await next.transactions.recover()
    await sealUntilFinal(payment)
    const { history } = await reaching(next, id, 'final')
    expect(history.flatMap(({ event }) => event ?? [])).toEqual([])
  })

  it('costs no other chain a call for the tag safe', async context => {
    const payment = await paying(context, 'preconfirmed', { isSocket: false, ...onDemand })
    const { gateway } = payment
    expect((await early(payment)).level).toBe('preconfirmed')
    const rounds = gateway.requests.filter(({ body }) => body.includes('eth_getTransactionReceipt'))
    expect(rounds.length).toBeGreaterThan(0)
    expect(rounds.filter(({ body }) => /"(safe|finalized)"/.test(body))).toEqual([])
  })

  it('is sealed by the tag safe where the socket refuses to tell of proposals', async context => {
    const payment = await paying(context, 'proposed-blocks', {
      ...{ chainId, ...onDemand },
      answer: ({ method, params }) =>
        method === 'eth_subscribe' && params[0] !== 'newHeads'
          ? { error: { code: -32_602, message: 'unknown subscription' } }
          : undefined,
    })
    const { network, wallet, id } = payment
    expect((await proposed(payment)).level).toBe('preconfirmed')
    await network.faults.seal()
    const sealed = await reaching(wallet, id, 'sealed')
    expect(toldAt(sealed, 'sealed')).toBeGreaterThanOrEqual(reachedAt(network, sealed.hash, 'sealedAt'))
  })

  it('is sealed by the tag safe on a chain that is known by a proposal it told before its socket fell silent', async context => {
    // Longer than a socket may be silent until nothing follows from it.
    const { network, wallet, id, execute } = await paying(context, 'proposed-blocks', { blockMs: 4_000 })
    network.faults.set({ withheld: 'all' })
    await execute()
    await context.expect.poll(() => wallet.watcher.regime(), { timeout: 15_000 }).toBe('preconfirming')
    network.faults.set({ silentSockets: true, withheld: [] })
    const { hash } = await rowThat(wallet, id, ({ receipt }) => receipt !== null)
    const sealed = await reaching(wallet, id, 'sealed')
    expect(toldAt(sealed, 'sealed')).toBeGreaterThanOrEqual(reachedAt(network, hash, 'sealedAt'))
  })

  it('is not told as replaced while what has its nonce is only proposed', async context => {
    const { network, wallet, id, execute } = await paying(context, 'proposed-blocks', {
      isSocket: false,
      chainId,
      blockMs: 3_000,
    })
    network.faults.set({ withheld: 'all' })
    const { account, connection, watcher } = wallet
    const sightings: Sighting[] = []
    watcher.onSighting(sighting => sightings.push(sighting))
    await execute()
    const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = await reaching(wallet, id, 'accepted')
    const fees = { maxFeePerGas: 2n * maxFeePerGas, maxPriorityFeePerGas: 2n * maxPriorityFeePerGas + 1n }
    const other = { type: 'eip1559', chainId, nonce, gas, to: account.address, ...fees } as const
    const hash = await connection.passThrough('eth_sendRawTransaction', [await account.signTransaction(other)])
    network.faults.set({ withheld: [] })
    const row = await rowThat(wallet, id, ({ ended }) => ended === 'replaced')
    expect(row.replacement?.hash).toBe(hash)
    const votedAt = reachedAt(network, hashSchema.parse(hash), 'sealedAt')
    expect(row.history.find(({ event }) => event === 'replaced')?.at).toBeGreaterThanOrEqual(votedAt)
    expect(sightings.find(({ kind }) => kind === 'nonce-taken')?.receivedAt).toBeGreaterThanOrEqual(votedAt)
  })
})

describe.concurrent('a transaction behind mev-commit', { timeout: 40_000 }, () => {
  it('is promised by block builders, which says nothing of its success and its fee', async context => {
    const payment = await paying(context, 'commitments', onDemand)
    const { network, wallet, id } = payment
    expect(await early(payment)).toMatchObject({
      level: 'preconfirmed',
      receipt: { blockHash: null, promisedBy: 'builders', effectiveGasPrice: null },
    })
    await network.faults.seal()
    const sealed = await reaching(wallet, id, 'sealed')
    expect(sealed.receipt?.effectiveGasPrice).toBeGreaterThan(0n)
    expect(sealed.receipt).not.toHaveProperty('promisedBy')
  })

  it('is not told as replaced while no builder has committed, although counts include the queue', async context => {
    const { wallet, id, execute } = await paying(context, 'commitments', { blockMs: 5_000, preconfirmMs: 60_000 })
    await execute()
    const { history } = await reaching(wallet, id, 'sealed')
    expect(history.filter(({ event }) => event !== undefined)).toEqual([])
  })
})

describe.concurrent('a transaction that waits on Monad', { timeout: 60_000 }, () => {
  it('is not told as dropped, although nodes there do not say what waits', async context => {
    const { network, wallet, id, execute } = await paying(context, 'proposed-blocks')
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
