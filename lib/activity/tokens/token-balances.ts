import type { Address } from 'viem'
import { encodeCall, readSingleWord, readWords } from '@/lib/base/abi'
import { dataOf } from '@/lib/base/batch-answer'
import type { NetworkId } from '@/lib/base/network-id'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'

/** In the token's smallest unit: `sealed` by `latest`, `pending` by `pending`; `null`: not known. */
export interface Balances {
  sealed: bigint | null
  pending: bigint | null
}

type Tag = 'latest' | 'pending'

/** With fewer tokens one call each is as quick. */
const fewestTogether = 8
/** The answer about so many stays below the greatest size of a contract (EIP-170), which nodes hold it to. */
const mostTogether = 200

/**
 * Code that a node runs as if it created a contract, and that returns balances in its place. For each word after the
 * owner it asks that address for `balanceOf(owner)` with at most 1,000,000 gas, and returns two words: 1 where the
 * answer was exactly one word, and that word.
 */
const balancesCode = [
  '6370a08231600052', // memory 00: the selector of balanceOf, right-aligned
  '6020604d602039', // memory 20: the owner, the word that follows the code
  '606d6080', // where the next token is in the code, and where its answer goes in memory
  '5b81381115604557', // until the end of the code:
  '602082604039', // memory 40: the token
  '602081602001', // the second word of the answer
  '6024601c604051620f4240fa', // STATICCALL with memory 1c to 40
  '3d60201416', // 1 where it succeeded and returned 32 bytes
  '8152', // the first word of the answer
  '6040019060200190601356', // the next token
  '5b608090036080f3', // return the answers
].join('')

/**
 * Reads balances of many tokens, of a few with two calls each, of more with two calls for all of them. A network that
 * does not run code without a contract (zkSync) is asked token by token from then on.
 * @returns a function of owner and tokens: the balances in the order of the tokens. It throws RpcError where the
 * network cannot be asked.
 */
export function createBalancesReading(connectionOf: (networkId: NetworkId) => Connection) {
  const oneByOne = new Set<NetworkId>()

  return async (networkId: NetworkId, owner: Address, tokens: readonly Address[]): Promise<Balances[]> => {
    const connection = connectionOf(networkId)
    if (tokens.length < fewestTogether || oneByOne.has(networkId)) return readEach(connection, owner, tokens)
    const groups = Array.from({ length: Math.ceil(tokens.length / mostTogether) }, (_, index) =>
      tokens.slice(index * mostTogether, (index + 1) * mostTogether),
    )
    const items = await connection.batch(
      groups.flatMap(group => [callOfAll(group, owner, 'latest'), callOfAll(group, owner, 'pending')]),
    )
    const found = await Promise.all(
      groups.map(async (group, index) => {
        const sealed = wordsOfAll(items[index * 2], group.length)
        const pending = wordsOfAll(items[index * 2 + 1], group.length)
        if (sealed !== null && pending !== null)
          return group.map((_, at) => ({ sealed: sealed[at] ?? null, pending: pending[at] ?? null }))
        const each = await readEach(connection, owner, group)
        // Otherwise the network did not answer at all.
        if (each.some(balance => balance.sealed !== null)) oneByOne.add(networkId)
        return each
      }),
    )
    return found.flat()
  }
}

async function readEach(connection: Connection, owner: Address, tokens: readonly Address[]): Promise<Balances[]> {
  if (tokens.length === 0) return []
  const items = await connection.batch(
    tokens.flatMap(token => [balanceCall(token, owner, 'latest'), balanceCall(token, owner, 'pending')]),
  )
  return tokens.map((_, index) => ({
    sealed: balanceFrom(items[index * 2]),
    pending: balanceFrom(items[index * 2 + 1]),
  }))
}

/** @returns the call for an owner's balance of a token; `balanceFrom` reads the answer */
export function balanceCall(token: Address, owner: Address, tag: Tag): RpcCall {
  return { method: 'eth_call', params: [{ to: token, data: encodeCall(selectors.balanceOf, [owner]) }, tag] }
}

/** @returns the balance in the token's smallest unit */
export function balanceFrom(item: BatchItem | undefined): bigint | null {
  const data = dataOf(item)
  return data === null ? null : readSingleWord(data)
}

function callOfAll(tokens: readonly Address[], owner: Address, tag: Tag): RpcCall {
  return { method: 'eth_call', params: [{ data: encodeCall(`0x${balancesCode}`, [owner, ...tokens]) }, tag] }
}

/** @returns a balance, or `null`, for each of `count` tokens; `null` where the answer is not that of the code */
function wordsOfAll(item: BatchItem | undefined, count: number): (bigint | null)[] | null {
  const data = dataOf(item)
  const words = data === null ? null : readWords(data)
  if (words?.length !== count * 2) return null
  const answers = Array.from({ length: count }, (_, index) => words.slice(index * 2, index * 2 + 2))
  if (answers.some(([answered]) => answered !== 0n && answered !== 1n)) return null
  return answers.map(([answered, balance]) => (answered === 1n ? (balance ?? null) : null))
}
