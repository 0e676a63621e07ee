import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BatchSupport } from '@/lib/activity/sending/batch-support'
import { preconfirmedReceipt, recordOf } from '@/lib/activity/sending/record.fixture'
import type { Transactions } from '@/lib/activity/sending/types'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { wallClock } from '@/lib/base/clock'
import { currencyAddress } from '@/lib/base/currency-address'
import { createApprovals, type PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { ApprovalRequest } from '@/lib/language/requests'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { type Captures, createCaptures } from './captures'
import { combinedOutcome, outcomeOf } from './outcome'
import { createOutcomes } from './outcomes'
import { createPayouts, outcomesOfLegs, type PayoutPlan, type Payouts } from './payouts'
import { type CapturedTransfer, createRefunds, type Refunds } from './refunds'

const networkId = firstNetworkOf(84538453)
const account = `0x${'aa'.repeat(20)}` as const
const payer = `0x${'bb'.repeat(20)}` as const
const token = `0x${'cc'.repeat(20)}` as const
const contract = `0x${'dd'.repeat(20)}` as const
const hash = `0x${'12'.repeat(32)}` as const
const on = { networkId, epoch: 0, account }
const failure = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details === undefined ? {} : { details }) })

let database: Database
let approvals: PersistentApprovals
let refunds: Refunds
let payouts: Payouts
let captures: Captures

beforeEach(async () => {
  database = await openDatabase(`desk-${crypto.randomUUID()}`)
  approvals = createApprovals({
    database,
    faults: recordFaults(),
    clock: wallClock,
    chainIdOf: () => 84538453,
    networkRisks: async () => [],
  })
  const propose = async (id: string | undefined, request: ApprovalRequest) =>
    (
      await approvals.add({
        id,
        requester: { kind: 'wallet' },
        networkId,
        account,
        request,
        shown: { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] },
        requestKey: null,
      })
    ).id
  const transactions: Pick<Transactions, 'propose' | 'proposeCalls'> = {
    propose: ({ id, transaction, purpose, replaces }) =>
      propose(id, { kind: 'transaction', transaction, purpose, replaces }),
    proposeCalls: ({ id, calls, batchId, atomic }) =>
      propose(id, { kind: 'calls', calls, batchId, ...(atomic === undefined ? {} : { atomic }) }),
  }
  const outcomes = createOutcomes({ database, approvals })
  const batchSupport = async (): Promise<BatchSupport> => ({ status: 'ready' })
  const parts = { database, transactions, batchSupport, outcomes, clock: wallClock }
  refunds = createRefunds(parts)
  payouts = createPayouts(parts)
  captures = createCaptures(parts)
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})

/** The journal has it, at this level. */
async function journal(id: string, part: Partial<TransactionRecord> = {}): Promise<void> {
  await database.put(
    'transactions',
    recordOf({ id, networkId, from: account, to: token, value: 0n, hash, level: 'accepted', ...part }),
  )
}
const receipt = { ...preconfirmedReceipt, blockHash: hash }

describe('a refund', () => {
  const transfer: CapturedTransfer = { ...on, hash, logIndex: 3, ordinal: 0, token, payer, amount: 10n }

  test('goes to the one who paid, and is reserved under the id of its decision', async () => {
    const { approvalId } = await refunds.propose(transfer, 4n)
    expect(await refunds.rows({ networkId, epoch: 0, account })).toMatchObject([
      { id: approvalId, to: payer, amount: 4n },
    ])
    const approval = await approvals.get(approvalId)
    expect(approval?.request).toMatchObject({
      kind: 'transaction',
      transaction: { to: token, data: `0xa9059cbb${payer.slice(2).padStart(64, '0')}${'4'.padStart(64, '0')}` },
    })
  })

  test('in the chain’s own money is a plain payment', async () => {
    const { approvalId } = await refunds.propose({ ...transfer, logIndex: null, token: currencyAddress }, 4n)
    expect((await approvals.get(approvalId))?.request).toMatchObject({
      transaction: { to: payer, value: '0x4', data: '0x' },
    })
  })

  test('is never more than what is left of the transfer, even for two at once', async () => {
    await expect(refunds.propose(transfer, 11n)).rejects.toEqual(failure('invalid-amount', { left: '10' }))
    await expect(refunds.propose(transfer, 0n)).rejects.toEqual(failure('invalid-amount'))
    const both = await Promise.allSettled([refunds.propose(transfer, 6n), refunds.propose(transfer, 6n)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(refunds.propose(transfer, 5n)).rejects.toEqual(failure('invalid-amount', { left: '4' }))
  })

  test('stays reserved when a reorganisation gives its log another index', async () => {
    await refunds.propose(transfer, 10n)
    await expect(refunds.propose({ ...transfer, logIndex: 7 }, 1n)).rejects.toEqual(
      failure('invalid-amount', { left: '0' }),
    )
  })

  test('of one transfer leaves the others of its transaction, also an equal one', async () => {
    await refunds.propose(transfer, 10n)
    for (const other of [{ ordinal: 1 }, { amount: 11n }, { token: contract }, { payer: contract }] as const)
      await expect(refunds.propose({ ...transfer, logIndex: 4, ...other }, 10n)).resolves.toBeDefined()
  })

  test('that does not say which transfer of the transaction it gives back counts for each of that payer', async () => {
    await refunds.propose(transfer, 10n)
    const [row] = await refunds.rows({ networkId, epoch: 0, account })
    if (row === undefined) throw new Error('there is one')
    const { which: _which, ...older } = row
    await database.put('refunds', older)
    await expect(refunds.propose({ ...transfer, logIndex: 4, ordinal: 1 }, 1n)).rejects.toEqual(
      failure('invalid-amount', { left: '0' }),
    )
    await expect(refunds.propose({ ...transfer, payer: contract }, 10n)).resolves.toBeDefined()
  })

  test('that was declined, or failed on the chain, frees what it had reserved', async () => {
    const declined = await refunds.propose(transfer, 10n)
    await approvals.reject(declined.approvalId)
    const failed = await refunds.propose(transfer, 10n)
    await journal(failed.approvalId, { level: 'sealed', receipt: { ...receipt, status: 'reverted' } })
    await expect(refunds.propose(transfer, 10n)).resolves.toBeDefined()
  })

  test('that was sent stays reserved, whatever its approval says', async () => {
    const { approvalId } = await refunds.propose(transfer, 10n)
    await journal(approvalId)
    await approvals.reject(approvalId)
    await expect(refunds.propose(transfer, 1n)).rejects.toEqual(failure('invalid-amount', { left: '0' }))
  })
})

describe('a payout', () => {
  const call = { to: contract, value: '0x0', data: '0x01' } as const
  const plan: PayoutPlan = {
    kind: 'payout',
    contract,
    reference: hash,
    label: 'Wages',
    token,
    legs: [{ to: payer, amount: 1n }],
    calls: [{ ...call, to: token }, call],
  }

  test('uses its reference once', async () => {
    const { approvalId } = await payouts.propose(on, plan)
    expect(await payouts.rows({ networkId, epoch: 0, account })).toMatchObject([
      { approvalId, calls: 2, label: 'Wages' },
    ])
    await expect(payouts.propose(on, plan)).rejects.toEqual(failure('invalid-input', { field: 'reference' }))
    await journal(`${approvalId}:0`, { level: 'sealed', receipt })
    await journal(`${approvalId}:1`, { level: 'sealed', receipt, nonce: 1 })
    await expect(payouts.propose(on, plan)).rejects.toEqual(failure('invalid-input'))
  })

  test('of one reference is decided on once, even when asked for twice at once', async () => {
    const both = await Promise.allSettled([payouts.propose(on, plan), payouts.propose(on, plan)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await approvals.waiting()).toHaveLength(1)
  })

  test('whose allowance went through and whose payment failed may be tried again', async () => {
    const { approvalId } = await payouts.propose(on, plan)
    await approvals.reject(approvalId)
    await expect(payouts.propose(on, { ...plan, calls: [call] })).resolves.toBeDefined()
  })

  test('whose calls are made together is what became of their one transaction', async () => {
    const { approvalId } = await payouts.propose(on, plan)
    expect((await approvals.get(approvalId))?.request).toMatchObject({ atomic: { choice: 'apart', isRequired: false } })
    const together = { delegate: batchDelegate, level: 'sealed', inFlight: 0 } as const
    await journal(`${approvalId}:0`, { ...together, receipt: { ...receipt, status: 'reverted' } })
    await journal(`${approvalId}:1`, { level: 'sealed', receipt, nonce: 2, purpose: 'clear-delegation' })
    const outcomes = createOutcomes({ database, approvals })
    expect(await outcomes.of(approvalId, 2)).toBe('failed')
    await journal(`${approvalId}:0`, { ...together, receipt })
    expect(await outcomes.of(approvalId, 2)).toBe('done')
  })

  test('in which each payee got a transfer says of each what became of it', async () => {
    const { approvalId } = await payouts.propose(on, { ...plan, contract: token, calls: [call, call] })
    const [row] = await payouts.rows({ networkId, epoch: 0, account })
    if (row === undefined) throw new Error('no row')
    const outcomes = createOutcomes({ database, approvals })
    await journal(`${approvalId}:0`, { level: 'sealed', receipt })
    await journal(`${approvalId}:1`, { level: 'accepted', nonce: 1 })
    const each = () => outcomesOfLegs(row, outcomes)
    expect([await each(), combinedOutcome(await each())]).toEqual([['done', 'sent'], 'sent'])
    await journal(`${approvalId}:1`, { level: 'sealed', receipt: { ...receipt, status: 'reverted' }, nonce: 1 })
    expect([await each(), combinedOutcome(await each())]).toEqual([['done', 'failed'], 'partly'])
    // What was paid in part is not paid again under the same name.
    const again = payouts.propose(on, { ...plan, contract: token, calls: [call, call] })
    await expect(again).rejects.toEqual(failure('invalid-input', { field: 'reference' }))
  })

  test('without a call is none', async () => {
    await expect(payouts.propose(on, { ...plan, calls: [] })).rejects.toEqual(failure('invalid-input'))
  })
})

describe('a signature kept for later', () => {
  const capture = {
    kind: 'receive-authorization',
    token,
    contract: token,
    payer,
    amount: 5n,
    validAfter: 0n,
    validBefore: 9n,
    nonce: hash,
    typedData: '{}',
    signature: '0x01',
    orderId: null,
    label: 'Order 12',
  } as const
  const call = { to: token, value: '0x0', data: '0x01' } as const

  test('is kept once', async () => {
    await captures.add(on, capture)
    await expect(captures.add(on, capture)).rejects.toEqual(failure('invalid-input', { field: 'nonce' }))
    expect(await captures.rows({ networkId, epoch: 0, account })).toHaveLength(1)
  })

  test('is captured once, and again only when that failed', async () => {
    const { id } = await captures.add(on, capture)
    const { approvalId } = await captures.propose(id, call)
    await expect(captures.propose(id, call)).rejects.toEqual(failure('invalid-input'))
    await approvals.reject(approvalId)
    const again = await captures.propose(id, call)
    await journal(again.approvalId, { level: 'sealed', receipt })
    await expect(captures.propose(id, call)).rejects.toEqual(failure('invalid-input'))
    expect((await captures.rows({ networkId, epoch: 0, account }))[0]?.approvalIds).toEqual([
      approvalId,
      again.approvalId,
    ])
    expect(await captures.labels({ networkId, epoch: 0, account })).toEqual(new Map([[hash, 'Order 12']]))
  })

  test('and forgotten after it was captured still says what its money was for', async () => {
    const { id } = await captures.add(on, capture)
    const { approvalId } = await captures.propose(id, call)
    await journal(approvalId, { level: 'sealed', receipt })
    await captures.remove(id)
    expect(await captures.rows({ networkId, epoch: 0, account })).toEqual([])
    expect(await captures.labels({ networkId, epoch: 0, account })).toEqual(new Map([[hash, 'Order 12']]))
    // Its payer cannot be made to pay twice by the same signature.
    await expect(captures.add(on, capture)).rejects.toEqual(failure('invalid-input', { field: 'nonce' }))
  })

  test('and forgotten before it captured anything is gone', async () => {
    const { id } = await captures.add(on, capture)
    const { approvalId } = await captures.propose(id, call)
    await approvals.reject(approvalId)
    await captures.remove(id)
    expect(await database.getAll('captures')).toEqual([])
    await expect(captures.add(on, capture)).resolves.toBeDefined()
  })
})

describe('what became of a decision', () => {
  const row = { level: 'accepted', ended: null, receipt: null } as const
  const sealed = { ...row, level: 'sealed', receipt } as const
  test.each([
    ['waits while it is not taken', 'waiting', outcomeOf('waiting', undefined)],
    ['waits while it is not sent', 'waiting', outcomeOf('approved', undefined)],
    ['failed when it was declined', 'failed', outcomeOf('rejected', undefined)],
    ['failed when it is long forgotten and nothing was signed', 'failed', outcomeOf(undefined, undefined)],
    ['is sent until it is sealed', 'sent', outcomeOf('done', { ...row, level: 'preconfirmed', receipt })],
    ['is done when it is sealed', 'done', outcomeOf('done', sealed)],
    [
      'failed when it reverted',
      'failed',
      outcomeOf('done', { ...sealed, receipt: { ...receipt, status: 'reverted' } }),
    ],
    [
      'may still come when it was dropped: its bytes are valid',
      'sent',
      outcomeOf('done', { ...row, ended: 'dropped' }),
    ],
    ['failed when the network restarted without it', 'failed', outcomeOf('done', { ...row, ended: 'lost' })],
    [
      'is done when a faster copy of it was sealed',
      'done',
      outcomeOf('done', { ...row, ended: 'replaced' }, [{ ...sealed, purpose: 'speed-up' }]),
    ],
    [
      'failed when its cancellation was sealed',
      'failed',
      outcomeOf('done', { ...row, ended: 'replaced' }, [{ ...sealed, purpose: 'cancel' }]),
    ],
    [
      'is open when it is not known what replaced it',
      'sent',
      outcomeOf('done', { ...row, ended: 'replaced' }, [{ ...row, purpose: 'cancel' }]),
    ],
  ] as const)('%s', (_name, wanted, found) => {
    expect(found).toBe(wanted)
  })
})
