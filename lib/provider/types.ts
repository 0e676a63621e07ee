import type { Address } from 'viem'
import type { ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { Transactions } from '@/lib/activity/sending/types'
import type { Items } from '@/lib/activity/tokens/items'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import type { NetworkId } from '@/lib/base/network-id'
import type { KeepAlive } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { Shown } from '@/lib/decisions/approvals/types'
import type { Decisions } from '@/lib/decisions/decisions'
import type { ReadSiteAccess, SiteAccess } from '@/lib/decisions/sites/site-access'
import type { SiteFrame } from '@/lib/decisions/sites/site-frame'
import type { Sites } from '@/lib/decisions/sites/sites'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { ConnectionView } from '@/lib/language/ui'
import type { Http402 } from '@/lib/payments/http402/types'
import type { signInTerms } from '@/lib/reading/messages/sign-in-terms'
import type { typedDataTerms } from '@/lib/reading/typed-data/typed-data-terms'
import type { Database } from '@/lib/storage/open'
import type { DappPorts, PageConnection } from './ports'

/** The parts that the provider is made of. */
export interface ProviderParts {
  database: Database
  clock: Clock
  approvals: PersistentApprovals
  decisions: Decisions
  sites: Sites
  accessOf: ReadSiteAccess
  networks: Pick<Networks, 'get' | 'list' | 'ofChain' | 'defaultNetworkId' | 'connection'>
  tokens: Pick<Tokens, 'metadata'>
  items: Pick<Items, 'read'>
  transactions: Pick<
    Transactions,
    'propose' | 'proposeCalls' | 'conditionSupport' | 'relay' | 'onRow' | 'byHash' | 'byId' | 'inPlaceOf'
  >
  /** Payments that pages ask for with their own requests (HTTP 402). */
  http402: Pick<Http402, 'requested' | 'repeated'>
  isUnlocked(): Promise<boolean>
  ports: DappPorts
  keepAlive: KeepAlive
  faults: Faults
  /**
   * Kind of network and its measured times, for `wallet_getCapabilities`.
   * @param listens whether the network is listened to for some seconds where its kind is a guess
   */
  paceOf(networkId: NetworkId, listens: boolean): Promise<Pace>
  batchSupport: ReadBatchSupport
  /** Opens the page that shows the status of the wallet's transactions. */
  showActivity(): Promise<void>
  /** The message of a sign-in with the account left open; `null` if its fields make none. */
  signInTerms: typeof signInTerms
  typedDataTerms: typeof typedDataTerms
  /** Sends `dappWakeMessage` to every tab: pages without a port connect and read their state. */
  wakePages(): void
  /** The answer to `web3_clientVersion`: `Prelude/0.1.0`. */
  clientVersion: string
}

export interface Pace extends Pick<ConnectionView, 'regime' | 'medianPreconfirmedMs' | 'medianSealedMs'> {
  /** False while the regime is a guess: nothing was seen yet that tells whether the network pre-confirms. */
  isRegimeSeen: boolean
}

/** A request of a page, with the access its site has. */
export interface MethodCall extends SiteAccess {
  id: string
  /** Key of the row that holds its answer. Only requests with an effect have a row. */
  key: string
  method: string
  frame: SiteFrame
  /**
   * True if the person had clicked or typed in the document that asks, sees it, and it is no frame of another site.
   * False also where that is not known: nothing is then signed without a decision.
   */
  isAttended: boolean
  page: PageConnection
  /** The id of a subscription that an earlier worker made for this same request; `undefined` for a new request. */
  subscription: string | undefined
  /** Value of `AskingLimits.endedCount()` when the request arrived. */
  endedBefore: number
}

/** How a call continues: with its result, or with a decision or an unlock that will answer it. */
export type MethodOutcome =
  | { kind: 'result'; result: unknown; afterwards?: () => void }
  /** The result takes time and needs no decision: the site's other requests do not wait for it. */
  | { kind: 'later'; result: Promise<unknown> }
  | { kind: 'decision'; approvalId: string }
  | { kind: 'unlock' }

export interface Method {
  /** `anyone`: answered before the site is connected too, and then tells nothing about the person. */
  access: 'anyone' | 'connected'
  /** True if it changes something or asks the person: the request gets a row and exactly one answer (invariant 6). */
  effect: boolean
  /** Such requests of a site wait for each other alone: a payment may wait for the answer to the one before it. */
  turn?: 'payment' | 'answer'
  /** @throws ProviderError −32602 for invalid parameters, or the method's own errors */
  run(call: MethodCall, parameters: unknown): Promise<MethodOutcome>
}
export type MethodTable = Readonly<Record<string, Method>>

/** How methods ask the person. */
export interface Asking {
  /**
   * Asks for a decision that `lib/decisions` makes.
   * @param details `networkId` defaults to the site's
   * @throws ProviderError −32002, −32005 as `assertMayAsk`
   */
  ask(
    call: MethodCall,
    request: ApprovalRequest,
    details: { account: Address | null; networkId?: NetworkId; shown?: Partial<Shown> },
  ): Promise<MethodOutcome>
  /**
   * Asks for a decision that another module makes, and adds the risks of the site.
   * @param propose makes the approval and resolves with its id
   * @throws ProviderError −32002, −32005 as `assertMayAsk`
   */
  askByProposal(call: MethodCall, kind: ApprovalRequest['kind'], propose: () => Promise<string>): Promise<MethodOutcome>
  /** @throws ProviderError −32002 if one of a kind waits already, −32005 if the site is muted or its queue is full */
  assertMayAsk(call: MethodCall, kind: ApprovalRequest['kind']): Promise<void>
  /** Binds the request to an approval and shows the decision. */
  awaitDecision(call: MethodCall, approvalId: string): Promise<MethodOutcome>
}

/** What methods use beside the parts. */
export interface MethodTools extends ProviderParts, Asking {
  /** Called when the access of an open page may have changed. Returns the end of listening. */
  onAccess(listener: (page: PageConnection, access: SiteAccess) => void): () => void
  /** The accounts that the site sees now: none while the wallet is locked. */
  visibleAccounts(access: Pick<SiteAccess, 'accounts'>): Promise<readonly Address[]>
}

export const result = (value: unknown): MethodOutcome => ({ kind: 'result', result: value })
