import type { Address } from 'viem'
import type { KnownToken } from '@/lib/decoding/describe'
import type { FeeMarketTransaction } from '@/lib/keyring/types'
import type { Connection } from '@/lib/rpc/types'
import { type CallsReading, callsQuestions, readCalls, type SimulatedCall } from '@/lib/simulation/simulate-calls'
import { balanceCall, balanceFrom } from '@/lib/tokens/tokens'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { Code } from './code'
import type { RememberedFees } from './fees'
import { type ChainReading, codeCall, nothingKnown, type Offered, prefetch, readCodeItem } from './prefetch'

/** What is known to be at addresses, by them in lower case. */
export type Codes = ReadonlyMap<string, Code>

/** What base fees are usual on a chain. */
export interface FeeMemory {
  remembered(chainId: number): Promise<RememberedFees>
  observe(chainId: number, baseFeePerGas: bigint, at: number): Promise<void>
}

export interface ChainReader {
  /**
   * Everything a transaction needs to know, in one round trip.
   * @param counterparty who gets or may take something, as the transaction is understood
   * @throws RpcError
   */
  read(
    chainId: number,
    transaction: FeeMarketTransaction,
    counterparty: Address | null,
  ): Promise<{ reading: ChainReading; remembered: RememberedFees }>
  /**
   * What several calls of one account would do, one after the other, and what is at these addresses, by them in lower case.
   * @throws RpcError when the endpoint cannot be asked
   */
  readCalls(
    chainId: number,
    from: Address,
    calls: readonly SimulatedCall[],
    addresses: readonly Address[],
  ): Promise<CallsReading & { codes: Codes }>
  /**
   * What an account has of these, pending, in their smallest units, by their addresses in lower case; nothing of those that did not say.
   * @throws RpcError when the endpoint cannot be asked
   */
  readBalances(chainId: number, account: Address, tokens: readonly Address[]): Promise<Map<string, bigint>>
  /** Names of the tokens asked about so far. */
  tokenLookup(chainId: number): (address: Address) => KnownToken | null
  learnTokens(chainId: number, addresses: readonly Address[]): Promise<void>
}

/** Each reading is a dozen calls: more than this many at once would be a burden to an endpoint, and no faster. */
const mostAtOnce = 4

/** Reads for transactions in preparation, and remembers what does not change: code at addresses, tokens' names, what an endpoint offers. */
export function createChainReader(dependencies: {
  connectionOf(chainId: number): Connection
  clock: Clock
  fees: FeeMemory
  tokenMetadata(chainId: number, address: Address): Promise<KnownToken | null>
  /** Transaction counts, whenever they were read. */
  onCounts(chainId: number, from: Address, counts: Pick<ChainReading, 'pendingCount' | 'latestCount'>): void
  onFault(error: unknown): void
}): ChainReader {
  const { connectionOf, clock, fees, tokenMetadata, onCounts, onFault } = dependencies
  const offers = new Map<number, Offered>()
  const contracts = new Set<string>()
  const tokens = new Map<string, KnownToken | null>()
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

  function tokenLookup(chainId: number): (address: Address) => KnownToken | null {
    return address => tokens.get(keyOf(chainId, address)) ?? null
  }

  return {
    read: (chainId, transaction, counterparty) =>
      inTurn(async () => {
        const { to } = transaction
        const { reading, offered } = await prefetch(connectionOf(chainId), transaction, {
          offered: offers.get(chainId) ?? nothingKnown,
          counterparty,
          // A contract can appear, and hardly ever vanishes.
          isContract: address => contracts.has(keyOf(chainId, address)),
          tokenOf: tokenLookup(chainId),
          now: clock.now,
        })
        offers.set(chainId, offered)
        if (to !== null && reading.recipientCode === 'contract') contracts.add(keyOf(chainId, to))
        if (counterparty !== null && reading.counterpartyCode === 'contract')
          contracts.add(keyOf(chainId, counterparty))
        onCounts(chainId, transaction.from, reading)
        // Held against what was usual before this reading: a first lie must not vouch for itself.
        const remembered = await fees.remembered(chainId)
        if (reading.market !== null) await fees.observe(chainId, reading.market.baseFeePerGas, reading.readAt)
        return { reading, remembered }
      }),
    readCalls: (chainId, from, calls, addresses) =>
      inTurn(async () => {
        const asked = [...new Set(addresses.map(lowerCaseAddress))]
        const unknown = asked.filter(address => !contracts.has(keyOf(chainId, address)))
        const questions = callsQuestions(from, calls)
        const items = await connectionOf(chainId).batch([...questions, ...unknown.map(codeCall)])
        const codes = new Map<string, Code>(asked.map(address => [address, 'contract']))
        unknown.forEach((address, index) => {
          const item = items[questions.length + index]
          const code = item === undefined ? null : readCodeItem(item)
          if (code === null) codes.delete(address)
          else codes.set(address, code)
          if (code === 'contract') contracts.add(keyOf(chainId, address))
        })
        return { ...readCalls(items.slice(0, questions.length), from, tokenLookup(chainId)), codes }
      }),
    readBalances: (chainId, account, tokens) =>
      inTurn(async () => {
        const items = await connectionOf(chainId).batch(tokens.map(token => balanceCall(token, account, 'pending')))
        return new Map(tokens.map((token, index) => [lowerCaseAddress(token), balanceFrom(items[index]) ?? 0n]))
      }),
    tokenLookup,
    async learnTokens(chainId, addresses) {
      await Promise.all(
        addresses.map(async address => {
          const key = keyOf(chainId, address)
          if (tokens.has(key)) return
          const found = await tokenMetadata(chainId, address).catch((error: unknown) => {
            onFault(error)
            return undefined
          })
          // What could not be asked is asked again.
          if (found !== undefined) tokens.set(key, found)
        }),
      )
    },
  }
}

function keyOf(chainId: number, address: Address): string {
  return `${chainId}:${lowerCaseAddress(address)}`
}
