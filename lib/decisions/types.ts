import type { Address, Hash, Hex } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { isTestNetwork } from '@/lib/base/test-chains'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Account } from '@/lib/keys/shared/account'
import type { Signer } from '@/lib/keys/shared/signing'
import type { ApprovalRequest, Requester } from '@/lib/language/requests'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import type { Risk } from '@/lib/reading/risk/risk'
import type { KnownMoney, ListedToken } from '@/lib/reading/tokens/known-money'
import type { PersistentApprovals } from './approvals/approvals'
import type { Approval } from './approvals/types'
import type { ListLookUps } from './lists/types'
import type { ReadSiteAccess } from './sites/site-access'
import type { Sites } from './sites/sites'

/** The parts that decisions are made of. */
export interface DecisionParts {
  clock: Clock
  approvals: PersistentApprovals
  sites: Sites
  accessOf: ReadSiteAccess
  networks: Pick<Networks, 'get' | 'connection' | 'add' | 'probe' | 'ofChain' | 'chainIdOf' | 'defaultNetworkId'>
  tokens: {
    /** `null` when the contract is no token. */
    metadata(networkId: NetworkId, token: Address): Promise<TokenMetadata | null>
    list(networkId: NetworkId): Promise<ListedToken[]>
    /** @throws Failure `invalid-input` when it is no token, RpcError when the chain could not be asked */
    add(networkId: NetworkId, token: Address, source: 'person' | 'site'): Promise<unknown>
  }
  items: {
    /** @throws Failure `invalid-input` where there is no such item, RpcError where the chain cannot be asked */
    add(networkId: NetworkId, item: { address: Address; id: bigint }, owner: Address): Promise<unknown>
  }
  /** Looked up on this device. */
  lists: ListLookUps
  transactions: {
    /** The addresses to which something was sent, or which were allowed something, and the person's own. */
    contacts(networkId: NetworkId): Promise<Address[]>
    /** Sends the transaction of an approved approval. @throws Failure when the endpoint refused it for good */
    execute(approvalId: string): Promise<Hash>
    /** The same for its calls. @throws Failure when not even the first was sent */
    executeCalls(approvalId: string): Promise<Hash[]>
  }
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
