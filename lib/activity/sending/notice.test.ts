import { describe, expect, it } from 'vitest'
import type { TransactionRecord } from '@/lib/storage/records'
import { noticeOf } from './notice'
import { recordOf } from './record.fixture'

const startedAt = 1_000
const receipt: TransactionRecord['receipt'] = {
  blockHash: `0x${'aa'.repeat(32)}`,
  blockNumber: 7n,
  status: 'success',
  gasUsed: 21_000n,
  effectiveGasPrice: 1n,
  l1Fee: null,
  contractAddress: null,
}

/** A row that was signed before the worker started, and sealed at that time. */
function sealedAt(at: number, level: TransactionRecord['level'] = 'sealed'): TransactionRecord {
  const history: TransactionRecord['history'] = [
    { at: 10, level: 'signed' },
    { at, level: 'sealed' },
  ]
  return { ...recordOf({}), level, receipt, history }
}

describe('a notice of a transaction', () => {
  it('is shown once for what happens while this worker lives', () => {
    const row = sealedAt(startedAt + 1)
    expect(noticeOf(undefined, row, startedAt)).toBe('sealed')
    expect(noticeOf(row, { ...row }, startedAt)).toBeNull()
  })

  it('is not shown again by a worker that finds the row as an earlier one left it', () => {
    expect(noticeOf(undefined, sealedAt(startedAt - 1), startedAt)).toBeNull()
  })

  it('of a setback after a restart of the worker is shown', () => {
    const before = sealedAt(startedAt - 1)
    const history = [
      ...before.history,
      { at: startedAt + 5, level: 'accepted' as const, event: 'reorganised' as const },
    ]
    const after: TransactionRecord = { ...before, level: 'accepted', receipt: null, history }
    expect(noticeOf(undefined, after, startedAt)).toBe('reorganised')
    expect(noticeOf(before, after, startedAt)).toBe('reorganised')
  })
})
