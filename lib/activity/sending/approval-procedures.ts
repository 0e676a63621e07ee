import { approvalOfRow } from '@/lib/activity/sending/calls'
import { Failure } from '@/lib/base/failure'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { Decisions } from '@/lib/decisions/decisions'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'
import type { HandlersOf } from '@/lib/language/procedures'
import type { Transactions } from './types'

interface ApprovalParts {
  approvals: PersistentApprovals
  deviceRequests: WaitingRequests
  fulfil: Decisions['fulfil']
  transactions: Transactions
}

export function decisionProcedures({
  approvals,
  deviceRequests,
  fulfil,
  transactions,
}: ApprovalParts): HandlersOf<'approval' | 'signer'> {
  return {
    async 'approval.approve'({ id, digest, accounts }) {
      const carriedOut = fulfil(await approvals.approve(id, digest, accounts === undefined ? {} : { accounts }))
      // A page waits until a node may have the bytes; the person sees in the row why none takes them yet.
      const held = Promise.withResolvers<void>()
      const stop = transactions.onRow(row => {
        if (approvalOfRow(row.id) === id && row.refusal !== null) held.resolve()
      })
      await Promise.race([carriedOut, held.promise]).finally(stop)
    },
    'approval.reject': async ({ id }) => void (await approvals.reject(id)),
    async 'approval.reject-all'() {
      for (const { id } of await approvals.waiting()) await approvals.reject(id)
      for (const id of deviceRequests.approvals()) deviceRequests.takeBack(id)
    },
    async 'signer.answer'({ id, requestId, signature }) {
      const approval = await approvals.get(id)
      if (approval === undefined) throw new Failure('approval-gone', { id })
      const request = await deviceRequests.awaited(id)
      if (request?.id !== requestId) throw new Failure('approval-gone', { id })
      deviceRequests.answer(requestId, signature)
      await fulfil(approval)
      return { waits: deviceRequests.of(id) !== null }
    },
    'signer.take-back': async ({ id }) => deviceRequests.takeBack(id),
    async 'approval.choose-fee'({ id, speed, maxFeePerGas, maxPriorityFeePerGas }) {
      await transactions.chooseFee(id, {
        speed,
        ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
        ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
      })
    },
    'approval.choose-nonce': ({ id, nonce }) => transactions.chooseNonce(id, nonce),
    'approval.choose-gas': ({ id, gas }) => transactions.chooseGas(id, gas === null ? null : BigInt(gas)),
    'approval.choose-conditions': ({ id, conditions }) => transactions.chooseConditions(id, conditions),
    async 'approval.fill-nonce'({ id }) {
      const approval = await approvals.get(id)
      if (approval === undefined || approval.account === null) throw new Failure('approval-gone', { id })
      const { networkId, account, shown } = approval
      const free = shown.risks.find(({ code }) => code === 'nonce-gap')?.values.free
      if (free === undefined) throw new Failure('invalid-input', { field: 'nonce' })
      return { approvalId: await transactions.proposeFillNonce(networkId, account, Number(free) + 1) }
    },
    async 'approval.limit-allowance'({ id, amount, index }) {
      await transactions.limitAllowance(id, amount === null ? null : BigInt(amount), index)
    },
    'approval.choose-together': ({ id, choice }) => transactions.chooseTogether(id, choice),
  }
}
