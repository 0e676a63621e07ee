import type { Hash } from 'viem'
import type { Approval, Approvals } from '@/lib/approvals/types'
import type { TransactionRecord } from '@/lib/database/records'
import type { FeeMarketTransaction } from '@/lib/keyring/types'
import { classify, failureOf, RpcError } from '@/lib/rpc/errors'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { isAtLeast } from '@/lib/values/level'
import { createOnce } from '@/lib/values/once'
import { approvalOfRow, partOf, rowOfCall } from './calls'
import { isPermitted } from './fees'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'
import { gaveNonceBack } from './nonce-rows'
import { type Locks, type NonceSlot, withNonceLock } from './nonce-slot'
import type { Submission } from './submission'
import type { Tracking } from './tracking'
import type { Barrier, TransactionSigner } from './types'

export interface Execution {
  execute(approvalId: string): Promise<Hash>
  executeCalls(approvalId: string): Promise<Hash[]>
}

/** From an approval to bytes on the wire: reserve, sign, journal, submit. Every step may be the last one of this worker. */
export function createExecution(dependencies: {
  approvals: Approvals
  journal: Journal
  nonces: NonceLedger
  submission: Submission
  tracking: Tracking
  signer: TransactionSigner
  locks: Locks
  clock: Clock
  barrier: Barrier
  onFault(error: unknown): void
}): Execution {
  const { approvals, journal, nonces, submission, tracking, signer, locks, clock, barrier, onFault } = dependencies
  const executeOnce = createOnce<Hash>()
  const executeCallsOnce = createOnce<Hash[]>()

  async function run(rowId: string, verified: () => Promise<Approval>): Promise<Hash> {
    const existing = await journal.get(rowId)
    if (existing !== undefined) return resume(existing)
    const approval = await verified()
    await barrier('approve-sign')
    let row: TransactionRecord
    try {
      row = await reserve(approval)
    } catch (error) {
      // Whoever waits hears of it now, so it must never be signed later.
      await approvals.done(approvalOfRow(rowId)).catch(onFault)
      throw error
    }
    await barrier('journal-submit')
    return send(row)
  }

  /** One after the other: the first that cannot be sent ends it, and what was sent stays sent. */
  async function runCalls(approvalId: string): Promise<Hash[]> {
    const approval = await approvals.get(approvalId)
    if (approval?.request.kind !== 'calls') throw new Failure('approval-gone', { id: approvalId })
    const hashes: Hash[] = []
    try {
      for (const [index] of approval.request.calls.entries())
        hashes.push(
          await run(rowOfCall(approvalId, index), async () => partOf(await approvals.verify(approvalId), index)),
        )
    } catch (error) {
      if (hashes.length === 0) throw error
    } finally {
      await finish(approvalId)
    }
    return hashes
  }

  /** What an earlier call, or an earlier worker, left in the journal. */
  async function resume(row: TransactionRecord): Promise<Hash> {
    if (row.refusal !== null && row.inFlight === 0) {
      await finish(row.id)
      throw failureOf(new RpcError(classify({ code: null, message: row.refusal, status: null }), row.refusal))
    }
    if (row.ended !== null || isAtLeast(row.level, 'accepted')) {
      await finish(row.id)
      return row.hash
    }
    return send(row)
  }

  async function send(row: TransactionRecord): Promise<Hash> {
    // Before the bytes leave: the first push may be faster than the reply.
    tracking.follow(row)
    try {
      await submission.submit(row.id)
    } finally {
      await finish(row.id)
    }
    await barrier('reply-receipt')
    return row.hash
  }

  async function finish(approvalId: string): Promise<void> {
    await approvals.done(approvalId).catch(error => {
      // Rows outlive their approvals.
      if (!(error instanceof Failure)) onFault(error)
    })
  }

  async function reserve(approval: Approval): Promise<TransactionRecord> {
    const { chainId, account } = approval
    if (account === null) throw new Failure('approval-changed', { id: approval.id })
    const slot = await nonces.slotOf(chainId, account)
    return withNonceLock(locks, slot, async () => {
      // Another worker's life may have been here while this one waited for the lock.
      const existing = await journal.get(approval.id)
      if (existing !== undefined) return existing
      const { noncePolicy } = approval.shown
      const nonce = typeof noncePolicy === 'number' ? noncePolicy : await nonces.next(slot)
      const unsigned = toUnsigned(approval, slot, nonce)
      await assertUseful(approval)
      const signed = await sign(approval, unsigned)
      await barrier('sign-journal')
      return journal.reserve(
        toRow(approval, slot, unsigned, signed),
        typeof noncePolicy === 'number' ? 'fixed' : 'next',
      )
    })
  }

  /** @throws Failure `not-replaceable` when what it was to replace is in a block, or gone, or its nonce may be another one's by now */
  async function assertUseful({ request }: Approval): Promise<void> {
    if (request.kind !== 'transaction' || request.replaces === null) return
    const replaced = await journal.get(request.replaces)
    const isGone = replaced === undefined || replaced.ended === 'lost' || gaveNonceBack(replaced)
    if (isGone || isAtLeast(replaced.level, 'preconfirmed'))
      throw new Failure('not-replaceable', { level: replaced?.level ?? null })
  }

  function sign(approval: Approval, unsigned: FeeMarketTransaction): Promise<{ raw: `0x${string}`; hash: Hash }> {
    if (approval.request.kind !== 'transaction' || approval.request.purpose !== 'clear-delegation')
      return signer.signTransaction(approvalOfRow(approval.id), unsigned)
    if (signer.signDelegationReset === undefined) throw new Failure('invalid-input', { field: 'purpose' })
    const { chainId, from, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = unsigned
    return signer.signDelegationReset(approval.id, { chainId, from, nonce, gas, maxFeePerGas, maxPriorityFeePerGas })
  }

  function toRow(
    { id, requester, request }: Approval,
    slot: NonceSlot,
    unsigned: FeeMarketTransaction,
    signed: { raw: `0x${string}`; hash: Hash },
  ): TransactionRecord {
    if (request.kind !== 'transaction') throw new Failure('approval-changed', { id })
    const { type: _type, ...fields } = unsigned
    const now = clock.now()
    return {
      id,
      ...fields,
      epoch: slot.epoch,
      raw: signed.raw,
      hash: signed.hash,
      origin: requester.kind === 'site' ? requester.origin : null,
      purpose: request.purpose,
      replaces: request.replaces,
      level: 'signed',
      ended: null,
      receipt: null,
      history: [{ at: now, level: 'signed' }],
      createdAt: now,
      inFlight: 1,
      refusal: null,
    }
  }

  return {
    execute: approvalId => executeOnce(approvalId, () => run(approvalId, () => approvals.verify(approvalId))),
    executeCalls: approvalId => executeCallsOnce(approvalId, () => runCalls(approvalId)),
  }
}

/** What is signed is what was shown: every field comes out of the approval, but a nonce that is whatever is free. */
function toUnsigned({ id, chainId, request, shown }: Approval, slot: NonceSlot, nonce: number): FeeMarketTransaction {
  if (request.kind !== 'transaction' || shown.fee === null || shown.noncePolicy === null)
    throw new Failure('approval-changed', { id })
  const { to, value, data, accessList } = request.transaction
  const fee = {
    maxFeePerGas: BigInt(shown.fee.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(shown.fee.maxPriorityFeePerGas),
  }
  // The last look at the fee before it is signed (invariant 11).
  if (!isPermitted(fee)) throw new Failure('fee-above-ceiling', { id })
  return {
    type: 'eip1559',
    chainId,
    from: slot.from,
    nonce,
    to,
    value: BigInt(value),
    data,
    ...(accessList === undefined ? {} : { accessList }),
    gas: BigInt(shown.fee.gas),
    ...fee,
  }
}
