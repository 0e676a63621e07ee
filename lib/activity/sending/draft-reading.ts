import type { Address } from 'viem'
import { noDelegate } from '@/lib/base/batch-delegate'
import type { Effect } from '@/lib/base/effects'
import type { NetworkId } from '@/lib/base/network-id'
import { contractsOf } from '@/lib/reading/calls/describe'
import { actsInside } from '@/lib/reading/calls/nested-calls'
import { unknownHoldings } from '@/lib/reading/risk/effect-facts'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import { callsTogether, readingOfCalls, toSimulated, withGasOfCalls } from './calls-draft'
import type { ChainReader, UnsentTransaction } from './chain-reader'
import { atLeast, type GasFee, transferGas } from './fees'
import { noncesTaken } from './nonce-ledger'
import type { ChainReading } from './prefetch'
import { actsOf, chosenFee, partiesOf, type TransactionDraft, withReading } from './preview'

/** An address without code on every chain. */
const nobody: Address = '0x0000000000000000000000000000000000000000'

/** What preparing needs to know from the journal. */
export interface JournalFacts {
  /** The nonce that a transaction which takes `count` in a row would get now. */
  expectedNonce(networkId: NetworkId, from: Address, count: number): Promise<number>
  /** Returns what `NonceLedger.taken` returns. */
  takenNonce(networkId: NetworkId, from: Address, nonce: number, count: number): Promise<number | null>
  /** The lowest nonce that nothing holds below this one. */
  freeBelow(networkId: NetworkId, from: Address, nonce: number): Promise<number | null>
  /** Wei that transactions in flight may still cost. */
  committed(networkId: NetworkId, from: Address): bigint
  /** The addresses to which something was sent, or which were allowed something, and the person's own. */
  contacts(networkId: NetworkId): Promise<Address[]>
  measured(networkId: NetworkId): Promise<TransactionDraft['measured']>
  /** The least fee with which a replacement of this row is accepted. */
  least(replaces: string): Promise<GasFee | null>
}

/** What the journal and the lists say about a draft. */
export type DraftFacts = Pick<TransactionDraft, 'least' | 'measured' | 'contacts' | 'money'>

/** Balances by token in lower case, and the simulated effects of each call. */
export interface LimitFacts {
  balances: ReadonlyMap<string, bigint>
  effects: readonly (readonly Effect[])[]
}

function highestOf(one: GasFee | null, other: GasFee | null): GasFee | null {
  return one === null ? other : atLeast(one, other)
}

/** Reads from chain and journal what a draft needs. */
export interface DraftReading {
  facts(draft: TransactionDraft, replaces: readonly string[]): Promise<DraftFacts>
  /**
   * Makes one reading of the chain.
   * @param current the draft, asked again after the reading: a fee may be chosen meanwhile
   * @param limit `apply` gets the balances of `tokens`, where there are any, and returns true to end the reading
   * without a draft
   * @returns the draft with the reading; `null` where `limit.apply` ended it
   * @throws RpcError
   */
  read(
    current: () => TransactionDraft,
    facts: Promise<DraftFacts>,
    limit: { tokens: readonly Address[]; apply(facts: LimitFacts): Promise<boolean> },
  ): Promise<TransactionDraft | null>
}

export function createDraftReading({
  journal,
  reader,
  moneyOf,
}: {
  journal: JournalFacts
  reader: ChainReader
  moneyOf(networkId: NetworkId): Promise<KnownMoney>
}): DraftReading {
  return {
    async facts({ networkId }, replaces) {
      const [least, measured, contacts, money] = await Promise.all([
        Promise.all(replaces.map(journal.least)),
        journal.measured(networkId),
        journal.contacts(networkId),
        moneyOf(networkId),
      ])
      return { least: least.reduce(highestOf, null), measured, contacts, money }
    },

    async read(current, pendingFacts, { tokens, apply }) {
      const { networkId, account, request, purpose, calls, reading: before } = current()
      // A contract that the account is to run may be gone before it is approved.
      const isRenewed = before === null || purpose === 'delegate'
      const [{ reading: alone, remembered }, facts, batch, balances] = await Promise.all([
        reader.read(networkId, sized(current())),
        pendingFacts,
        calls === null ? null : reader.readCalls(networkId, account, calls.map(toSimulated)),
        tokens.length === 0 ? null : reader.readBalances(networkId, account, tokens),
        reader.learnContracts(networkId, namedContracts(current()), isRenewed),
      ])
      if (balances !== null && (await apply({ balances, effects: batch?.effects ?? [] }))) return null
      const isTogether = request.delegate !== undefined && calls !== null
      const made = batch === null || !isTogether ? batch : callsTogether(alone, batch, current())
      const reading = made === null ? alone : readingOfCalls(alone, made)
      const count = noncesTaken({ ...request, purpose })
      const free = await journal.expectedNonce(networkId, account, count)
      const expectedNonce = Math.max(free, reading.pendingCount, reading.latestCount)
      const { nonce } = request
      const takenNonce = nonce === undefined ? null : await journal.takenNonce(networkId, account, nonce, count)
      const freeNonce = await journal.freeBelow(networkId, account, request.nonce ?? expectedNonce)
      const committed = journal.committed(networkId, account)
      const holdings = await readHoldings(reader, current(), reading)
      const draft = withReading({ ...current(), ...facts, holdings }, reading, {
        remembered,
        expectedNonce,
        takenNonce,
        freeNonce,
        committed,
      })
      return made === null ? draft : withGasOfCalls(current(), draft, made)
    },
  }
}

/**
 * Identifies the contracts that the simulation names.
 * @returns what the account has of what leaves it
 */
async function readHoldings(
  reader: ChainReader,
  draft: TransactionDraft,
  { simulation, balance }: ChainReading,
): Promise<TransactionDraft['holdings']> {
  const { networkId, account } = draft
  if (simulation.status !== 'succeeds' || isPlainPayment(draft)) return unknownHoldings
  const [holdings] = await Promise.all([
    reader.readHoldings(networkId, account, simulation.effects, balance),
    reader.learnContracts(networkId, partiesOf(simulation.effects), false),
  ])
  return holdings
}

/** @returns the contracts that the calls, and those inside them, speak about or pay */
function namedContracts(draft: TransactionDraft): Address[] {
  const inner = actsOf(draft, () => null).flatMap(actsInside)
  return [
    ...(draft.calls ?? [draft.request]).flatMap(contractsOf),
    ...(draft.purpose === 'delegate' && draft.request.delegate !== undefined ? [draft.request.delegate] : []),
    ...inner.flatMap(({ target, effects }) => [...(target === null ? [] : [target]), ...partiesOf(effects)]),
  ]
}

/** @returns true if no code of another runs */
function isPlainPayment(draft: TransactionDraft): boolean {
  return actsOf(draft, () => null).every(({ function: called, target }) => called === null && target !== null)
}

/** @returns the transaction with the best values known, otherwise with values of a likely size */
function sized(draft: TransactionDraft): UnsentTransaction {
  const fee = chosenFee(draft)
  const { accessList, delegate } = draft.request
  // A person's own delegate runs nothing yet.
  const runs = delegate === undefined || delegate === noDelegate || draft.purpose === 'delegate' ? {} : { delegate }
  return {
    type: 'eip1559',
    from: draft.account,
    nonce: draft.request.nonce ?? draft.expectedNonce ?? 0xff,
    // The authorization takes effect before the call, so that no code of the account runs (EIP-7702 §Behavior).
    to: delegate === noDelegate ? nobody : draft.request.to,
    value: BigInt(draft.request.value),
    data: draft.request.data,
    ...(accessList === undefined ? {} : { accessList }),
    ...runs,
    gas: draft.gas ?? BigInt(draft.request.gas ?? (draft.request.data === '0x' ? transferGas : 0xfffffn)),
    maxFeePerGas: fee?.maxFeePerGas ?? 0xffffffffn,
    maxPriorityFeePerGas: fee?.maxPriorityFeePerGas ?? 0xffffffn,
  }
}
