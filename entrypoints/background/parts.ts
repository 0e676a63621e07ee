import type { AccountFacts } from '@/lib/activity/account-facts'
import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import type { Contacts } from '@/lib/activity/contacts'
import type { Past } from '@/lib/activity/past/past'
import type { Selection } from '@/lib/activity/selection'
import type { ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { ToTransactionView } from '@/lib/activity/sending/transaction-views'
import type { Transactions } from '@/lib/activity/sending/types'
import type { BalanceReader } from '@/lib/activity/tokens/balance-reader'
import type { Items } from '@/lib/activity/tokens/items'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import type { Clock } from '@/lib/base/clock'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { FaucetState } from '@/lib/chain/faucet/faucet-state'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Connections } from '@/lib/chain/watching/connections'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import type { Watchers } from '@/lib/chain/watching/watchers'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import type { Removals } from '@/lib/decisions/sites/removals'
import type { Sites } from '@/lib/decisions/sites/sites'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'
import type { Risk } from '@/lib/reading/risk/risk'
import type { FaultLog } from '@/lib/storage/fault-log'
import type { Database } from '@/lib/storage/open'
import type { Settings } from '@/lib/storage/settings'
import type { LazyLists } from './lists'

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
