import { zeroHash } from 'viem'
import { expect, it } from 'vitest'
import type { Receipt } from './chain-reader.ts'
import { levelOf, type ProgressInput, progressOf } from './progress.ts'

const receipt = (blockHash: Receipt['blockHash'], blockNumber = 7n): Receipt => ({
  transactionHash: `0x${'1'.repeat(64)}`,
  blockHash,
  blockNumber,
  status: 1n,
  gasUsed: 21_000n,
  effectiveGasPrice: 1n,
  logs: [],
})
const sealedHash = `0x${'2'.repeat(64)}` as const
const progress = (more: Partial<ProgressInput>) =>
  progressOf({ times: { acceptedAt: 1000 }, receipt: null, safeNumber: 3n, finalizedNumber: 1n, ...more })

it('a transaction that waits is accepted, and nothing more', () => {
  const stops = progress({})
  expect(stops.map(({ level, reached }) => [level, reached])).toEqual([
    ['accepted', true],
    ['pre-confirmed', false],
    ['sealed', false],
    ['safe', false],
    ['final', false],
  ])
  expect(levelOf(stops)).toBe('accepted')
})

const onesHash = `0x${'f'.repeat(64)}` as const

it.each([null, zeroHash, onesHash, receipt(null).transactionHash])(
  'a receipt with the block hash %s is pre-confirmed, so many milliseconds later',
  blockHash => {
    const stops = progress({ times: { acceptedAt: 1000, preconfirmedAt: 1143 }, receipt: receipt(blockHash) })
    expect(levelOf(stops)).toBe('pre-confirmed')
    expect(stops[1]).toMatchObject({ reached: true, at: 1143, after: 143 })
  },
)

it('what was sealed without having been pre-confirmed has no such stop', () => {
  const stops = progress({ times: { acceptedAt: 1000, sealedAt: 1190 }, receipt: receipt(sealedHash) })
  expect(stops.map(({ level }) => level)).toEqual(['accepted', 'sealed', 'safe', 'final'])
  expect(stops[1]).toMatchObject({ reached: true, after: 190 })
})

it('safe and final are what their tags say', () => {
  const times = { acceptedAt: 1000, preconfirmedAt: 1100, sealedAt: 1200 }
  expect(levelOf(progress({ times, receipt: receipt(sealedHash, 3n) }))).toBe('safe')
  expect(levelOf(progress({ times, receipt: receipt(sealedHash, 4n) }))).toBe('sealed')
  expect(levelOf(progress({ times, receipt: receipt(sealedHash, 1n) }))).toBe('final')
})
