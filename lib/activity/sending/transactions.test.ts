import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { balanceOf, newAccount } from '@/test/transactions/connect'
import { approved, createStage, journalOf, reaching, sealedCount } from '@/test/transactions/stage'

let network: PreviewNetwork
const stage = createStage(() => network)

beforeAll(async () => {
  network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 300, preconfirmMs: 60 })
}, 60_000)
afterAll(() => network.stop())
afterEach(() => expect(stage.clear()).toEqual([]))

describe('a payment', { timeout: 30_000 }, () => {
  it('is prepared, approved, signed, journalled, submitted, pre-confirmed and sealed', async () => {
    const wallet = await stage.begin()
    const to = newAccount().address
    const id = await approved(wallet, to, 1_000n)
    const hash = await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row).toMatchObject({ hash, nonce: 0, ended: null, receipt: { status: 'success' } })
    expect(row.history.map(entry => entry.level)).toEqual(['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed'])
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(1_000n)
    expect((await wallet.approvals.get(id))?.status).toBe('done')
  })

  it('asked for twice at once, and again later, is one transaction', async () => {
    const wallet = await stage.begin()
    const id = await approved(wallet, newAccount().address, 1n)
    const [first, second] = await Promise.all([wallet.transactions.execute(id), wallet.transactions.execute(id)])
    const row = await reaching(wallet, id, 'sealed')
    expect([first, second, await wallet.transactions.execute(id)]).toEqual([row.hash, row.hash, row.hash])
    expect(await sealedCount(wallet)).toBe(1)
  })

  it('is watched over HTTP alone where there is no socket', async () => {
    const wallet = await stage.begin({ wsUrl: null })
    const id = await approved(wallet, newAccount().address, 1n)
    await wallet.transactions.execute(id)
    const row = await reaching(wallet, id, 'sealed')
    expect(row).toMatchObject({ ended: null, receipt: { status: 'success' } })
    expect(wallet.watcher.regime()).toBe('http-only')
  })

  it('waits for nothing but one call between the approval and the wire', async () => {
    const asked: string[] = []
    const wallet = await stage.begin({
      through: connection => ({
        ...connection,
        request(method, ...rest) {
          asked.push(method)
          return connection.request(method, ...rest)
        },
        batch(calls, ...rest) {
          asked.push(...calls.map(call => call.method))
          return connection.batch(calls, ...rest)
        },
      }),
    })
    const id = await approved(wallet, newAccount().address, 1n)
    asked.length = 0
    await wallet.transactions.execute(id)
    expect(asked).toEqual(['eth_sendRawTransaction'])
  })
})

describe('a worker that dies', { timeout: 60_000 }, () => {
  const steps = ['approve-sign', 'sign-journal', 'journal-submit', 'submit-reply', 'reply-receipt'] as const

  it.each(steps)('at %s leaves exactly one transaction', async deadlyStep => {
    const reached = Promise.withResolvers<void>()
    const never = new Promise<never>(() => undefined)
    const first = await stage.begin({
      barrier: async step => {
        if (step !== deadlyStep) return
        reached.resolve()
        await never
      },
    })
    const id = await approved(first, newAccount().address, 1n)
    first.transactions.execute(id).catch(() => undefined)
    await reached.promise
    first.kill()

    const second = await stage.resume(first)
    await second.transactions.recover()
    const hash = await second.transactions.execute(id)
    const row = await reaching(second, id, 'sealed')
    expect(row.hash).toBe(hash)
    expect(await sealedCount(second)).toBe(1)
    expect(await journalOf(second)).toHaveLength(1)
    expect((await second.approvals.get(id))?.status).toBe('done')
  })

  it('several times during a burst of a hundred leaves a hundred sealed, no gap, no duplicate', async () => {
    const total = 100
    let wallet = await stage.begin({ drips: 2 })
    const to = newAccount().address
    const ids = await Promise.all(Array.from({ length: total }, () => approved(wallet, to, 1n)))
    const hashes = new Map<string, string>()
    for (const deadAfter of [20, 45, 80, total]) {
      const died = Promise.withResolvers<void>()
      const { transactions } = wallet
      const executing = Promise.all(
        ids.map(async id => {
          hashes.set(id, await transactions.execute(id))
          if (hashes.size >= deadAfter) died.resolve()
        }),
      )
      if (deadAfter === total) await executing
      else {
        await Promise.race([died.promise, executing])
        wallet.kill()
        // The database is closed under what a dead worker was doing.
        executing.catch(() => undefined)
        wallet = await stage.resume(wallet)
        await wallet.transactions.recover()
      }
    }
    const rows = await Promise.all(ids.map(id => reaching(wallet, id, 'sealed')))
    expect(rows.map(row => row.nonce).sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, nonce) => nonce))
    expect(new Set(rows.map(row => row.hash)).size).toBe(total)
    expect(await sealedCount(wallet)).toBe(total)
    expect(await balanceOf(wallet.connection, to, 'latest')).toBe(BigInt(total))
    for (const row of rows) expect(hashes.get(row.id)).toBe(row.hash)
  })
})
