import type { Faults } from '@/lib/base/faults'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { Decisions } from '@/lib/decisions/decisions'
import type { DecisionOutcome } from '@/lib/decisions/types'
import { chainLeft, isForPages, toDappError, userRejected } from './errors'
import { resultOf } from './methods/accounts'
import type { Requests } from './requests'

/** Turns decisions into the answers of the requests they were made for. */
export interface Settlement {
  /** Makes sure that an approval, whatever its status, will answer its request. */
  settle(approval: Approval): void
  /** Stores the answer that a carried-out decision gives, or binds the request to the decision that follows it. */
  answer(approval: Approval, outcome: DecisionOutcome): Promise<void>
}

export function createSettlement(parts: {
  decisions: Pick<Decisions, 'fulfil' | 'window'>
  requests: Requests
  faults: Faults
}): Settlement {
  const { decisions, faults, requests } = parts

  /** A failure is the answer of the page; only what kept the answer from being stored is a fault. */
  function fulfil(approval: Approval): void {
    decisions.fulfil(approval).catch((cause: unknown) => {
      if (!isForPages(cause)) faults.report('sites', cause)
    })
  }

  return {
    settle(approval) {
      const { requestKey, status } = approval
      if (requestKey === null) return
      if (status === 'waiting') decisions.window.show('if-missing')
      // `done` too: a transaction counts as done once it is journalled and sent, which may be before the page was
      // answered.
      else if (status === 'approved' || status === 'done') fulfil(approval)
      else
        void requests.answer(requestKey, { error: toDappError(status === 'chain-left' ? chainLeft() : userRejected()) })
    },

    async answer({ requestKey, requester }, outcome) {
      if (requestKey === null) return
      if (outcome.kind === 'next') await requests.bind(requestKey, outcome.approvalId)
      else if (outcome.kind === 'failure') await requests.answer(requestKey, { error: toDappError(outcome.cause) })
      else {
        const method = (await requests.get(requestKey))?.method ?? ''
        const origin = requester.kind === 'site' ? requester.origin : ''
        await requests.answer(requestKey, { result: resultOf(method, origin, outcome.value) })
      }
    },
  }
}
