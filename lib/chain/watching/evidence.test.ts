import fc from 'fast-check'
import type { Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import { levelRank } from '@/lib/base/level'
import { type ReceiptReply, receiptReply } from '@/lib/base/rpc/schemas'
import type { TransactionRecord } from '@/lib/storage/records'
import {
  type Evidence,
  type EvidenceUpdate,
  newEvidence,
  type Reading,
  see,
  seePreconfirmed,
  toRecord,
} from './evidence'
import { advance } from './levels'
import type { Sighting, Watched } from './types'

const hash: Hash = `0x${'ab'.repeat(32)}`
const zeroHash: Hash = `0x${'00'.repeat(32)}`
const blockA: Hash = `0x${'a1'.repeat(32)}`
const blockB: Hash = `0x${'b2'.repeat(32)}`
const from = '0x00000000000000000000000000000000000000aA'
const transaction: Watched = { hash, from, nonce: 5 }

/** @param blockHash `null`: its block is not sealed */
function receipt(blockHash: Hash | null, change: Partial<ReceiptReply> = {}): ReceiptReply {
  return {
    transactionHash: hash,
    from,
    blockHash,
    blockNumber: 7n,
    status: 'success',
    gasUsed: 21_000n,
    effectiveGasPrice: 1n,
    logs: [],
    ...change,
  }
}

function reading(at: number, change: Partial<Reading> = {}): Reading {
  return {
    askedAt: at,
    receivedAt: at,
    receipt: null,
    latest: 5,
    pending: 5,
    known: null,
    safe: null,
    final: null,
    block: 'without',
    ...change,
  }
}
const sealed = { latest: 6, pending: 6 }
const preconfirmed = { latest: 5, pending: 6 }

/** Collects the sightings of several observations. `serves`: as `servesPreconfirmed` of `see`. */
function learned(...observations: (Reading | ((evidence: Evidence) => EvidenceUpdate))[]): {
  evidence: Evidence
  kinds: string[]
} {
  let evidence = newEvidence(transaction)
  const kinds: string[] = []
  for (const observation of observations) {
    const outcome = typeof observation === 'function' ? observation(evidence) : see(evidence, observation, true)
    evidence = outcome.evidence
    kinds.push(...outcome.sightings.map(({ kind }) => kind))
  }
  return { evidence, kinds }
}

const pushAt = (at: number) => (evidence: Evidence) => seePreconfirmed(evidence, toRecord(receipt(null)), at)

describe('tells at once', () => {
  it('a push once, then the sealed receipt', () => {
    const { kinds } = learned(
      pushAt(10),
      pushAt(20),
      reading(30, { ...sealed, receipt: receipt(blockA) }),
      reading(40, { ...sealed, receipt: receipt(blockA) }),
    )
    expect(kinds).toEqual(['preconfirmed', 'sealed'])
  })

  it('a pre-confirmation from a receipt without a block hash', () => {
    expect(learned(reading(1, { ...preconfirmed, receipt: receipt(null) })).kinds).toEqual(['preconfirmed'])
    const bare = { ...receipt(null), blockHash: null }
    expect(learned(reading(1, { ...preconfirmed, receipt: bare })).kinds).toEqual(['preconfirmed'])
  })

  it('safe and final, by the heights of the tags read in the same round', () => {
    const at = (time: number, safe: bigint, final: bigint) =>
      reading(time, { ...sealed, receipt: receipt(blockA), safe, final })
    expect(learned(at(1, 6n, 5n), at(2, 7n, 6n), at(3, 9n, 7n)).kinds).toEqual(['sealed', 'safe', 'final'])
    expect(learned(at(1, 9n, 9n)).kinds).toEqual(['sealed', 'final'])
    expect(
      learned(reading(1, { ...sealed, receipt: receipt(blockA) }), reading(2, { ...sealed, safe: 9n, final: 9n }))
        .kinds,
    ).toEqual(['sealed'])
  })

  it('sealed, where the chain leaves out the price of gas', () => {
    const { effectiveGasPrice: _, ...bare } = receipt(blockA)
    const raw = JSON.parse(
      JSON.stringify({ ...bare, status: '0x1' }, (_key, value) =>
        typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
      ),
    )
    const read = receiptReply.parse(raw)
    expect(learned(reading(1, { ...sealed, receipt: read })).evidence.receipt).toMatchObject({
      effectiveGasPrice: null,
    })
  })

  it('once that the mempool has it', () => {
    expect(learned(reading(1, { known: true }), reading(2, { known: true })).kinds).toEqual(['known'])
  })

  it('again that the mempool has it, after no node knew it', () => {
    const there = [0, 1_000, 2_000].map(at => reading(at, { known: true }))
    const gone = [3_000, 4_000, 6_000].map(at => reading(at, { known: false }))
    const back = [7_000, 8_000].map(at => reading(at, { known: true }))
    expect(learned(...there, ...gone, ...back).kinds.slice(-2)).toEqual(['unknown-to-node', 'known'])
  })

  it('again that it is pre-confirmed, after no node knew it', () => {
    let evidence = newEvidence(transaction)
    const kinds: string[] = []
    const take = (outcome: EvidenceUpdate) => {
      evidence = outcome.evidence
      kinds.push(...outcome.sightings.map(({ kind }) => kind))
    }
    take(pushAt(0)(evidence))
    // Receipts come only with the sealed block here.
    for (const at of [100, 1_600, 3_200]) take(see(evidence, reading(at, { ...preconfirmed, known: false }), false))
    take(pushAt(3_300)(evidence))
    expect(kinds).toEqual(['preconfirmed', 'unknown-to-node', 'preconfirmed'])
  })

  it('that it is sealed in another block', () => {
    expect(
      learned(reading(1, { ...sealed, receipt: receipt(blockA) }), reading(2, { ...sealed, receipt: receipt(blockB) }))
        .kinds,
    ).toEqual(['sealed', 'sealed'])
  })

  it('other figures of the same block, which another endpoint gives, and the same ones not again', () => {
    const failed = receipt(blockA, { status: 'reverted' })
    const said = (at: number, told: ReceiptReply) => reading(at, { ...sealed, receipt: told })
    const { kinds, evidence } = learned(said(1, failed), said(2, failed), said(3, receipt(blockA)))
    expect(kinds).toEqual(['sealed', 'sealed'])
    expect(evidence.receipt).toMatchObject({ status: 'success' })
  })

  it('that another endpoint names no new contract in the same block', () => {
    const untrue = receipt(blockA, { contractAddress: from })
    const said = (at: number, told: ReceiptReply) => reading(at, { ...sealed, receipt: told })
    const { kinds, evidence } = learned(said(1, untrue), said(2, receipt(blockA, { contractAddress: null })))
    expect(kinds).toEqual(['sealed', 'sealed'])
    expect(evidence.receipt?.contractAddress).toBeNull()
  })

  it('nothing from an answer that a newer one overtook', () => {
    const overtaken = reading(5, { ...sealed, receipt: receipt(blockA), askedAt: 1 })
    expect(learned(reading(2, { ...sealed, receipt: receipt(blockB) }), overtaken).kinds).toEqual(['sealed'])
  })
})

describe('tells an absence only once it lasts', () => {
  it('measured from question to question, however long the answers take', () => {
    const slow = (askedAt: number, receivedAt: number) => ({ ...reading(receivedAt), askedAt })
    const { kinds } = learned(pushAt(10), slow(100, 700), slow(400, 1_500))
    expect(kinds).toEqual(['preconfirmed'])
  })

  it('that a receipt is missing not while the pending count says that the transaction is there, but for long', () => {
    const late = Array.from({ length: 40 }, (_, index) => reading(1_000 + index * 250, preconfirmed))
    expect(learned(pushAt(10), ...late).kinds).toEqual(['preconfirmed'])
    expect(learned(pushAt(10), ...late, reading(11_250, preconfirmed)).kinds).toEqual([
      'preconfirmed',
      'missing-receipt',
    ])
    expect(learned(pushAt(10), reading(1_000), reading(1_600)).kinds).toEqual(['preconfirmed', 'missing-receipt'])
    // Two nodes: one is behind with its receipts, the other with everything.
    const pool = late.flatMap(each => [each, reading(each.askedAt + 125)])
    expect(learned(pushAt(10), ...pool).kinds).toEqual(['preconfirmed'])
  })

  it('that a receipt is missing where the node has not got so far, only if that lasts; nor beside the very block', () => {
    const wasSealed = reading(0, { ...sealed, receipt: receipt(blockA) })
    const empty = (block: Reading['block']) =>
      Array.from({ length: 41 }, (_, index) => reading(1_000 + index * 250, { block, known: false }))
    expect(learned(wasSealed, ...empty('none').slice(0, 40)).kinds).toEqual(['sealed'])
    expect(learned(pushAt(10), ...empty('none').slice(0, 40)).kinds).toEqual(['preconfirmed'])
    expect(learned(wasSealed, ...empty('none')).kinds).toEqual(['sealed', 'missing-receipt'])
    expect(learned(wasSealed, ...empty('with')).kinds).toEqual(['sealed'])
    expect(learned(wasSealed, ...empty(null)).kinds).toEqual(['sealed'])
    expect(learned(wasSealed, ...empty('without').slice(0, 3)).kinds).toEqual(['sealed', 'missing-receipt'])
  })

  it('one empty answer at the boundary of a block is not told', () => {
    expect(learned(pushAt(0), reading(100), pushAt(200), reading(300), reading(500)).kinds).toEqual(['preconfirmed'])
  })

  it('an empty answer to a question asked before the push is not told, however late it arrives', () => {
    const late = (at: number) => reading(at, { askedAt: 50 })
    expect(learned(pushAt(100), late(700), late(1400), late(2100)).kinds).toEqual(['preconfirmed'])
  })

  it('a withdrawn pre-confirmation is missing after half a second of empty answers, and told once', () => {
    const { kinds } = learned(pushAt(0), reading(100), reading(300), reading(601), reading(900), reading(5_000))
    expect(kinds).toEqual(['preconfirmed', 'missing-receipt'])
  })

  it('a missing transaction can be pre-confirmed again', () => {
    expect(learned(pushAt(0), reading(100), reading(700), pushAt(900)).kinds).toEqual([
      'preconfirmed',
      'missing-receipt',
      'preconfirmed',
    ])
  })

  it('without receipts before sealing, the pending count shows that it is still pre-confirmed', () => {
    let evidence = seePreconfirmed(newEvidence(transaction), toRecord(receipt(null)), 0).evidence
    const told: string[] = []
    for (const at of [100, 400, 800, 1_200]) {
      const outcome = see(evidence, reading(at, preconfirmed), false)
      evidence = outcome.evidence
      told.push(...outcome.sightings.map(({ kind }) => kind))
    }
    expect(told).toEqual([])
  })

  it('a nonce used by another transaction is told after a second', () => {
    expect(
      learned(reading(0, sealed), reading(500, sealed), reading(1_001, sealed), reading(3_000, sealed)).kinds,
    ).toEqual(['nonce-taken'])
    const often = [0, 1_001, 3_000, 6_000, 7_000].map(at => reading(at, { ...sealed, known: true }))
    expect(learned(...often).kinds).toEqual(['nonce-taken', 'nonce-taken'])
  })

  it('a transaction unknown to the node is told every three seconds, so that it is sent again', () => {
    const unknown = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000].map(at => reading(at, { known: false }))
    expect(learned(...unknown).kinds.filter(kind => kind === 'unknown-to-node')).toHaveLength(2)
  })

  it('a sealed transaction found in an open block is missing first, then pre-confirmed', () => {
    const back = (at: number) => reading(at, { ...preconfirmed, receipt: receipt(null) })
    expect(learned(reading(0, { ...sealed, receipt: receipt(blockA) }), back(100), back(700)).kinds).toEqual([
      'sealed',
      'missing-receipt',
      'preconfirmed',
    ])
    expect(
      learned(
        reading(0, { ...sealed, receipt: receipt(blockA) }),
        back(100),
        reading(300, { ...sealed, receipt: receipt(blockA) }),
        back(700),
      ).kinds,
    ).toEqual(['sealed'])
  })

  it('a failed question is no absence', () => {
    const failed = [100, 800, 1_600, 2_400].map(at => reading(at, { receipt: 'unread', latest: null, pending: null }))
    expect(learned(pushAt(0), ...failed).kinds).toEqual(['preconfirmed'])
  })
})

describe('a transaction that an earlier worker saw sealed', () => {
  /** On a network that gives receipts only with the sealed block. */
  function learnedLater(...readings: Reading[]): string[] {
    let evidence = newEvidence({ ...transaction, receipt: toRecord(receipt(blockA)) })
    return readings.flatMap(each => {
      const outcome = see(evidence, each, false)
      evidence = outcome.evidence
      return outcome.sightings.map(({ kind }) => kind)
    })
  }
  // It is in the mempool again, and the pending count includes it.
  const pooled = (at: number) => reading(at, { ...preconfirmed, known: true })

  it('is missing where its block left the chain while the worker was dead', () => {
    expect(learnedLater(pooled(0), pooled(250), pooled(501), pooled(1_000))).toEqual(['missing-receipt', 'known'])
  })

  it('is not missing after one empty answer, and is sealed again in any block', () => {
    const at = (time: number, block: Hash) => reading(time, { ...sealed, receipt: receipt(block), safe: 7n })
    expect(learnedLater(pooled(0), at(250, blockA), at(600, blockA))).toEqual(['safe'])
    expect(learnedLater(pooled(0), at(250, blockB), at(600, blockB))).toEqual(['sealed', 'safe'])
  })

  it('is told missing only once', () => {
    const readings = [0, 300, 600, 900, 1_200, 1_500].map(pooled)
    expect(learnedLater(...readings).filter(kind => kind === 'missing-receipt')).toHaveLength(1)
  })
})

describe('an untrue answer of an endpoint', () => {
  it.each<[string, Partial<Reading>]>([
    ['shows the receipt of another transaction', { ...sealed, receipt: receipt(blockA, { transactionHash: blockB }) }],
    [
      'shows another sender',
      { ...sealed, receipt: receipt(blockA, { from: '0x00000000000000000000000000000000000000bb' }) },
    ],
    ['says sealed while the nonce is free', { latest: 5, pending: 6, receipt: receipt(blockA) }],
    ['says pre-confirmed while the nonce is free', { latest: 5, pending: 5, receipt: receipt(null) }],
  ])('is ignored when it %s', (_, lie) => {
    const outcome = see(newEvidence(transaction), reading(1, lie), true)
    expect(outcome).toEqual({ evidence: newEvidence(transaction), sightings: [] })
  })
})

describe('any sequence of observations', { timeout: 30_000 }, () => {
  const anyReading: fc.Arbitrary<Omit<Reading, 'askedAt' | 'receivedAt'> & { delay: number; late: number }> = fc.record(
    {
      receipt: fc.constantFrom(
        null,
        'unread' as const,
        receipt(null),
        receipt(blockA),
        receipt(blockB),
        receipt(blockA, { from: zeroHash.slice(0, 42) as typeof from }),
      ),
      latest: fc.constantFrom(null, 4, 5, 6, 7),
      pending: fc.constantFrom(null, 4, 5, 6, 7),
      known: fc.constantFrom(null, true, false),
      safe: fc.constantFrom(null, 6n, 7n),
      final: fc.constantFrom(null, 6n, 7n),
      block: fc.constantFrom(null, 'with', 'without', 'none'),
      delay: fc.nat(1_500),
      late: fc.nat(1_500),
    },
  )
  const observations = fc.array(fc.oneof(anyReading, fc.constant('push' as const)), { maxLength: 60 })

  it('gives levels that never exceed the latest sighting and never fall without a named event', () => {
    fc.assert(
      fc.property(observations, fc.boolean(), (sequence, serves) => {
        let evidence = newEvidence(transaction)
        let row: Pick<TransactionRecord, 'level' | 'ended' | 'receipt' | 'history'> = {
          level: 'submitted',
          ended: null,
          receipt: null,
          history: [],
        }
        let now = 0
        let proved = levelRank('submitted')
        const take = ({ evidence: next, sightings }: EvidenceUpdate): void => {
          evidence = next
          for (const seen of sightings as Sighting[]) {
            const before = row
            row = advance(row, seen)
            const news = row.history.slice(before.history.length)
            if (levelRank(row.level) < levelRank(before.level)) expect(news.some(({ event }) => event)).toBe(true)
            expect(seen.hash).toBe(hash)
          }
        }
        for (const observation of sequence) {
          if (observation === 'push') {
            now += 200
            proved = Math.max(proved, levelRank('preconfirmed'))
            take(seePreconfirmed(evidence, toRecord(receipt(null)), now))
            continue
          }
          now += observation.delay
          if (observation.known) proved = Math.max(proved, levelRank('accepted'))
          if (observation.receipt !== null && observation.receipt !== 'unread') {
            const isOpen = observation.receipt.blockHash === zeroHash
            proved = Math.max(proved, levelRank(isOpen ? 'preconfirmed' : 'final'))
          }
          take(see(evidence, { ...observation, askedAt: now - observation.late, receivedAt: now }, serves))
          expect(levelRank(row.level)).toBeLessThanOrEqual(proved)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
