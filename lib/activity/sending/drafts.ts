import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import type { Database } from '@/lib/storage/open'
import { callsOf, withAllowance, withCalls } from './allowance-limits'
import { createChainReader } from './chain-reader'
import { chosenDelegation } from './chosen-delegation'
import { createFeeMemory } from './fee-memory'
import type { Journal } from './journal'
import { createJournalFacts } from './journal-facts'
import type { NonceLedger } from './nonce-ledger'
import { createPreparations, type Preparations } from './preparation'
import { createProposals, type Proposals, type ProposalTools } from './proposals'
import { valueOfEverything } from './send-everything'

/**
 * What a transaction needs before it is approved: the approval itself, readings of the chain, a simulation, its meaning
 * and its risks.
 */
export interface Drafts extends Preparations, ProposalTools, Proposals {
  /** Addresses that something was sent or allowed to before, in lower case. */
  contacts(networkId: NetworkId): Promise<Address[]>
}

export interface DraftParts {
  database: Database
  approvals: Approvals
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
  journal: Journal
  nonces: NonceLedger
  moneyOf(networkId: NetworkId): Promise<KnownMoney>
  /** Resolves once the rows in flight are in memory. */
  loaded(): Promise<unknown>
  onFault(error: unknown): void
}

/** Half of this room's code. The worker loads it with the first decision (`TransactionsOptions.createDrafts`). */
export function createDrafts(parts: DraftParts): Drafts {
  const { approvals, clock, connectionOf, database, journal, nonces, moneyOf, loaded, onFault } = parts
  const facts = createJournalFacts({ journal, nonces })
  const reader = createChainReader({
    connectionOf,
    clock,
    fees: createFeeMemory(database),
    onCounts: nonces.observe,
  })
  const drafts: Omit<Drafts, keyof Proposals> = {
    ...createPreparations({ approvals, clock, journal: facts, reader, moneyOf, onFault }),
    contacts: facts.contacts,
    valueOfEverything: (networkId, from, to) => valueOfEverything(reader, facts, networkId, from, to),
    delegation: (networkId, account, delegate) => chosenDelegation(connectionOf(networkId), account, delegate),
    withAllowance(request, amount, index) {
      const calls = callsOf(request)
      const call = calls[index]
      const changed = call === undefined ? null : withAllowance(call, amount)
      if (changed === null) throw new Failure('invalid-amount')
      return withCalls(request, calls.with(index, changed))
    },
  }
  return { ...drafts, ...createProposals({ approvals, journal, nonces, drafts, loaded }) }
}
