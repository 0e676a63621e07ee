import type { Address } from 'viem'
import type { BalanceChange, TransactionRequest } from '@/lib/approvals/types'
import { describeAct, tokensOf } from '@/lib/decoding/describe'
import type { FeeMarketTransaction } from '@/lib/keyring/types'
import type { KnownMoney } from '@/lib/tokens/known-money'
import { readingOfCalls, toSimulated, withGasOfCalls } from './calls'
import type { ChainReader } from './chain-reader'
import { type GasFee, transferGas } from './fees'
import { chosenFee, type TransactionDraft, withReading } from './preview'

/** An address without code on every chain. */
const nobody: Address = '0x0000000000000000000000000000000000000000'

/** What preparing needs to know from the journal. */
export interface JournalFacts {
  localNext(chainId: number, from: Address): Promise<number | null>
  /** Wei that transactions in flight may still cost. */
  committed(chainId: number, from: Address): bigint
  /** The addresses to which something was sent, or which were allowed something, and the person's own. */
  contacts(chainId: number): Promise<Address[]>
  measured(chainId: number): Promise<TransactionDraft['measured']>
  /** The least fee with which a replacement of this row is accepted. */
  least(replaces: string): Promise<GasFee | null>
}

/** What the journal, the lists and the token contracts say about a draft. */
export type DraftFacts = Pick<TransactionDraft, 'least' | 'measured' | 'contacts' | 'money'>

/** Balances by token in lower case, and the simulated changes of each call. */
export interface LimitFacts {
  balances: ReadonlyMap<string, bigint>
  changes: readonly (readonly BalanceChange[])[]
}

/** Reads from chain and journal what a draft needs. */
export interface DraftReading {
  facts(draft: TransactionDraft, replaces: string | null): Promise<DraftFacts>
  /**
   * Makes one reading of the chain.
   * @param current the draft, asked again after the reading: a fee may be chosen meanwhile
   * @param limit `apply` gets the balances of `tokens`, where there are any, and returns true to end the reading without a draft
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
  moneyOf(chainId: number): Promise<KnownMoney>
}): DraftReading {
  return {
    async facts({ chainId, request, calls }, replaces) {
      const [least, measured, contacts, money] = await Promise.all([
        replaces === null ? null : journal.least(replaces),
        journal.measured(chainId),
        journal.contacts(chainId),
        moneyOf(chainId),
        reader.learnTokens(chainId, (calls ?? [request]).flatMap(tokensOf)),
      ])
      return { least, measured, contacts, money }
    },

    async read(current, pendingFacts, { tokens, apply }) {
      const { chainId, account, request, purpose, calls } = current()
      const { counterparty } = describeAct(request, { purpose, tokenOf: () => null })
      const [{ reading: alone, remembered }, facts, batch, balances] = await Promise.all([
        reader.read(chainId, sized(current()), counterparty),
        pendingFacts,
        calls === null ? null : reader.readCalls(chainId, account, calls.map(toSimulated), calls.flatMap(partiesOf)),
        tokens.length === 0 ? null : reader.readBalances(chainId, account, tokens),
      ])
      if (balances !== null && (await apply({ balances, changes: batch?.changes ?? [] }))) return null
      const reading = batch === null ? alone : readingOfCalls(alone, batch)
      const localNext = await journal.localNext(chainId, account)
      const committed = journal.committed(chainId, account)
      const { simulation } = reading
      if (simulation.status === 'succeeds')
        await reader.learnTokens(
          chainId,
          simulation.changes.flatMap(({ asset }) =>
            asset.kind === 'token' && asset.symbol === '' ? [asset.address] : [],
          ),
        )
      const draft = withReading({ ...current(), ...facts }, reading, { remembered, localNext, committed })
      return batch === null ? draft : withGasOfCalls(current(), draft, batch)
    },
  }
}

/** @returns the called address, and the one that receives or may take something */
function partiesOf(call: TransactionRequest): Address[] {
  const { counterparty } = describeAct(call, { purpose: 'send', tokenOf: () => null })
  return [call.to, counterparty].filter(address => address !== null)
}

/** @returns the transaction with the best values known, otherwise with values of a likely size */
function sized(draft: TransactionDraft): FeeMarketTransaction {
  const fee = chosenFee(draft)
  const { accessList } = draft.request
  return {
    type: 'eip1559',
    chainId: draft.chainId,
    from: draft.account,
    nonce: draft.request.nonce ?? draft.expectedNonce ?? 0xff,
    // The authorization takes effect before the call, so that no code of the account runs (EIP-7702 §Behavior).
    to: draft.purpose === 'clear-delegation' ? nobody : draft.request.to,
    value: BigInt(draft.request.value),
    data: draft.request.data,
    ...(accessList === undefined ? {} : { accessList }),
    gas: draft.gas ?? BigInt(draft.request.gas ?? (draft.request.data === '0x' ? transferGas : 0xfffffn)),
    maxFeePerGas: fee?.maxFeePerGas ?? 0xffffffffn,
    maxPriorityFeePerGas: fee?.maxPriorityFeePerGas ?? 0xffffffn,
  }
}
