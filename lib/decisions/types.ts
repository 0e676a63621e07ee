import type { Address, Hex } from 'viem'
import type { PersistentApprovals } from '@/lib/approvals/approvals'
import type { Approval, ApprovalRequest, Requester, Risk } from '@/lib/approvals/types'
import type { Faults } from '@/lib/faults/types'
import type { Account, Signer } from '@/lib/keyring/types'
import type { ListLookUps } from '@/lib/lists/types'
import type { Networks } from '@/lib/networks/networks'
import type { isTestNetwork } from '@/lib/networks/test-chains'
import type { Connection } from '@/lib/rpc/types'
import type { ReadSiteAccess } from '@/lib/sites/site-access'
import type { Sites } from '@/lib/sites/sites'
import type { Items } from '@/lib/tokens/items'
import type { KnownMoney } from '@/lib/tokens/known-money'
import type { Tokens } from '@/lib/tokens/tokens'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import type { NetworkId } from '@/lib/values/network-id'

/** The parts that decisions are made of. */
export interface DecisionParts {
  clock: Clock
  approvals: PersistentApprovals
  sites: Sites
  accessOf: ReadSiteAccess
  networks: Pick<Networks, 'get' | 'connection' | 'add' | 'probe' | 'ofChain' | 'chainIdOf' | 'defaultNetworkId'>
  tokens: Pick<Tokens, 'metadata' | 'list' | 'add'>
  items: Pick<Items, 'add'>
  /** Looked up on this device. */
  lists: ListLookUps
  transactions: Pick<Transactions, 'contacts' | 'execute' | 'executeCalls'>
  signer: Pick<Signer, 'signMessage' | 'signTypedData'>
  /** Signs and sends the payment of an approved HTTP 402 request; resolves with the payment's id. */
  http402: { pay(approval: Approval): Promise<unknown> }
  /** Stores what a signature allows, before the signature leaves the wallet. */
  ledger: { record(signed: SignedTypedData): Promise<unknown> }
  /** All accounts of the wallet, also while it is locked. */
  accounts(): Promise<readonly Pick<Account, 'address' | 'hidden'>[]>
  /**
   * Ends with the task, or as soon as it waits for a device; then it goes on, and its later error goes to `onFault`.
   */
  untilDevice(approvalId: string, task: Promise<void>, onFault: (error: unknown) => void): Promise<void>
  faults: Faults
  /** Called with the first decision. The worker loads the code then. */
  createAssessment(parts: AssessmentParts): Assessment
  /** In the same code. */
  isTestNetwork: typeof isTestNetwork
  /** Shows the decision window. An open one is brought to the front (`focus`) or left as it is (`if-missing`). */
  openApprovalWindow(mode: WindowMode): Promise<void>
}

/** The parts that find the risks of a decision. */
export type AssessmentParts = Pick<DecisionParts, 'accounts' | 'clock' | 'lists'> & {
  tokens: Pick<DecisionParts['tokens'], 'metadata'>
  /** `null` for a network that the wallet does not have. */
  connectionOf(networkId: NetworkId): Connection | null
  chainIdOf(networkId: NetworkId): number
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
  atOnce(input: DecisionInput): Promise<{ risks: Risk[]; isComplete: boolean }>
  /** The risks after asking the chain, with `checks-unavailable` if it could not be asked. */
  withChain(input: DecisionInput): Promise<Risk[]>
}

export type WindowMode = 'focus' | 'if-missing'

/** A question to the person, without what is shown beside it. */
export interface DecisionInput {
  requester: Requester
  /** `null` where no account is concerned. */
  account: Address | null
  networkId: NetworkId
  request: ApprovalRequest
}

/** A signature over typed data that has not left the wallet yet. */
export interface SignedTypedData {
  /** The approval's id. */
  id: string
  networkId: NetworkId
  /** Of the domain. */
  chainId: number
  account: Address
  /** JSON text of the signed typed data. */
  typedData: string
  signature: Hex
  /** Origin of the site that asked; `null` if the wallet itself did. */
  origin: string | null
  paymentId: null
}

/** The result of carrying out an approval: a value, or one more decision that will give the value. */
export type Fulfilment = { kind: 'value'; value: unknown } | { kind: 'next'; approvalId: string; networkId: NetworkId }
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
