import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { Conditions } from '@/lib/base/conditions'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import type { Database } from '@/lib/storage/open'
import { feesRecordSchema, type TransactionRecord } from '@/lib/storage/records'
import { callsOf, withAllowance, withCalls } from './allowance-limits'
import { type ChainReader, createChainReader, type FeeMemory } from './chain-reader'
import { chosenDelegation } from './chosen-delegation'
import { assertConditions, endedAt, isOver, readConditionSupport } from './conditional'
import type { JournalFacts } from './draft-reading'
import { gasWithRoom, type RememberedFees, rememberPrice, suggestFees, transferGas, usualPrice } from './fees'
import type { Journal } from './journal'
import { createJournalFacts } from './journal-facts'
import type { NonceLedger } from './nonce-ledger'
import { createPreparations, type Preparations } from './preparation'
import { createProposals, type Proposals, type ProposalTools } from './proposals'

/**
 * What a transaction needs before it is approved: the approval itself, readings of the chain, a simulation, its meaning
 * and its risks.
 */
export interface Drafts extends Preparations, ProposalTools, Proposals {
  /** Addresses that something was sent or allowed to before, in lower case. */
  contacts(networkId: NetworkId): Promise<Address[]>
  /**
   * To be called before the bytes are signed: without the conditions they are valid for ever.
   * @throws Failure `conditions-not-taken`, `conditions-over`; RpcError
   */
  assertConditions(networkId: NetworkId, conditions: Conditions): Promise<void>
  /**
   * How a row ends that the network takes no more by its conditions, and no endpoint has; `null` while it may be taken.
   * @throws RpcError
   */
  overRow(row: TransactionRecord): Promise<((live: TransactionRecord) => TransactionRecord) | null>
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
    conditionSupport: networkId => readConditionSupport(connectionOf(networkId)),
    assertConditions: (networkId, conditions) => assertConditions(connectionOf(networkId), conditions),
    overRow: async row => ((await isOver(connectionOf(row.networkId), row)) ? endedAt(clock.now()) : null),
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

/**
 * What prices are usual on each chain, kept over restarts. A damaged row is forgotten: then the chain counts as not
 * known.
 */
function createFeeMemory(database: Database): FeeMemory {
  const known = new Map<NetworkId, RememberedFees>()

  async function remembered(networkId: NetworkId): Promise<RememberedFees> {
    const cached = known.get(networkId)
    if (cached !== undefined) return cached
    const parsed = feesRecordSchema.safeParse(await database.get('fees', networkId))
    const fees = { samples: parsed.success ? parsed.data.samples : [] }
    known.set(networkId, fees)
    return fees
  }

  return {
    remembered,
    async observe(networkId, price, at) {
      const before = await remembered(networkId)
      const after = rememberPrice(before, price, at)
      if (after === before) return
      known.set(networkId, after)
      await database.put('fees', { networkId, samples: [...after.samples] })
    },
  }
}

/** The L1 part of the fee moves on its own; this much more than it costs now is kept back. */
const l1Margin = { numerator: 5n, denominator: 4n }

/**
 * The value that leaves nothing behind but what the fee may cost at most: pending balance, less everything under way,
 * less the ceiling of the fastest choice (so that each of the three can be chosen), less L1 and operator fee with a
 * margin.
 * @throws Failure `insufficient-funds` when nothing would be left to send, `fee-unknown` when the network names no fee
 * and none is remembered, `endpoint-…`
 */
async function valueOfEverything(
  reader: Pick<ChainReader, 'read'>,
  facts: Pick<JournalFacts, 'committed'>,
  networkId: NetworkId,
  from: Address,
  to: Address,
): Promise<bigint> {
  const { reading, remembered } = await reader
    .read(networkId, {
      type: 'eip1559',
      from,
      nonce: 0xffff,
      to,
      value: 1n,
      data: '0x',
      gas: transferGas,
      maxFeePerGas: 0xffffffffn,
      maxPriorityFeePerGas: 0xffffffn,
    })
    .catch(error => {
      throw failureFrom(error)
    })
  const { balance } = reading
  if (balance === null) throw new Failure('endpoint-error', { kind: 'node-error', message: '' })
  const usual = usualPrice(remembered)
  // Where the network names no fee, the person does: what is usual is kept back for it.
  const market = reading.market ?? (usual === undefined ? null : { baseFeePerGas: usual, tips: [] })
  if (market === null) throw new Failure('fee-unknown')
  const suggestions = suggestFees(market)
  const gas = reading.estimate === null ? transferGas : gasWithRoom(reading.estimate)
  const l1 = ((reading.l1Fee ?? 0n) * l1Margin.numerator) / l1Margin.denominator
  const value =
    balance - facts.committed(networkId, from) - gas * suggestions.fast.maxFeePerGas - l1 - (reading.operatorFee ?? 0n)
  if (value <= 0n) throw new Failure('insufficient-funds', { balance: balance.toString() })
  return value
}
