import type { Address } from 'viem'
import type { PersistentApprovals } from '@/lib/approvals/approvals'
import type { ApprovalRequest, Shown } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { SiteRecord } from '@/lib/database/records'
import type { Decisions } from '@/lib/decisions/decisions'
import type { Account, Signer } from '@/lib/keyring/types'
import type { DappMessage } from '@/lib/messaging/dapp'
import type { ConnectionView } from '@/lib/messaging/ui'
import type { Networks } from '@/lib/networks/networks'
import type { Http402 } from '@/lib/payments/http402/types'
import type { Ledger } from '@/lib/payments/ledger/types'
import type { KeepAlive } from '@/lib/rpc/types'
import type { PhishingLists } from '@/lib/sites/phishing-lists'
import type { Site } from '@/lib/sites/sender'
import type { Sites } from '@/lib/sites/sites'
import type { Tokens } from '@/lib/tokens/tokens'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import type { DappPorts } from './ports'
import type { Requests } from './requests'

/** What the provider is made of. */
export interface ProviderParts {
  database: Database
  clock: Clock
  approvals: PersistentApprovals
  sites: Sites
  networks: Pick<Networks, 'get' | 'list' | 'defaultChainId' | 'connection' | 'add' | 'probe'>
  tokens: Pick<Tokens, 'metadata' | 'list' | 'add'>
  transactions: Pick<
    Transactions,
    'propose' | 'proposeCalls' | 'execute' | 'executeCalls' | 'relay' | 'onRow' | 'byHash' | 'byId' | 'inPlaceOf'
  >
  signer: Pick<Signer, 'signMessage' | 'signTypedData'>
  /** Signs and sends what was approved for an answer of 402. */
  http402: Pick<Http402, 'pay' | 'requested' | 'repeated'>
  /** Keeps what a signature allows before anybody has it. */
  ledger: Pick<Ledger, 'record'>
  /** All accounts of the wallet, also while locked. */
  accounts(): Promise<readonly Pick<Account, 'address' | 'hidden'>[]>
  isUnlocked(): Promise<boolean>
  ports: DappPorts
  keepAlive: KeepAlive
  /** How a network behaves and how fast it was here. */
  paceOf(chainId: number): Promise<Pick<ConnectionView, 'regime' | 'medianPreconfirmedMs' | 'medianSealedMs'>>
  /** Shows the window for decisions. One that is open already is brought to the front, or left where it is (`if-missing`). */
  openApprovalWindow(mode: 'focus' | 'if-missing'): Promise<void>
  /** Shows how far the site's transactions have got. */
  showActivity(): Promise<void>
  /** Tells every tab that there is news (`dappWakeMessage`), for pages that have no port now. */
  wakePages(): void
  phishingLists: Pick<PhishingLists, 'current'>
  /** As `web3_clientVersion` gives it: `Prelude/0.1.0`. */
  clientVersion: string
}

/** A connection of one document, for what is sent without being asked for. */
export interface Line {
  site: Site
  send(message: DappMessage): void
  /** Called once, when the document is gone or the port broke; at once where that has happened. */
  onEnd(task: () => void): void
}

/** What a site may at one moment. */
export interface SiteAccess {
  record: SiteRecord | undefined
  /** The site has an account that exists. */
  connected: boolean
  /** What the person let this site see, the active one first; whether the wallet is locked is another matter. */
  accounts: readonly Address[]
  /** The site's, or the default network's before consent. */
  chainId: number
}

/** A request with all that is known of who asks. */
export interface MethodCall extends SiteAccess {
  id: string
  /** Of its row, where it has one. */
  key: string
  method: string
  site: Site
  line: Line
  /** Of a subscription that a worker before this one had made: its id. */
  subscription: string | undefined
  /** How many decisions of which a site may have but one had ended when it arrived. */
  endedBefore: number
}

/** How a call goes on: an answer now, or a decision that will answer it, or the unlock that will. */
export type MethodOutcome =
  | { kind: 'result'; result: unknown; afterwards?: () => void }
  | { kind: 'decision'; approvalId: string }
  | { kind: 'unlock' }

export interface Method {
  /** `anyone`: also before consent, where it tells nothing of the person. */
  access: 'anyone' | 'connected'
  /** Changes something or asks the person: gets a row, and one answer for good. */
  effect: boolean
  /** @throws ProviderError −32602 */
  run(call: MethodCall, parameters: unknown): Promise<MethodOutcome>
}
export type MethodTable = Readonly<Record<string, Method>>

/** What methods may use beside the parts. */
export interface MethodTools extends ProviderParts {
  requests: Requests
  decisions: Decisions
  /** Asks the person: checks mute and limits, then makes the approval (or has it made) and shows the window. */
  ask(
    call: MethodCall,
    request: ApprovalRequest,
    details: { account: Address | null; chainId?: number; shown?: Partial<Shown> },
  ): Promise<MethodOutcome>
  askWith(call: MethodCall, kind: ApprovalRequest['kind'], make: () => Promise<string>): Promise<MethodOutcome>
  /** The two halves of `askWith`, for what is made only where it turns out to be needed. @throws ProviderError −32002, −32005 */
  mayAsk(call: MethodCall, kind: ApprovalRequest['kind']): Promise<void>
  decidedBy(call: MethodCall, approvalId: string): Promise<MethodOutcome>
  standing(site: Site): Promise<SiteAccess>
  /** Whenever it may be another one. */
  onStanding(listener: (line: Line, standing: SiteAccess) => void): () => void
  /** The accounts a site sees now: none while locked. */
  visibleAccounts(call: MethodCall): Promise<readonly Address[]>
}

export const result = (value: unknown): MethodOutcome => ({ kind: 'result', result: value })
