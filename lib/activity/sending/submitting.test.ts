import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RpcError } from '@/lib/base/rpc/errors'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { eventually, newAccount } from '@/test/transactions/connect'
import { answering, type Interference, interfering } from '@/test/transactions/interference'
import { approved, createStage, journalOf, reaching, rowThat, sealedCount } from '@/test/transactions/stage'
import { approve } from '@/test/transactions/worker-life'

let network: PreviewNetwork
const stage = createStage(() => network)
const somebody = newAccount().address
const ether = 10n ** 18n

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

describe('a submission', { timeout: 30_000 }, () => {
  it('whose reply is lost is submitted, and resolved by looking', async () => {
    const sent: string[] = []
    const looking = Promise.withResolvers<void>()
    const wallet = await stage.begin({
      wsUrl: null,
      through: connection => ({
        ...interfering(['lose-reply'], sent)(connection),
        async batch(...asked) {
          if (sent.length > 0) await looking.promise
          return connection.batch(...asked)
        },
      }),
    })
    const id = await approved(wallet, somebody, 1n)
    const hash = await wallet.transactions.execute(id)
    expect((await wallet.transactions.byId(id))?.level).toBe('submitted')
    looking.resolve()
    const row = await reaching(wallet, id, 'sealed')
    expect(row.hash).toBe(hash)
    expect(await sealedCount(wallet)).toBe(1)
    expect(new Set(sent).size).toBe(1)
  })

  it('that never arrives goes out again with the same bytes', async () => {
    const sent: string[] = []
    const wallet = await stage.begin({ through: interfering(['lose-request', 'lose-request'], sent) })
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    await reaching(wallet, id, 'sealed')
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sent).size).toBe(1)
  })

  it('through a gateway that counts in JSON numbers takes the numbers that it tells', async () => {
    const wallet = await stage.begin({ through: answering('eth_getTransactionCount', count => Number(count)) })
    for (const nonce of [0, 1]) {
      const id = await approved(wallet, somebody, 1n)
      await wallet.transactions.execute(id)
      expect(await reaching(wallet, id, 'sealed')).toMatchObject({ nonce })
    }
  })

  it('answered with «already known» is accepted', async () => {
    const wallet = await stage.begin({
      through: interfering(['lose-reply', new RpcError('already-known', 'already known')]),
    })
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    await wallet.transactions.resend(id)
    expect(await reaching(wallet, id, 'accepted')).toMatchObject({ ended: null, refusal: null })
  })

  it('answered with «nonce too low» although its receipt is there is accepted', async () => {
    const reached = Promise.withResolvers<void>()
    const wallet = await stage.begin({
      barrier: async step => {
        if (step !== 'submit-reply') return
        reached.resolve()
        await new Promise(() => undefined)
      },
    })
    const id = await approved(wallet, somebody, 1n)
    wallet.transactions.execute(id).catch(() => undefined)
    await reached.promise
    wallet.kill()

    const sent: string[] = []
    const later = await stage.resume(wallet, { through: interfering([], sent) })
    await eventually(async () => (await sealedCount(later)) === 1)
    // The node has it sealed and refuses the bytes; the worker does not know the end of its own story.
    await later.transactions.recover()
    expect(sent).toHaveLength(1)
    const row = await reaching(later, id, 'sealed')
    expect(row).toMatchObject({ ended: null, refusal: null })
    expect(await later.transactions.execute(id)).toBe(row.hash)
  })

  it('refused for good ends the transaction, says why each time it is asked for, and gives the nonce back', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, ether)
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'insufficient-funds' })
    expect(await wallet.transactions.byId(id)).toMatchObject({ ended: 'dropped', inFlight: 0, nonce: 0 })
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'insufficient-funds' })

    const next = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(next)
    expect(await reaching(wallet, next, 'sealed')).toMatchObject({ nonce: 0 })
    await expect(wallet.transactions.resend(id)).rejects.toMatchObject({ code: 'not-replaceable' })
  })

  it('refused for good is refused after a restart too', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, ether)
    await expect(wallet.transactions.execute(id)).rejects.toMatchObject({ code: 'insufficient-funds' })
    wallet.kill()
    const later = await stage.resume(wallet)
    await later.transactions.recover()
    await expect(later.transactions.execute(id)).rejects.toMatchObject({ code: 'insufficient-funds' })
    expect(await later.transactions.rows(firstNetworkOf(network.chainId), wallet.account.address, 10)).toHaveLength(1)
  })

  it('refused while later ones are reserved leaves a hole, which is explained and filled', async () => {
    const wallet = await stage.begin()
    const tooMuch = await approved(wallet, somebody, ether)
    const small = await approved(wallet, somebody, 1n)
    const [refusal] = await Promise.allSettled([
      wallet.transactions.execute(tooMuch),
      wallet.transactions.execute(small),
    ])
    expect(refusal.status).toBe('rejected')
    const waiting = await wallet.transactions.byId(small)
    expect(waiting?.nonce).toBe(1)
    expect(await wallet.transactions.holes(firstNetworkOf(network.chainId), wallet.account.address)).toEqual([0])
    expect(waiting && wallet.transactions.waitsForNonce(waiting)).toBe(0)

    const fill = await wallet.transactions.proposeFillNonce(firstNetworkOf(network.chainId), wallet.account.address)
    await approve(wallet, fill)
    await wallet.transactions.execute(fill)
    const rows = await Promise.all([fill, small].map(id => reaching(wallet, id, 'sealed')))
    expect(rows.map(row => row.nonce)).toEqual([0, 1])
    expect(await wallet.transactions.holes(firstNetworkOf(network.chainId), wallet.account.address)).toEqual([])
  })

  it('of a used up nonce is refused, and the one that took it stands', async () => {
    const wallet = await stage.begin()
    const first = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(first)
    const sealed = await reaching(wallet, first, 'sealed')
    const again = await approved(wallet, somebody, 2n, { nonce: 0 })
    await expect(wallet.transactions.execute(again)).rejects.toMatchObject({ code: 'transaction-rejected' })
    expect(await wallet.transactions.byId(again)).toMatchObject({
      ended: 'replaced',
      replacement: { hash: sealed.hash },
    })
    expect(await sealedCount(wallet)).toBe(1)
  })
})

describe('a replacement', { timeout: 30_000 }, () => {
  /** A transaction that waits for nonce 0, which nothing has. */
  async function waiting() {
    const wallet = await stage.begin()
    const id = await approved(wallet, somebody, 1n, { nonce: 1 })
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'accepted')
    const fill = async (): Promise<void> => {
      const filling = await wallet.transactions.proposeFillNonce(
        firstNetworkOf(network.chainId),
        wallet.account.address,
      )
      await approve(wallet, filling)
      await wallet.transactions.execute(filling)
    }
    return { wallet, id, row, fill }
  }

  it('that speeds up takes the nonce, and the first one is called replaced', async () => {
    const { wallet, id, row, fill } = await waiting()
    expect(wallet.transactions.replaceable(row)).toBe(true)
    const faster = await wallet.transactions.proposeSpeedUp(id)
    await approve(wallet, faster)
    await wallet.transactions.execute(faster)
    await fill()
    const sealed = await reaching(wallet, faster, 'sealed')
    expect(sealed).toMatchObject({ nonce: 1, value: 1n, replaces: id, purpose: 'speed-up' })
    expect(sealed.maxFeePerGas * 1_000n).toBeGreaterThan(row.maxFeePerGas * 1_125n)
    expect(sealed.maxPriorityFeePerGas * 1_000n).toBeGreaterThan(row.maxPriorityFeePerGas * 1_125n)
    const replaced = await rowThat(wallet, id, ({ ended }) => ended === 'replaced')
    expect(replaced.history.at(-1)).toMatchObject({ event: 'replaced' })
    expect(await wallet.transactions.inPlaceOf(replaced)).toMatchObject({ id: faster })
    expect(await sealedCount(wallet)).toBe(2)
  })

  it('that cancels moves nothing', async () => {
    const { wallet, id, fill } = await waiting()
    const cancel = await wallet.transactions.proposeCancel(id)
    await approve(wallet, cancel)
    await wallet.transactions.execute(cancel)
    await fill()
    const row = await reaching(wallet, cancel, 'sealed')
    expect(row).toMatchObject({ nonce: 1, value: 0n, purpose: 'cancel' })
    expect(row.to?.toLowerCase()).toBe(wallet.account.address.toLowerCase())
    const replaced = await rowThat(wallet, id, ({ ended }) => ended === 'replaced')
    expect(await wallet.transactions.inPlaceOf(replaced)).toBeUndefined()
  })

  it('of a replacement outbids both', async () => {
    const { wallet, id } = await waiting()
    const fees: bigint[] = []
    let replaced = id
    for (let time = 0; time < 3; time += 1) {
      replaced = await wallet.transactions.proposeSpeedUp(replaced)
      await approve(wallet, replaced)
      await wallet.transactions.execute(replaced)
      fees.push((await reaching(wallet, replaced, 'accepted')).maxPriorityFeePerGas)
    }
    expect(fees).toEqual([...fees].sort((a, b) => (a < b ? -1 : 1)))
    expect((await journalOf(wallet)).every(row => row.nonce === 1)).toBe(true)
  })

  it('is no longer offered once it cannot help, and one being read is taken away', async () => {
    const { wallet, id, fill } = await waiting()
    const late = await wallet.transactions.proposeSpeedUp(id)
    const taken = new Promise<string>(resolve => {
      wallet.approvals.onChange(approval => {
        if (approval.id === late && approval.status !== 'waiting') resolve(approval.status)
      })
    })
    await fill()
    const row = await reaching(wallet, id, 'preconfirmed')
    expect(await taken).toBe('cancelled')
    expect(wallet.transactions.replaceable(row)).toBe(false)
    await expect(wallet.transactions.proposeCancel(id)).rejects.toMatchObject({ code: 'not-replaceable' })
  })

  it('approved too late is never signed', async () => {
    const { wallet, id, fill } = await waiting()
    const late = await wallet.transactions.proposeSpeedUp(id)
    await approve(wallet, late)
    await fill()
    await reaching(wallet, id, 'preconfirmed')
    await expect(wallet.transactions.execute(late)).rejects.toMatchObject({ code: 'not-replaceable' })
    expect(await wallet.transactions.byId(late)).toBeUndefined()
    // The caller was told that it failed: no later worker may sign it after all.
    expect((await wallet.approvals.get(late))?.status).toBe('done')
    wallet.kill()
    const later = await stage.resume(wallet)
    await later.transactions.recover()
    await expect(later.transactions.execute(late)).rejects.toMatchObject({ code: 'approval-gone' })
    expect(await later.transactions.byId(late)).toBeUndefined()
  })

  /** A transaction that does not get through until it is refused, which gives its nonce back. */
  async function refusable() {
    const plan: Interference[] = Array(100).fill(new RpcError('pool-full', 'txpool is full'))
    const wallet = await stage.begin({ through: interfering(plan) })
    const id = await approved(wallet, somebody, 1n)
    await wallet.transactions.execute(id)
    const refuse = async (): Promise<void> => {
      plan.splice(0, plan.length, new RpcError('underpriced', 'transaction underpriced'))
      const refused = rowThat(wallet, id, ({ inFlight }) => inFlight === 0)
      // Said to this call, unless another attempt was under way.
      await wallet.transactions.resend(id).catch(() => undefined)
      await refused
    }
    return { wallet, id, refuse }
  }

  it('of what was refused meanwhile is never signed: another payment has the nonce', async () => {
    const { wallet, id, refuse } = await refusable()
    const cancel = await wallet.transactions.proposeCancel(id)
    await approve(wallet, cancel)
    await refuse()
    const other = await approved(wallet, somebody, 2n)
    await wallet.transactions.execute(other)
    await expect(wallet.transactions.execute(cancel)).rejects.toMatchObject({ code: 'not-replaceable' })
    expect(await wallet.transactions.byId(cancel)).toBeUndefined()
    expect(await reaching(wallet, other, 'sealed')).toMatchObject({ nonce: 0, value: 2n, ended: null })
  })

  it('of what is refused while it is being read is taken away', async () => {
    const { wallet, id, refuse } = await refusable()
    const cancel = await wallet.transactions.proposeCancel(id)
    await refuse()
    await eventually(async () => (await wallet.approvals.get(cancel))?.status === 'cancelled')
  })
})
