import { nothingShown } from '@/lib/approvals/approvals'
import type { Approval, Requester, Shown } from '@/lib/approvals/types'
import { moneyOn } from '@/lib/tokens/known-money'
import { type Assessment, createAssessment, type Question } from './assessment'
import type { DecisionParts } from './types'

/** Decisions asked for here: everything but transactions, which `lib/transactions` prepares. */
export interface Decisions {
  add(input: Question & { requestKey: string | null; shown?: Partial<Shown> }): Promise<Approval>
  /** Puts what is wrong with who asks beside a decision made elsewhere. */
  warn(approvalId: string, requester: Requester): Promise<void>
  /** Looks again for those that a dead worker was looking at. */
  recover(): Promise<void>
}

export function createDecisions(
  parts: Pick<DecisionParts, 'accounts' | 'approvals' | 'clock' | 'networks' | 'sites' | 'tokens' | 'phishingLists'>,
): Decisions {
  const { accounts, approvals, clock, networks, sites, tokens, phishingLists } = parts
  const assessment: Assessment = createAssessment({
    clock,
    connectionOf: chainId => (networks.get(chainId) === undefined ? null : networks.connection(chainId)),
    phishingLists,
    accounts,
    tokens,
    moneyOf: chainId => moneyOn(chainId, { networks, tokens }),
  })

  async function siteRisksOf(requester: Requester) {
    if (requester.kind === 'wallet') return []
    const known = await sites.all()
    return assessment.ofSite(requester, {
      refusals: known.find(({ origin }) => origin === requester.origin)?.refusals ?? 0,
      connected: known.filter(({ accounts }) => accounts.length > 0).map(({ origin }) => new URL(origin).hostname),
    })
  }

  /** What the chain knows comes while the person reads; a new danger is a new digest and arms the buttons anew. */
  async function lookCloser(approval: Approval): Promise<void> {
    const risks = await assessment.ofContent(approval)
    const current = await approvals.get(approval.id)
    if (current?.status === 'waiting') await approvals.show(approval.id, { ...current.shown, risks })
  }

  function begin(approval: Approval): void {
    // The decision may be over by then.
    lookCloser(approval).catch(() => undefined)
  }

  return {
    async add({ shown, ...question }) {
      const { risks, isComplete } = await assessment.atOnce(question)
      const approval = await approvals.add({
        ...question,
        shown: { ...nothingShown, ...shown, risks: [...(await siteRisksOf(question.requester)), ...risks] },
      })
      if (!isComplete) begin(approval)
      return approval
    },

    async warn(approvalId, requester) {
      const risks = await siteRisksOf(requester)
      if (risks.length > 0) await approvals.warn(approvalId, risks)
    },

    async recover() {
      for (const approval of await approvals.waiting())
        if (approval.shown.risks.some(({ code }) => code === 'checks-running')) begin(approval)
    },
  }
}
