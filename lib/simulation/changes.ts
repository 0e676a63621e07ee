import type { Address, Hex } from 'viem'
import type { BalanceChange } from '@/lib/approvals/types'
import { readSingleWord, readWords, wordToAddress } from '@/lib/values/abi'
import * as events from '@/lib/values/signatures/events'

export interface SimulatedLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** Symbol and decimals where the token is known. */
export type TokenLookup = (address: Address) => { symbol: string; decimals: number } | null

/** `TransferSingle` and `TransferBatch` of ERC-1155. */
/** With `traceTransfers`, `eth_simulateV1` reports native transfers as logs of this address, which nobody can have code at. */
export const nativeTransferAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const everything = (1n << 256n) - 1n

interface Movement {
  /** Lower case; the native currency under its pseudo address. */
  asset: Address
  /** Which one of a collection (ERC-721, ERC-1155); of anything else there is but one. */
  item: bigint | null
  amount: bigint
  counterparty: Address
}

/** What the logs of a call say about one account: net change per asset, and allowances it gave or took back. */
export function readChanges(logs: readonly SimulatedLog[], account: Address, tokenOf: TokenLookup): BalanceChange[] {
  const own = account.toLowerCase()
  const movements = logs.flatMap(log => readMovement(log, own))
  const assets = [...new Set(movements.map(movement => movement.asset))]
  const transfers = assets.flatMap((asset): BalanceChange[] => {
    const ofAsset = movements.filter(movement => movement.asset === asset)
    // One item does not make up for another: what goes and what comes are two changes.
    const nets = new Map<bigint | null, bigint>()
    for (const { item, amount } of ofAsset) nets.set(item, (nets.get(item) ?? 0n) + amount)
    const sum = (those: bigint[]) => those.reduce((left, right) => left + right, 0n)
    const amounts = [[...nets.values()].filter(net => net < 0n), [...nets.values()].filter(net => net > 0n)].map(sum)
    const counterparties = new Set(ofAsset.map(movement => movement.counterparty))
    const [only] = counterparties
    return amounts
      .filter(amount => amount !== 0n)
      .map(amount => ({
        asset: describeAsset(asset, tokenOf),
        amount: amount.toString(),
        kind: 'transfer',
        counterparty: counterparties.size === 1 && only !== undefined ? only : null,
      }))
  })
  return [...transfers, ...readAllowances(logs, own, tokenOf)]
}

function readMovement({ address, topics, data }: SimulatedLog, own: string): Movement[] {
  const [topic, second, third, fourth] = topics
  const isMany = topic === events.transferSingle || topic === events.transferBatch
  if (topic !== events.transfer && !isMany) return []
  // Of ERC-1155 the first is who moves them.
  const [fromTopic, toTopic] = isMany ? [third, fourth] : [second, third]
  if (fromTopic === undefined || toTopic === undefined) return []
  const from = wordToAddress(BigInt(fromTopic))
  const to = wordToAddress(BigInt(toTopic))
  if (from === null || to === null || from === to || (from !== own && to !== own)) return []
  const asset = address.toLowerCase() as Address
  const moved = isMany ? readMany(data, topic === events.transferBatch) : readOne(data, fourth)
  return moved.map(([item, amount]) =>
    from === own ? { asset, item, amount: -amount, counterparty: to } : { asset, item, amount, counterparty: from },
  )
}

type Moved = readonly [item: bigint | null, amount: bigint]

/** An item (ERC-721) has its number in a fourth topic and counts as one. */
function readOne(data: Hex, tokenId: Hex | undefined): Moved[] {
  if (tokenId !== undefined) return [[BigInt(tokenId), 1n]]
  const amount = readSingleWord(data)
  return amount === null ? [] : [[null, amount]]
}

/** Numbers of items and how many of each: two words, or two lists of the same length. */
function readMany(data: Hex, isBatch: boolean): Moved[] {
  const words = readWords(data) ?? []
  const [first = 0n, second = 0n] = words
  if (!isBatch) return words.length === 2 ? [[first, second]] : []
  const items = readList(words, first)
  const amounts = readList(words, second)
  return items.length === amounts.length ? items.map((item, index): Moved => [item, amounts[index] ?? 0n]) : []
}

function readList(words: readonly bigint[], offset: bigint): bigint[] {
  const start = Number(offset / 32n)
  const length = Number(words[start] ?? 0n)
  return words.slice(start + 1, start + 1 + length)
}

/** The last word on each pair of token and spender counts, and of a collection on each item, which one at most may take. */
function readAllowances(logs: readonly SimulatedLog[], own: string, tokenOf: TokenLookup): BalanceChange[] {
  const allowances = new Map<string, BalanceChange>()
  for (const log of logs) {
    const [topic, ownerTopic, spenderTopic, item] = log.topics
    if (topic !== events.approval && topic !== events.approvalForAll) continue
    if (ownerTopic === undefined || spenderTopic === undefined) continue
    const owner = wordToAddress(BigInt(ownerTopic))
    const spender = wordToAddress(BigInt(spenderTopic))
    const word = item === undefined ? readSingleWord(log.data) : 1n
    if (owner !== own || spender === null || word === null) continue
    const key = `${topic} ${log.address.toLowerCase()} ${item ?? spender}`
    if (item !== undefined && BigInt(spender) === 0n) {
      allowances.delete(key)
      continue
    }
    const amount = topic === events.approvalForAll && word !== 0n ? everything : word
    allowances.set(key, {
      asset: describeAsset(log.address, tokenOf),
      amount: amount.toString(),
      kind: 'allowance',
      counterparty: spender,
    })
  }
  return [...allowances.values()]
}

function describeAsset(address: Address, tokenOf: TokenLookup): BalanceChange['asset'] {
  if (address.toLowerCase() === nativeTransferAddress) return { kind: 'native' }
  const token = tokenOf(address)
  return { kind: 'token', address, symbol: token?.symbol ?? '', decimals: token?.decimals ?? 0 }
}
