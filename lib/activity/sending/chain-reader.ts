import type { Address } from 'viem'
import { balanceCall, balanceFrom } from '@/lib/activity/tokens/token-balances'
import { inventionQuestion, isInvented } from '@/lib/base/batch-answer'
import type { Clock } from '@/lib/base/clock'
import type { Effect } from '@/lib/base/effects'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { type CallsReading, callsQuestions, readCalls, type SimulatedCall } from '@/lib/chain/simulation/simulate-calls'
import type { FeeMarketTransaction } from '@/lib/keys/shared/signing'
import type { Contract, ContractLookup } from '@/lib/reading/calls/contracts'
import {
  codeKey,
  codeQuestions,
  contractQuestions,
  questionsPerCode,
  questionsPerContract,
  readContract,
} from '@/lib/reading/calls/read-contract'
import type { Holdings } from '@/lib/reading/risk/effect-facts'
import { askedPrice, type RememberedFees } from './fees'
import { holdingsQuestions, readHoldings } from './holdings'
import { type ChainReading, nothingKnown, type Offered, prefetch } from './prefetch'

/** What prices are usual on a network, in wei per gas. */
export interface FeeMemory {
  remembered(networkId: NetworkId): Promise<RememberedFees>
  observe(networkId: NetworkId, price: bigint, at: number): Promise<void>
}

/** A transaction to be read for. Its chain is the network's. */
export type UnsentTransaction = Omit<FeeMarketTransaction, 'chainId'> & { delegate?: Address }

export interface ChainReader {
  /**
   * Everything a transaction needs to know, in one round trip.
   * @throws RpcError
   */
  read(
    networkId: NetworkId,
    transaction: UnsentTransaction,
  ): Promise<{ reading: ChainReading; remembered: RememberedFees }>
  /**
   * What several calls of one account would do, one after the other.
   * @throws RpcError when the endpoint cannot be asked
   */
  readCalls(networkId: NetworkId, from: Address, calls: readonly SimulatedCall[]): Promise<CallsReading>
  /**
   * What an account has of these, pending, in their smallest units, by their addresses in lower case; nothing of those
   * that did not say.
   * @throws RpcError when the endpoint cannot be asked
   */
  readBalances(networkId: NetworkId, account: Address, tokens: readonly Address[]): Promise<Map<string, bigint>>
  /**
   * What the account has before these effects, pending.
   * @param native the balance in wei, where it is known
   * @throws RpcError when the endpoint cannot be asked
   */
  readHoldings(
    networkId: NetworkId,
    account: Address,
    effects: readonly Effect[],
    native: bigint | null,
  ): Promise<Holdings>
  /** The contracts that were identified so far. */
  contractLookup(networkId: NetworkId): ContractLookup
  /**
   * Identifies the contracts at these addresses that are not known yet.
   * @param isRenewed contracts known before are asked whether their code is still the same
   * @throws RpcError when the endpoint cannot be asked
   */
  learnContracts(networkId: NetworkId, addresses: readonly Address[], isRenewed: boolean): Promise<void>
}

/** At most so many contracts of one decision are identified: each takes a dozen calls. */
const mostContracts = 24
/** Each reading is a dozen calls: more than this many at once would be a burden to an endpoint, and no faster. */
const mostAtOnce = 4

/**
 * Reads for transactions in preparation, and remembers what hardly changes: what contracts are, what an endpoint
 * offers.
 */
export function createChainReader(dependencies: {
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
  fees: FeeMemory
  /** Transaction counts, whenever they were read. */
  onCounts(networkId: NetworkId, from: Address, counts: Pick<ChainReading, 'pendingCount' | 'latestCount'>): void
}): ChainReader {
  const { connectionOf, clock, fees, onCounts } = dependencies
  const offers = new Map<NetworkId, Offered>()
  /** With what each ran when it was asked: as long as that stays, so does the answer. */
  const contracts = new Map<string, { key: string; contract: Contract }>()
  const queue: (() => void)[] = []
  let underWay = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (underWay >= mostAtOnce) await new Promise<void>(resolve => queue.push(resolve))
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
      queue.shift()?.()
    }
  }

  const contractLookup =
    (networkId: NetworkId): ContractLookup =>
    address =>
      contracts.get(keyOf(networkId, address))?.contract ?? null

  async function learnContracts(
    networkId: NetworkId,
    addresses: readonly Address[],
    isRenewed: boolean,
  ): Promise<void> {
    const asked = [...new Set(addresses.map(lowerCaseAddress))].slice(0, mostContracts)
    const known = isRenewed ? asked.filter(address => contracts.has(keyOf(networkId, address))) : []
    const unknown = asked.filter(address => !contracts.has(keyOf(networkId, address)))
    if (known.length + unknown.length === 0) return
    const [control, ...items] = await connectionOf(networkId).batch([
      inventionQuestion,
      ...unknown.flatMap(contractQuestions),
      ...known.flatMap(codeQuestions),
    ])
    for (const [index, address] of unknown.entries()) {
      const answers = items.slice(index * questionsPerContract, (index + 1) * questionsPerContract)
      const contract = readContract(answers, isInvented(control))
      const key = codeKey(answers)
      // What could not be asked is asked again.
      if (contract !== null && key !== null) contracts.set(keyOf(networkId, address), { key, contract })
    }
    const answers = items.slice(unknown.length * questionsPerContract)
    const changed = known.filter((address, index) => {
      const key = codeKey(answers.slice(index * questionsPerCode, (index + 1) * questionsPerCode))
      return key !== null && key !== contracts.get(keyOf(networkId, address))?.key
    })
    for (const address of changed) contracts.delete(keyOf(networkId, address))
    if (changed.length > 0) await learnContracts(networkId, changed, false)
  }

  return {
    read: (networkId, transaction) =>
      inTurn(async () => {
        const lookUp = contractLookup(networkId)
        const connection = connectionOf(networkId)
        const { reading, offered } = await prefetch(
          connection,
          { ...transaction, chainId: connection.chainId },
          {
            offered: offers.get(networkId) ?? nothingKnown,
            // A contract can appear, and hardly ever vanishes.
            isContract: address => lookUp(address)?.code === 'contract',
            now: clock.now,
          },
        )
        offers.set(networkId, offered)
        onCounts(networkId, transaction.from, reading)
        // Held against what was usual before this reading: a first lie must not vouch for itself.
        const remembered = await fees.remembered(networkId)
        if (reading.market !== null) await fees.observe(networkId, askedPrice(reading.market), reading.readAt)
        return { reading, remembered }
      }),
    readCalls: (networkId, from, calls) =>
      inTurn(async () => readCalls(await connectionOf(networkId).batch(callsQuestions(from, calls)), from)),
    readBalances: (networkId, account, tokens) =>
      inTurn(async () => {
        const items = await connectionOf(networkId).batch(tokens.map(token => balanceCall(token, account, 'pending')))
        return new Map(tokens.map((token, index) => [lowerCaseAddress(token), balanceFrom(items[index]) ?? 0n]))
      }),
    readHoldings: (networkId, account, effects, native) =>
      inTurn(async () => {
        const questions = holdingsQuestions(effects, account)
        const items =
          questions.length === 0 ? [] : await connectionOf(networkId).batch(questions.map(([, call]) => call))
        return readHoldings(questions, items, native)
      }),
    contractLookup,
    learnContracts: (networkId, addresses, isRenewed) => inTurn(() => learnContracts(networkId, addresses, isRenewed)),
  }
}

function keyOf(networkId: NetworkId, address: Address): string {
  return `${networkId}:${lowerCaseAddress(address)}`
}
