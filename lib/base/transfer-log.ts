import type { Address, Hex } from 'viem'
import { readSingleWord, wordToAddress } from './abi'
import * as events from './signatures/events'

/** What an ERC-20 `Transfer` log says, with addresses in lower case and the amount in the token's smallest unit. */
export interface LoggedTransfer {
  token: Address
  from: Address
  to: Address
  amount: bigint
}

/** @returns `null` for any other log: an ERC-721 transfer has its item in a topic */
export function readTransferLog(log: { address: Address; topics: readonly Hex[]; data: Hex }): LoggedTransfer | null {
  const [topic, ...parties] = log.topics
  const [from, to] = parties.map(party => wordToAddress(BigInt(party)))
  const amount = readSingleWord(log.data)
  if (topic?.toLowerCase() !== events.transfer || parties.length !== 2) return null
  if (from == null || to == null || amount === null) return null
  return { token: `0x${log.address.slice(2).toLowerCase()}`, from, to, amount }
}

/** An address as an indexed value of a log. */
export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

/** @returns the topics of transfers to the owner, and of transfers from it */
export function transferTopics(owner: Address): (Hex | null)[][] {
  return [
    [events.transfer, null, topicOf(owner)],
    [events.transfer, topicOf(owner)],
  ]
}
