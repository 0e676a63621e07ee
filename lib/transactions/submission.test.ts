import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@/lib/database/open'
import { consequences, RpcError } from '@/lib/rpc/errors'
import type { RpcErrorKind } from '@/lib/rpc/types'
import { createManualClock } from '@/lib/values/manual-clock'
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
  async function submitted(plan: Interference[], stored = row) {
    const database = await openDatabase(crypto.randomUUID())
    const clock = createManualClock()
    const journal = createJournal({ database, onFault: expect.unreachable })
    onTestFinished(async () => {
      await journal.stored()
      database.close()
    })
    const sent: string[] = []
    const chain = answeredBy(chainId, method => ({
      ok: true,
      result: method === 'eth_getTransactionCount' ? '0x0' : null,
    }))
    const connection = interfering(plan, sent)(chain)
    const submission = createSubmission({
      connectionOf: () => connection,
      journal,
      clock,
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
    return { journal, untilSent }
  }
  const unnamed = new RpcError('node-error', 'internal error')

  it('are not refused by an error without a name that comes after lost replies', async () => {
    const lost: Interference[] = Array(5).fill('lose-request')
    const { journal, untilSent } = await submitted([...lost, ...Array(5).fill(unnamed), 'lose-request', unnamed])
    await untilSent(13)
    // A node may have them, and the nonce with them.
    expect(journal.liveById(row.id)).toMatchObject({ ended: null, refusal: null, inFlight: 1 })
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

  it('are refused by six such errors in a row', async () => {
    const { journal, untilSent } = await submitted(Array(6).fill(unnamed))
    await untilSent(6)
    await expect
      .poll(() => journal.storedById(row.id))
      .toMatchObject({ ended: 'dropped', refusal: 'internal error', inFlight: 0 })
    expect(await journal.localNext(row)).toBe(0)
  })
})
