import { Failure } from '@/lib/base/failure'
import type { ApprovalRequest, Requester } from '@/lib/language/requests'
import type { Risk } from '@/lib/reading/risk/risk'
import { moneyOn } from '@/lib/reading/tokens/known-money'
import { nothingShown } from './approvals/transitions'
import type { Approval, Shown } from './approvals/types'
import type { DecisionInput } from './kinds/carrying-out'
import type { AssessedContent } from './kinds/kind'
import { kindOf } from './kinds/kinds'
import { listedAddresses } from './listed-address'
import type { Assessment, AssessmentInput, DecisionParts } from './types'

/** The content of which an unlocked wallet knows more: it compares with contacts and tokens. */
const isKnownUnlocked: Readonly<Record<AssessedContent['kind'], boolean>> = {
  message: false,
  network: false,
  token: true,
  'typed-data': true,
}

/** Approvals with their risks assessed. Transactions are not made here: `lib/activity/sending` prepares them. */
export interface AssessedApprovals {
  /**
   * Adds an approval with the risks that are known at once. Risks that need the chain follow while the person reads;
   * a new risk changes the digest.
   */
  add(input: DecisionInput & { requestKey: string | null; shown?: Partial<Shown> }): Promise<Approval>
  /**
   * Adds the risks of the requesting site, or of the one whose link was followed, and of listed addresses, to an
   * approval that another module made.
   */
  warn(approvalId: string, requester: Requester): Promise<void>
  /** Resumes the look-ups that a stopped worker left unfinished. */
  resume(): Promise<void>
  /** Assesses what waits again: the wallet was unlocked, and more is known. */
  again(): Promise<void>
}

export function createAssessedApprovals(
  parts: Pick<
    DecisionParts,
    | 'accounts'
    | 'approvals'
    | 'clock'
    | 'createAssessment'
    | 'faults'
    | 'lists'
    | 'networks'
    | 'sites'
    | 'tokens'
    | 'transactions'
  >,
): AssessedApprovals {
  const { accounts, approvals, clock, faults, lists, networks, sites, tokens, transactions } = parts
  let made: Assessment | null = null
  const assessment = () => {
    made ??= parts.createAssessment({
      chainIdOf: networks.chainIdOf,
      clock,
      connectionOf: networkId => (networks.get(networkId) === undefined ? null : networks.connection(networkId)),
      isTestNetwork: networkId => networks.get(networkId)?.testing === true,
      lists,
      accounts,
      tokens,
      moneyOf: networkId => moneyOn(networkId, { networks, tokens }),
      contactsOf: transactions.contacts,
    })
    return made
  }

  async function siteRisksOf(requester: Requester): Promise<Risk[]> {
    const asked = requester.kind === 'site' ? requester : { origin: requester.linkOrigin, topOrigin: null }
    const { origin, topOrigin } = asked
    if (origin === undefined) return []
    const records = await sites.all()
    return assessment().ofSite(
      { origin, topOrigin },
      {
        refusals: records.find(record => record.origin === origin)?.refusals ?? 0,
        connectedHosts: records
          .filter(({ accounts }) => accounts.length > 0)
          .map(({ origin }) => new URL(origin).hostname),
      },
    )
  }

  /** The risks that lists and the person's sites know of. They stay, whatever is simulated or chosen later. */
  async function lookedUp(requester: Requester, request: ApprovalRequest): Promise<Risk[]> {
    const [site, listings] = await Promise.all([
      siteRisksOf(requester),
      Promise.all(kindOf(request).names(request).map(lists.ofAddress)),
    ])
    return [...site, ...listedAddresses(listings)]
  }

  async function assessOnChain(approval: Approval): Promise<void> {
    const risks = await assessment().withChain(judged(approval))
    const current = await approvals.get(approval.id)
    if (current?.status === 'waiting') await approvals.show(approval.id, { ...current.shown, risks })
  }

  async function warn(approvalId: string, requester: Requester): Promise<void> {
    const approval = await approvals.get(approvalId)
    const risks = approval === undefined ? [] : await lookedUp(requester, approval.request)
    if (risks.length > 0) await approvals.warn(approvalId, risks)
  }

  function unlessGone(looked: Promise<void>): void {
    looked.catch((error: unknown) => {
      // The decision may have ended meanwhile: then there is nothing left to update.
      if (!(error instanceof Failure && error.code === 'approval-gone')) faults.report('approvals', error)
    })
  }

  const startAssessment = (approval: Approval): void => unlessGone(assessOnChain(approval))

  return {
    async add({ shown, ...input }) {
      const { risks, isComplete } = await assessment().atOnce(judged(input))
      const approval = await approvals.add({
        ...input,
        shown: { ...nothingShown, ...shown, risks: [...(await lookedUp(input.requester, input.request)), ...risks] },
      })
      if (!isComplete) startAssessment(approval)
      return approval
    },

    warn,

    async resume() {
      for (const approval of await approvals.waiting()) {
        const { id, requester, shown } = approval
        // A page that was told nothing asks again; a decision of the wallet's own stands as it is.
        if (requester.kind === 'wallet' && requester.linkOrigin !== undefined) unlessGone(warn(id, requester))
        if (shown.risks.some(({ code }) => code === 'checks-running')) startAssessment(approval)
      }
    },

    async again() {
      for (const approval of await approvals.waiting()) {
        const { content } = judged(approval)
        if (content !== null && isKnownUnlocked[content.kind]) startAssessment(approval)
      }
    },
  }
}

function judged({ networkId, request, ...asked }: DecisionInput): AssessmentInput {
  return { networkId, content: kindOf(request).assessed(request, asked) }
}
