import type { Address } from 'viem'
import type { Contract, ContractLookup } from '@/lib/decoding/contracts'
import {
  codeKey,
  codeQuestions,
  contractQuestions,
  questionsPerCode,
  questionsPerContract,
  readContract,
} from '@/lib/decoding/read-contract'
import type { FeeMarketTransaction } from '@/lib/keyring/types'
import type { Holdings } from '@/lib/risk/effect-facts'
import type { Connection } from '@/lib/rpc/types'
import { type CallsReading, callsQuestions, readCalls, type SimulatedCall } from '@/lib/simulation/simulate-calls'
import { balanceCall, balanceFrom } from '@/lib/tokens/token-balances'
import type { Clock } from '@/lib/values/clock'
import type { Effect } from '@/lib/values/effects'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { RememberedFees } from './fees'
import { holdingsQuestions, readHoldings } from './holdings'
import { type ChainReading, nothingKnown, type Offered, prefetch } from './prefetch'

/** What base fees are usual on a chain. */
export interface FeeMemory {
  remembered(chainId: number): Promise<RememberedFees>
  observe(chainId: number, baseFeePerGas: bigint, at: number): Promise<void>
}

export interface ChainReader {
  /**
   * Everything a transaction needs to know, in one round trip.
   * @throws RpcError
   */
  read(
    chainId: number,
    transaction: FeeMarketTransaction & { delegate?: Address },
  ): Promise<{ reading: ChainReading; remembered: RememberedFees }>
  /**
   * What several calls of one account would do, one after the other.
   * @throws RpcError when the endpoint cannot be asked
   */
  readCalls(chainId: number, from: Address, calls: readonly SimulatedCall[]): Promise<CallsReading>
  /**
   * What an account has of these, pending, in their smallest units, by their addresses in lower case; nothing of those
   * that did not say.
   * @throws RpcError when the endpoint cannot be asked
   */
  readBalances(chainId: number, account: Address, tokens: readonly Address[]): Promise<Map<string, bigint>>
  /**
   * What the account has before these effects, pending.
   * @param native the balance in wei, where it is known
   * @throws RpcError when the endpoint cannot be asked
   */
  readHoldings(chainId: number, account: Address, effects: readonly Effect[], native: bigint | null): Promise<Holdings>
  /** The contracts that were identified so far. */
  contractLookup(chainId: number): ContractLookup
  /**
   * Identifies the contracts at these addresses that are not known yet.
   * @param isRenewed contracts known before are asked whether their code is still the same
   * @throws RpcError when the endpoint cannot be asked
   */
  learnContracts(chainId: number, addresses: readonly Address[], isRenewed: boolean): Promise<void>
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
  connectionOf(chainId: number): Connection
  clock: Clock
  fees: FeeMemory
  /** Transaction counts, whenever they were read. */
  onCounts(chainId: number, from: Address, counts: Pick<ChainReading, 'pendingCount' | 'latestCount'>): void
}): ChainReader {
  const { connectionOf, clock, fees, onCounts } = dependencies
  const offers = new Map<number, Offered>()
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
    (chainId: number): ContractLookup =>
    address =>
      contracts.get(keyOf(chainId, address))?.contract ?? null

  async function learnContracts(chainId: number, addresses: readonly Address[], isRenewed: boolean): Promise<void> {
    const asked = [...new Set(addresses.map(lowerCaseAddress))].slice(0, mostContracts)
    const known = isRenewed ? asked.filter(address => contracts.has(keyOf(chainId, address))) : []
    const unknown = asked.filter(address => !contracts.has(keyOf(chainId, address)))
    if (known.length + unknown.length === 0) return
    const items = await connectionOf(chainId).batch([
      ...unknown.flatMap(contractQuestions),
      ...known.flatMap(codeQuestions),
    ])
    for (const [index, address] of unknown.entries()) {
      const answers = items.slice(index * questionsPerContract, (index + 1) * questionsPerContract)
      const contract = readContract(answers)
      const key = codeKey(answers)
      // What could not be asked is asked again.
      if (contract !== null && key !== null) contracts.set(keyOf(chainId, address), { key, contract })
    }
    const answers = items.slice(unknown.length * questionsPerContract)
    const changed = known.filter((address, index) => {
      const key = codeKey(answers.slice(index * questionsPerCode, (index + 1) * questionsPerCode))
      return key !== null && key !== contracts.get(keyOf(chainId, address))?.key
    })
    for (const address of changed) contracts.delete(keyOf(chainId, address))
    if (changed.length > 0) await learnContracts(chainId, changed, false)
  }

  return {
    read: (chainId, transaction) =>
      inTurn(async () => {
        const lookUp = contractLookup(chainId)
        const { reading, offered } = await prefetch(connectionOf(chainId), transaction, {
          offered: offers.get(chainId) ?? nothingKnown,
          // A contract can appear, and hardly ever vanishes.
          isContract: address => lookUp(address)?.code === 'contract',
          now: clock.now,
        })
        offers.set(chainId, offered)
        onCounts(chainId, transaction.from, reading)
        // Held against what was usual before this reading: a first lie must not vouch for itself.
        const remembered = await fees.remembered(chainId)
        if (reading.market !== null)
          await fees.observe(chainId, reading.market.gasPrice ?? reading.market.baseFeePerGas, reading.readAt)
        return { reading, remembered }
      }),
    readCalls: (chainId, from, calls) =>
      inTurn(async () => readCalls(await connectionOf(chainId).batch(callsQuestions(from, calls)), from)),
    readBalances: (chainId, account, tokens) =>
      inTurn(async () => {
        const items = await connectionOf(chainId).batch(tokens.map(token => balanceCall(token, account, 'pending')))
        return new Map(tokens.map((token, index) => [lowerCaseAddress(token), balanceFrom(items[index]) ?? 0n]))
      }),
    readHoldings: (chainId, account, effects, native) =>
      inTurn(async () => {
        const questions = holdingsQuestions(effects, account)
        const items = questions.length === 0 ? [] : await connectionOf(chainId).batch(questions.map(([, call]) => call))
        return readHoldings(questions, items, native)
      }),
    contractLookup,
    learnContracts: (chainId, addresses, isRenewed) => inTurn(() => learnContracts(chainId, addresses, isRenewed)),
  }
}

function keyOf(chainId: number, address: Address): string {
  return `${chainId}:${lowerCaseAddress(address)}`
}
