import type { Address, Hex } from 'viem'
import type { BalanceChange } from '@/lib/approvals/types'
import { readSingleWord, wordToAddress } from '@/lib/values/abi'

export interface SimulatedLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** Symbol and decimals where the token is known. */
export type TokenLookup = (address: Address) => { symbol: string; decimals: number } | null

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
/** With `traceTransfers`, `eth_simulateV1` reports native transfers as logs of this address, which nobody can have code at. */
export const nativeTransferAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const everything = (1n << 256n) - 1n

interface Movement {
  /** Lower case; the native currency under its pseudo address. */
  asset: Address
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
    const amount = ofAsset.reduce((sum, movement) => sum + movement.amount, 0n)
    if (amount === 0n) return []
    const counterparties = new Set(ofAsset.map(movement => movement.counterparty))
    const [only] = counterparties
    return [
      {
        asset: describeAsset(asset, tokenOf),
        amount: amount.toString(),
        kind: 'transfer',
        counterparty: counterparties.size === 1 && only !== undefined ? only : null,
      },
    ]
  })
  return [...transfers, ...readAllowances(logs, own, tokenOf)]
}

function readMovement(log: SimulatedLog, own: string): Movement[] {
  const [topic, fromTopic, toTopic, tokenId] = log.topics
  if (topic !== transferTopic || fromTopic === undefined || toTopic === undefined) return []
  const from = wordToAddress(BigInt(fromTopic))
  const to = wordToAddress(BigInt(toTopic))
  // An item (ERC-721) has its number in a fourth topic and counts as one.
  const amount = tokenId === undefined ? readSingleWord(log.data) : 1n
  if (from === null || to === null || amount === null || from === to) return []
  const asset = log.address.toLowerCase() as Address
  if (from === own) return [{ asset, amount: -amount, counterparty: to }]
  if (to === own) return [{ asset, amount, counterparty: from }]
  return []
}

/** The last word on each pair of token and spender counts. */
function readAllowances(logs: readonly SimulatedLog[], own: string, tokenOf: TokenLookup): BalanceChange[] {
  const allowances = new Map<string, BalanceChange>()
  for (const log of logs) {
    const [topic, ownerTopic, spenderTopic] = log.topics
    if (topic !== approvalTopic && topic !== approvalForAllTopic) continue
    if (ownerTopic === undefined || spenderTopic === undefined) continue
    const owner = wordToAddress(BigInt(ownerTopic))
    const spender = wordToAddress(BigInt(spenderTopic))
    const word = log.topics.length === 3 ? readSingleWord(log.data) : 1n
    if (owner !== own || spender === null || word === null) continue
    const amount = topic === approvalForAllTopic && word !== 0n ? everything : word
    allowances.set(`${log.address.toLowerCase()} ${spender}`, {
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
