import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import type { Contacts } from '@/lib/activity/contacts'
import type { Past } from '@/lib/activity/past/past'
import type { ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { Transactions } from '@/lib/activity/sending/types'
import type { BalanceReader } from '@/lib/activity/tokens/balance-reader'
import type { Items } from '@/lib/activity/tokens/items'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import type { Clock } from '@/lib/base/clock'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { Sites } from '@/lib/decisions/sites/sites'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import type { WaitingRequests } from '@/lib/keys/signing/waiting-requests'
import type { Keyring } from '@/lib/keys/types'
import type { Risk } from '@/lib/reading/risk/risk'
import type { FaultLog } from '@/lib/storage/fault-log'
import type { Database } from '@/lib/storage/open'
import type { Settings } from '@/lib/storage/settings'
import type { AccountFacts } from './account-facts'
import type { Connections } from './connections'
import type { FaucetState } from './faucet-state'
import type { LazyLists } from './lists'
import type { Removals } from './removals'
import type { Selection } from './selection'
import type { ToTransactionView } from './transaction-views'
import type { Watchers } from './watchers'

/** The parts of the wallet, as the worker connects them. */
export interface WalletParts {
  arrivals: Arrivals
  accountFacts: AccountFacts
  approvals: PersistentApprovals
  balances: BalanceReader
  batchSupport: ReadBatchSupport
  clock: Clock
  connectionOf(networkId: NetworkId): Connection
  connections: Connections
  contacts: Contacts
  database: Database
  deviceRequests: WaitingRequests
  /** Deletes everything on this device. Transactions in flight go on unwatched. */
  erase(): Promise<void>
  faucetState: FaucetState
  faults: FaultLog
  isUnlocked(): Promise<boolean>
  items: Items
  keyring: Keyring
  lists: LazyLists
  /** The risks of a network whose signatures a chain with money takes too. */
  networkRisks(networkId: NetworkId): Promise<Risk[]>
  networks: Networks
  onRegime: Watchers['onRegime']
  past: Past
  /** Takes what proves that a limit, or a kept sign-in, allows something to be signed without a decision. */
  proveLimitsBy(prove: VerifyApproval): void
  removals: Removals
  selection: Selection
  settings: Settings
  sites: Sites
  tokens: Tokens
  transactionView: ToTransactionView
  transactions: Transactions
  /** To be called when the wallet is unlocked, also by an earlier worker: reads what a locked one cannot. */
  unlocked(): void
  watcherOf(networkId: NetworkId): ConfirmationWatcher
}
