import { Failure } from '@/lib/base/failure'
import { createOnce } from '@/lib/base/once'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Approval } from './approvals/types'
import { type AskingLimits, createAskingLimits } from './asking-limits'
import { type AssessedApprovals, createAssessedApprovals } from './assessed-approvals'
import { type Cancellation, createCancellation } from './cancellation'
import { createDecisionWindow, type DecisionWindow } from './decision-window'
import type { DecisionInput } from './kinds/carrying-out'
import { kindOf } from './kinds/kinds'
import type { AskedWith, DecisionOutcome, DecisionParts, PageRequests } from './types'

/** After a worker's start, pages that still wait have connected again within this time. */
const orphanedAfterMs = 5_000

/** Everything the person is asked to decide, whether a page asks, the wallet's own screens, or an HTTP 402 answer. */
export interface Decisions
  extends Pick<AssessedApprovals, 'add' | 'warn'>,
    Pick<Cancellation, 'locked' | 'accountsChanged' | 'networkRemoved' | 'siteMuted' | 'documentLeft'> {
  limits: AskingLimits
  window: DecisionWindow
  /** Asks for a decision of the wallet's own, shown by the page that wants it. Resolves with the approval's id. */
  propose(
    input: Pick<DecisionInput, 'networkId' | 'account' | 'request'> & { linkOrigin?: string | undefined },
  ): Promise<string>
  /** Opens the window for a site's decision; cancels the decision instead if it no longer holds. */
  present(approvalId: string, asked: AskedWith): Promise<void>
  /**
   * Carries out an approved decision and answers the page that asked. An approval is carried out once, however often
   * this is called. Resolves early where a device is to sign: it is then called again with the device's answer.
   * @throws what went wrong, for the decision window to show; the page has its answer by then
   */
  fulfil(approval: Approval): Promise<void>
  /** Connects the pages whose requests are answered by decisions. */
  serve(pages: PageRequests): void
  /** The wallet was unlocked: what waits is assessed again. */
  unlocked(): Promise<void>
  /** At worker start and at each alarm: carries out approved decisions and ends those past their time. */
  recover(): Promise<void>
}

export function createDecisions(parts: DecisionParts): Decisions {
  const { approvals, clock, faults, sites } = parts
  let pages = withoutPages
  const assessed = createAssessedApprovals(parts)
  const limits = createAskingLimits(parts)
  const cancellation = createCancellation({ ...parts, pages: () => pages })
  const window = createDecisionWindow({ ...parts, pages: () => pages })
  /** Carries an approval out once at a time, by id. */
  const fulfilOnce = createOnce<void>()

  approvals.onChange(({ status, requester, networkId }) => {
    if (status === 'rejected' && requester.kind === 'site') void sites.countRefusal(requester.origin, networkId)
  })

  /** The person and the page are told of a `Failure` and of an `RpcError`. */
  function onFault(error: unknown): void {
    if (!(error instanceof Failure || error instanceof RpcError)) faults.report('approvals', error)
  }

  async function present(approvalId: string, asked: AskedWith): Promise<void> {
    const approval = await approvals.get(approvalId)
    // The change that ended it may have come before the approval was there to be cancelled.
    if (approval !== undefined && !(await cancellation.endIfVoid(approval, asked))) window.show()
  }

  function fulfil(approval: Approval): Promise<void> {
    return parts.untilDevice(
      approval.id,
      fulfilOnce(approval.id, () => carryOutAndAnswer(approval.id)),
      onFault,
    )
  }

  async function carryOutAndAnswer(id: string): Promise<void> {
    const approval = await approvals.get(id)
    if (approval === undefined || !(await isDue(approval))) return
    const outcome: DecisionOutcome = await kindOf(approval.request)
      .carryOut(approval.request, approval, { ...parts, add: assessed.add })
      .catch((cause: unknown) => ({ kind: 'failure', cause }))
    // The answer is stored before `done`: a decision that counts as done has been answered.
    if (approval.requestKey !== null) {
      await pages.answer(approval, outcome)
      if (outcome.kind === 'next') await present(outcome.approvalId, { networkId: outcome.networkId, connected: true })
    }
    await approvals.done(id)
    if (outcome.kind === 'failure') {
      onFault(outcome.cause)
      throw outcome.cause
    }
    if (approval.requester.kind === 'site') await sites.consented(approval.requester.origin)
  }

  /**
   * True for an approved decision, and for a transaction whose page has no answer yet: it counts as done once it is
   * journalled and sent, which may be before the page was answered. Carrying it out again returns its hash.
   */
  async function isDue({ status, request, requestKey }: Approval): Promise<boolean> {
    if (status === 'approved') return true
    const isSent = status === 'done' && kindOf(request).needs === 'fee'
    return isSent && requestKey !== null && (await pages.isUnanswered(requestKey))
  }

  return {
    add: assessed.add,
    warn: assessed.warn,
    limits,
    window,
    locked: cancellation.locked,
    unlocked: assessed.again,
    accountsChanged: cancellation.accountsChanged,
    networkRemoved: cancellation.networkRemoved,
    siteMuted: cancellation.siteMuted,
    documentLeft: cancellation.documentLeft,
    present,
    fulfil,
    async propose({ linkOrigin, ...input }) {
      const { id } = await assessed.add({ ...input, requester: { kind: 'wallet', linkOrigin }, requestKey: null })
      return id
    },
    serve(given) {
      pages = given
    },
    async recover() {
      await approvals.expire()
      await assessed.resume()
      await Promise.all((await approvals.approved()).map(approval => fulfil(approval).catch(onFault)))
      clock.after(orphanedAfterMs, () => void cancellation.cancelOrphans().catch(onFault))
    },
  }
}

/** Until a provider is connected no page has asked. */
const withoutPages: PageRequests = {
  hasLeft: () => false,
  isOpen: () => false,
  isUnanswered: async () => false,
  answer: async () => undefined,
  refuseUnlock: async () => [],
  isAwaitingUnlock: () => false,
}
