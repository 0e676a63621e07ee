import type { Hash } from 'viem'
import { Failure, failureIn } from '@/lib/base/failure'
import { isAtLeast } from '@/lib/base/level'
import { createOnce } from '@/lib/base/once'
import { classifyRefusal, failureOf, RpcError } from '@/lib/base/rpc/errors'
import type { Approval, Approvals } from '@/lib/decisions/approvals/types'
import type { TransactionRecord } from '@/lib/storage/records'
import { approvalOfRow, partOf, rowOfCall, transactionsOf } from './calls'
import type { Journal } from './journal'
import type { Submission } from './submission'
import type { Tracking } from './tracking'
import type { Barrier } from './types'

export interface Execution {
  execute(approvalId: string): Promise<Hash>
  executeCalls(approvalId: string): Promise<Hash[]>
}

/** Carries out an approval: reserves the nonce, signs, stores, submits. The worker may die after every step. */
export function createExecution(dependencies: {
  approvals: Approvals
  journal: Journal
  submission: Submission
  tracking: Tracking
  /** Takes the nonce, signs, and stores the row. */
  reserve(approval: Approval): Promise<TransactionRecord>
  barrier: Barrier
  /** An approval that could not be carried out, nor ended, stays approved: it is carried out later. */
  again(): void
  onFault(error: unknown): void
}): Execution {
  const { approvals, journal, submission, tracking, reserve, barrier, again, onFault } = dependencies
  const executeOnce = createOnce<Hash>()
  const executeCallsOnce = createOnce<Hash[]>()

  /** @param isLast what fails ends the approval */
  async function run(rowId: string, verified: () => Promise<Approval>, isLast = true): Promise<Hash> {
    const existing = await journal.get(rowId)
    if (existing !== undefined) return resume(existing)
    const approval = await verified()
    await barrier('approve-sign')
    let row: TransactionRecord
    try {
      row = await reserve(approval)
    } catch (error) {
      // The caller is told of the failure, so the approval must not be signed later.
      if (isLast && !(await finish(approvalOfRow(rowId)))) throw stillApproved(error)
      throw failureIn(error) ?? error
    }
    await barrier('journal-submit')
    return send(row)
  }

  /**
   * Sends the transactions in order. The first that fails ends the batch; the ones before it stay sent. A cancellation
   * whose transaction is in a block already does not end a batch of cancellations.
   */
  async function runCalls(approvalId: string): Promise<Hash[]> {
    const approval = await approvals.get(approvalId)
    if (approval?.request.kind !== 'calls' || approval.account === null)
      throw new Failure('approval-gone', { id: approvalId })
    const hashes: Hash[] = []
    const passed: unknown[] = []
    const isCancelling = approval.request.cancels !== undefined
    try {
      for (const [index] of transactionsOf(approval.account, approval.request).entries()) {
        const part = async () => partOf(await approvals.verify(approvalId), index)
        const sent = run(rowOfCall(approvalId, index), part, !isCancelling)
        const hash = await (isCancelling ? sent.catch(error => void passed.push(unlessTooLate(error))) : sent)
        if (hash !== undefined) hashes.push(hash)
      }
      if (hashes.length === 0) throw passed[0]
    } catch (error) {
      // The rest must not be signed later, after the caller was told of a part.
      if (!(await finish(approvalId))) throw stillApproved(error)
      if (hashes.length === 0) throw error
      return hashes
    }
    await finish(approvalId)
    return hashes
  }

  /** Continues with a row that an earlier call, or an earlier worker, stored. */
  async function resume(row: TransactionRecord): Promise<Hash> {
    if (row.refusal !== null && row.inFlight === 0) {
      await finish(row.id)
      throw failureOf(new RpcError(classifyRefusal(row.refusal), row.refusal))
    }
    if (row.ended !== null || isAtLeast(row.level, 'accepted')) {
      await finish(row.id)
      return row.hash
    }
    return send(row)
  }

  async function send(row: TransactionRecord): Promise<Hash> {
    // Before the bytes leave, because the first push may arrive before the reply.
    tracking.follow(row)
    try {
      await submission.submit(row.id)
    } finally {
      await finish(row.id)
    }
    if (row.origin !== null) await submission.taken(row.id)
    await barrier('reply-receipt')
    return row.hash
  }

  function stillApproved(cause: unknown): Failure {
    again()
    return new Failure('disk-full-approved', {}, { cause })
  }

  /** @returns false where that cannot be stored: the approval is as it was */
  function finish(approvalId: string): Promise<boolean> {
    return approvals.done(approvalId).then(
      () => true,
      error => {
        // The approval of an old row may be gone.
        const isGone = error instanceof Failure
        if (!isGone) onFault(error)
        return isGone
      },
    )
  }

  return {
    execute: approvalId => executeOnce(approvalId, () => run(approvalId, () => approvals.verify(approvalId))),
    executeCalls: approvalId => executeCallsOnce(approvalId, () => runCalls(approvalId)),
  }
}

/** @throws whatever says something else than that the transaction can no longer be replaced */
function unlessTooLate(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'not-replaceable') return error
  throw error
}
