import type { PersistentApprovals } from '@/lib/approvals/approvals'
import type { ConfirmationWatcher } from '@/lib/confirmations/types'
import type { Contacts } from '@/lib/database/contacts'
import type { Database } from '@/lib/database/open'
import type { Settings } from '@/lib/database/settings'
import type { FaultLog } from '@/lib/faults/fault-log'
import type { Keyring } from '@/lib/keyring/types'
import type { WaitingRequests } from '@/lib/keyring/waiting-requests'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import type { Networks } from '@/lib/networks/networks'
import type { Risk } from '@/lib/risk/risk'
import type { Connection } from '@/lib/rpc/types'
import type { Sites } from '@/lib/sites/sites'
import type { Arrivals } from '@/lib/tokens/arrivals'
import type { BalanceReader } from '@/lib/tokens/balance-reader'
import type { Items } from '@/lib/tokens/items'
import type { Past } from '@/lib/tokens/past/past'
import type { Tokens } from '@/lib/tokens/tokens'
import type { ReadBatchSupport } from '@/lib/transactions/batch-support'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import type { NetworkId } from '@/lib/values/network-id'
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
  /** Of a network whose signatures a chain with money takes too. */
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
