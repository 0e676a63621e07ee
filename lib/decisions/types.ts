import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Requester } from '@/lib/language/requests'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import type { Risk } from '@/lib/reading/risk/risk'
import type { KnownMoney, ListedToken } from '@/lib/reading/tokens/known-money'
import type { PersistentApprovals } from './approvals/approvals'
import type { Approval } from './approvals/types'
import type { CarryingOut, Fulfilment } from './kinds/carrying-out'
import type { AssessedContent } from './kinds/kind'
import type { ListLookUps } from './lists/types'
import type { ReadSiteAccess } from './sites/site-access'
import type { Sites } from './sites/sites'

/** The parts that decisions are made of. */
export interface DecisionParts extends Omit<CarryingOut, 'add'> {
  clock: Clock
  approvals: PersistentApprovals
  sites: Sites
  accessOf: ReadSiteAccess
  networks: Pick<Networks, 'get' | 'connection' | 'add' | 'probe' | 'ofChain' | 'chainIdOf' | 'defaultNetworkId'>
  tokens: CarryingOut['tokens'] & {
    /** `null` when the contract is no token. */
    metadata(networkId: NetworkId, token: Address): Promise<TokenMetadata | null>
    list(networkId: NetworkId): Promise<ListedToken[]>
  }
  /** Looked up on this device. */
  lists: ListLookUps
  transactions: CarryingOut['transactions'] & {
    /** The addresses to which something was sent, or which were allowed something, and the person's own. */
    contacts(networkId: NetworkId): Promise<Address[]>
  }
  /**
   * Ends with the task, or as soon as it waits for a device; then it goes on, and its later error goes to `onFault`.
   */
  untilDevice(approvalId: string, task: Promise<void>, onFault: (error: unknown) => void): Promise<void>
  faults: Faults
  /** Called with the first decision. The worker loads the code then. */
  createAssessment(parts: AssessmentParts): Assessment
  /** Shows the decision window. An open one is brought to the front (`focus`) or left as it is (`if-missing`). */
  openApprovalWindow(mode: WindowMode): Promise<void>
}

/** The parts that find the risks of a decision. */
export type AssessmentParts = Pick<DecisionParts, 'accounts' | 'clock' | 'lists'> & {
  tokens: Pick<DecisionParts['tokens'], 'metadata'>
  /** `null` for a network that the wallet does not have. */
  connectionOf(networkId: NetworkId): Connection | null
  chainIdOf(networkId: NetworkId): number
  isTestNetwork(networkId: NetworkId): boolean
  moneyOf(networkId: NetworkId): Promise<KnownMoney>
  /** Addresses that something was sent or allowed to before. */
  contactsOf(networkId: NetworkId): Promise<readonly Address[]>
}

/** The risks of a decision. */
export interface Assessment {
  /** @param known `connectedHosts` are the hosts of the sites the person is connected to */
  ofSite(
    site: Pick<Extract<Requester, { kind: 'site' }>, 'origin' | 'topOrigin'>,
    known: { refusals: number; connectedHosts: readonly string[] },
  ): Promise<Risk[]>
  /** The risks known without the chain. If `isComplete` is false, `withChain` finds more. */
  atOnce(input: AssessmentInput): Promise<{ risks: Risk[]; isComplete: boolean }>
  /** The risks after asking the chain, with `checks-unavailable` if it could not be asked. */
  withChain(input: AssessmentInput): Promise<Risk[]>
}

/** `content` is `null` where a kind of decision has none to judge. */
export interface AssessmentInput {
  networkId: NetworkId
  content: AssessedContent | null
}

export type WindowMode = 'focus' | 'if-missing'

/** The same, or the reason why it could not be carried out. */
export type DecisionOutcome = Fulfilment | { kind: 'failure'; cause: unknown }

/** The requests of pages, as far as decisions concern them. Implemented by `lib/provider`. */
export interface PageRequests {
  /** True if the document was open in this worker's life and is gone. */
  hasLeft(documentId: string): boolean
  isOpen(documentId: string): boolean
  isUnanswered(requestKey: string): Promise<boolean>
  /** Stores the answer to the approval's request, or binds the request to the next decision. */
  answer(approval: Approval, outcome: DecisionOutcome): Promise<void>
  /**
   * Refuses requests that wait for the unlock only.
   * @param wasShown true for a request that was there when the window was closed
   * @returns the origins whose requests were refused
   */
  refuseUnlock(wasShown: (row: { createdAt: number }) => boolean): Promise<string[]>
  isAwaitingUnlock(): boolean
}

/** The site's access when it asked: a decision is only shown if it still holds. */
export interface AskedWith {
  networkId: NetworkId
  connected: boolean
}
