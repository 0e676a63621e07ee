import type { AccountFacts } from '@/lib/activity/account-facts'
import type { ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { ReaderParts } from '@/lib/activity/slice-readers'
import type { Items } from '@/lib/activity/tokens/items'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import type { Watchers } from '@/lib/chain/watching/watchers'
import type { Removals } from '@/lib/decisions/sites/removals'
import type { VerifyApproval } from '@/lib/keys/shared/signing'
import type { Risk } from '@/lib/reading/risk/risk'
import type { FaultLog } from '@/lib/storage/fault-log'
import type { Database } from '@/lib/storage/open'
import type { LazyLists } from './lists'

/** The parts of the wallet, as the worker connects them: those that slices are read from, and the others. */
export interface WalletParts extends ReaderParts {
  accountFacts: AccountFacts
  batchSupport: ReadBatchSupport
  connectionOf(networkId: NetworkId): Connection
  database: Database
  /** Deletes everything on this device. Transactions in flight go on unwatched. */
  erase(): Promise<void>
  faults: FaultLog
  items: Items
  lists: LazyLists
  /** The risks of a network whose signatures a chain with money takes too. */
  networkRisks(networkId: NetworkId): Promise<Risk[]>
  onRegime: Watchers['onRegime']
  /** Takes what proves that a limit, or a kept sign-in, allows something to be signed without a decision. */
  proveLimitsBy(prove: VerifyApproval): void
  removals: Removals
  /** To be called when the wallet is unlocked, also by an earlier worker: reads what a locked one cannot. */
  unlocked(): void
  watcherOf(networkId: NetworkId): ConfirmationWatcher
}
