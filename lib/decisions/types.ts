import type { Address, Hex } from 'viem'
import type { PersistentApprovals } from '@/lib/approvals/approvals'
import type { Approval } from '@/lib/approvals/types'
import type { Account, Signer } from '@/lib/keyring/types'
import type { Networks } from '@/lib/networks/networks'
import type { PhishingLists } from '@/lib/sites/phishing-lists'
import type { Sites } from '@/lib/sites/sites'
import type { Tokens } from '@/lib/tokens/tokens'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'

/** What an assessment needs. */
export interface DecisionParts {
  clock: Clock
  approvals: PersistentApprovals
  sites: Sites
  networks: Pick<Networks, 'get' | 'connection' | 'add' | 'probe'>
  tokens: Pick<Tokens, 'metadata' | 'list' | 'add'>
  phishingLists: Pick<PhishingLists, 'current'>
  /** All accounts of the wallet, also while locked. */
  accounts(): Promise<readonly Pick<Account, 'address' | 'hidden'>[]>
}

/** What carrying out an approval needs beside it. */
export interface FulfilmentParts extends DecisionParts {
  transactions: Pick<Transactions, 'execute' | 'executeCalls'>
  signer: Pick<Signer, 'signMessage' | 'signTypedData'>
  /** Signs and sends what was approved for an answer of 402. */
  http402: { pay(approval: Approval): Promise<unknown> }
  /** Keeps what a signature allows before anybody has it. */
  ledger: { record(signed: SignedTypedData): Promise<unknown> }
}

/** A signature over typed data that has not left the wallet yet. */
export interface SignedTypedData {
  /** The approval's. */
  id: string
  chainId: number
  account: Address
  /** JSON text of what was signed. */
  typedData: string
  signature: Hex
  /** The site it is for; `null` for the wallet itself. */
  origin: string | null
  paymentId: null
}
