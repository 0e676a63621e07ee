import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { consequences, RpcError } from '@/lib/base/rpc/errors'
import type { RpcErrorKind } from '@/lib/base/rpc/types'
import { openDatabase } from '@/lib/storage/open'
import { answeredBy, type Interference, interfering } from '@/test/transactions/interference'
import { createJournal } from './journal'
import { from, recordOf } from './record.fixture'
import { createSubmission, judgeRefusal, type Verdict } from './submission'

const nonce = 7
const nowhere = { found: false, latestCount: 7 }
const kinds = Object.keys(consequences) as RpcErrorKind[]

describe('what follows from a refused submission', () => {
  it('is success when the endpoint has the bytes already', () => {
    expect(judgeRefusal('already-known', nonce, null, 1)).toBe('accepted')
    expect(judgeRefusal('nonce-too-low', nonce, { found: true, latestCount: 8 }, 1)).toBe('accepted')
    expect(judgeRefusal('sync-timeout', nonce, nowhere, 1)).toBe('accepted')
  })

  it('is the end when another transaction used its nonce up', () => {
    expect(judgeRefusal('nonce-too-low', nonce, { found: false, latestCount: 8 }, 1)).toBe('taken')
    expect(judgeRefusal('underpriced', nonce, { found: false, latestCount: 8 }, 1)).toBe('taken')
  })

  it('is the same bytes again while anything may have happened to them', () => {
    const open = [
      'unreachable',
      'timeout',
      'rate-limited',
      'unavailable',
      'pool-full',
      'nonce-too-high',
      'node-error',
    ] as const
    expect(new Set(open.map(kind => judgeRefusal(kind, nonce, nowhere, 1)))).toEqual(new Set<Verdict>(['again']))
  })

  it('is a refusal only for what can never be included as it is', () => {
    const refusals = kinds.filter(kind => judgeRefusal(kind, nonce, nowhere, 1) === 'refused')
    expect(refusals.sort()).toEqual(
      [
        'gas-limit',
        'insufficient-funds',
        'invalid-transaction',
        'method-unavailable',
        'not-allowed',
        'replacement-underpriced',
        'reverted',
        'underpriced',
      ].sort(),
    )
  })

  it('is a refusal for an unnamed error that does not pass', () => {
    for (const kind of ['node-error', 'invalid-params'] as const) {
      expect(judgeRefusal(kind, nonce, nowhere, 5)).toBe('again')
      expect(judgeRefusal(kind, nonce, nowhere, 6)).toBe('refused')
    }
  })

  it('never ends a transaction that a node knows, or that nobody could be asked about', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.nat(20), fc.nat(20), fc.nat(9), (kind, own, latestCount, unnamed) => {
        expect(judgeRefusal(kind, own, { found: true, latestCount }, unnamed)).toBe('accepted')
        expect(['accepted', 'again']).toContain(judgeRefusal(kind, own, null, unnamed))
      }),
    )
  })
})

describe('bytes that go out again and again', () => {
  const chainId = 84538453
  const row = recordOf({ to: from })

  /**
   * Submits the row to a chain that has never heard of it and mishandles it as the list says; then nothing answers any
   * more.
   */
  async function submitted(plan: Interference[], stored = row, state: Record<string, unknown> = {}) {
    const database = await openDatabase(crypto.randomUUID())
    const waits: number[] = []
    const manual = createManualClock()
    const clock: typeof manual = {
      ...manual,
      after(ms, task) {
        waits.push(ms)
        return manual.after(ms, task)
      },
    }
    const journal = createJournal({ database, onFault: expect.unreachable })
    onTestFinished(async () => {
      await journal.stored()
      database.close()
    })
    const sent: string[] = []
    const chain = answeredBy(chainId, method => ({
      ok: true,
      result: method === 'eth_getTransactionCount' ? '0x0' : (state[method] ?? null),
    }))
    const connection = interfering(plan, sent)(chain)
    const submission = createSubmission({
      connectionOf: () => connection,
      journal,
      clock,
      overRow: async () => null,
      replacements: { find: async () => false },
      locks: { request: (_, work) => work() },
      onSent: async () => undefined,
      onFault: expect.unreachable,
    })
    await journal.reserve(stored, 'next')
    await submission.submit(row.id)
    const untilSent = (times: number) =>
      expect
        .poll(
          () => {
            clock.advance(15_000)
            return sent.length
          },
          { interval: 1 },
        )
        .toBeGreaterThanOrEqual(times)
    return { journal, submission, sent, untilSent, waits }
  }
  const unnamed = new RpcError('node-error', 'internal error')

  it('are not refused by an error without a name that comes after lost replies', async () => {
    const lost: Interference[] = Array(5).fill('lose-request')
    const { journal, untilSent } = await submitted([...lost, ...Array(5).fill(unnamed), 'lose-request', unnamed])
    await untilSent(13)
    // A node may have them, and the nonce with them.
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, refusal: 'internal error', inFlight: 1 })
    expect(await journal.localNext(row)).toBe(1)
  })

  it('keep their nonce, and say the refusal, once a reply was lost: a node may have taken them', async () => {
    const named = new RpcError('insufficient-funds', 'insufficient funds')
    const behindALoss = new RpcError('insufficient-funds', 'insufficient funds', { mayHaveArrived: true })
    for (const plan of [
      ['lose-reply', named, named],
      ['lose-reply', ...Array(8).fill(unnamed)],
      [behindALoss, named],
    ]) {
      const { journal, untilSent } = await submitted(plan as Interference[])
      await untilSent(plan.length)
      expect(journal.liveById(row.id)).toMatchObject({ ended: null, inFlight: 1 })
      expect(await journal.localNext(row)).toBe(1)
    }
  })

  it('keep their nonce when an earlier worker sent them and did not store the answer', async () => {
    const named = new RpcError('insufficient-funds', 'insufficient funds')
    const { journal, untilSent } = await submitted([named, named], { ...row, level: 'submitted' })
    await untilSent(2)
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, inFlight: 1, refusal: 'insufficient funds' })
    expect(await journal.localNext(row)).toBe(1)
  })

  it('wait with the words of the node while it takes none of that number, and go out ever more seldom', async () => {
    const { journal, untilSent, waits } = await submitted(
      Array(100).fill(new RpcError('nonce-too-high', 'nonce too high')),
    )
    await untilSent(14)
    expect(waits.slice(0, 3)).toEqual([250, 500, 1_000])
    expect(waits.slice(11, 13)).toEqual([20_000, 20_000])
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, refusal: 'nonce too high', level: 'submitted' })
  })

  it('of an account with code wait for the one before, and go out once that is included', async () => {
    const limit = new RpcError('not-now', 'in-flight transaction limit reached for delegated accounts')
    const { journal, submission, sent, untilSent } = await submitted([limit])
    expect(submission.isWaiting(row.id)).toBe(true)
    const before = { ...row, id: 'before', nonce: -1, raw: '0x0203' as const, hash: `0x${'cd'.repeat(32)}` as const }
    await journal.reserve(before, 'fixed')
    const times = sent.length
    journal.change('before', live => ({ ...live, level: 'sealed' }), null)
    await expect.poll(() => sent.length).toBeGreaterThan(times)
    await untilSent(times + 1)
  })

  it('are told to a page only once a node may have them', async () => {
    const { journal, submission, untilSent } = await submitted([
      new RpcError('pool-full', 'txpool is full'),
      new RpcError('not-now', 'in-flight transaction limit reached for delegated accounts'),
      'lose-reply',
    ])
    let isTold = false
    const told = submission.taken(row.id).then(() => {
      isTold = true
    })
    await untilSent(2)
    expect(isTold).toBe(false)
    await untilSent(3)
    await told
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, inFlight: 1 })
  })

  it('tell a page that waits of a refusal for good', async () => {
    const { submission, untilSent } = await submitted([
      new RpcError('pool-full', 'txpool is full'),
      new RpcError('underpriced', 'transaction underpriced'),
    ])
    const told = expect(submission.taken(row.id)).rejects.toMatchObject({ code: 'transaction-rejected' })
    await untilSent(2)
    await told
  })

  it('keep their number where the words of the refusal name another account and the chain knows no reason', async () => {
    const words = `nonce too low: address 0x${'99'.repeat(20)}, tx: 0 state: 5`
    const { journal, untilSent } = await submitted([new RpcError('nonce-too-low', words), 'lose-request'])
    await untilSent(2)
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, refusal: words })
    expect(await journal.localNext(row)).toBe(1)
  })

  it('are refused at once where the words mean nothing and the chain’s state says why', async () => {
    const poor = { eth_getBalance: '0x1' }
    await expect(submitted([unnamed], row, poor)).rejects.toMatchObject({
      code: 'insufficient-funds',
      details: { message: 'internal error' },
    })
    const dear = { eth_getBalance: '0xffffffffffff', eth_getBlockByNumber: { baseFeePerGas: '0xb' } }
    await expect(submitted([unnamed], row, dear)).rejects.toMatchObject({ code: 'transaction-rejected' })
    const behindAGap = await submitted(Array(20).fill(unnamed), { ...row, nonce: 3 })
    await behindAGap.untilSent(12)
    expect(behindAGap.journal.liveById(row.id)).toMatchObject({ ended: null, refusal: 'internal error' })
  })

  it('are refused by six such errors in a row', async () => {
    const { journal, untilSent } = await submitted(Array(6).fill(unnamed))
    await untilSent(6)
    await expect
      .poll(() => journal.storedById(row.id))
      .toMatchObject({ ended: 'dropped', refusal: 'internal error', inFlight: 0 })
    expect(await journal.localNext(row)).toBe(0)
  })
})
