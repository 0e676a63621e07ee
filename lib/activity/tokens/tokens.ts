import type { Address, Hex } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress, type Quantity, toQuantity } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { toRpcError } from '@/lib/base/rpc/errors'
import { blockNumberReply, writersReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { upToHead } from '@/lib/base/rpc/up-to-head'
import * as selectors from '@/lib/base/signatures/selectors'
import { transferTopics } from '@/lib/base/transfer-log'
import { parseResult } from '@/lib/chain/rpc/envelope'
import type { TokenView } from '@/lib/language/views'
import type { Database } from '@/lib/storage/open'
import type { TokenRecord } from '@/lib/storage/records'
import { type Balances, balanceCall, balanceFrom, createBalancesReading } from './token-balances'
import { createTokenList, type TokenList, tokenKey } from './token-list'
import { type TokenTransfer, watchTransfers } from './transfers'

/** Blocks in one range of logs, at most. */
const logRange = 2_000n
/** Blocks to look back for an account that was not read before. */
const firstLook = 10_000n

export interface TokenBalance extends Balances {
  token: TokenRecord
}

export interface Tokens extends Omit<TokenList, 'addFound'> {
  /** Reads the balances of all tokens that are not hidden, in one round trip. */
  refresh(networkId: NetworkId, owner: Address): Promise<TokenBalance[]>
  /** The tokens with the balances last read, hidden ones included; unknown balances are `null`. */
  views(networkId: NetworkId, owner: Address): Promise<TokenView[]>
  /** The balance last read; `null`: not known. */
  pendingBalance(networkId: NetworkId, owner: Address, token: Address): bigint | null
  /**
   * Lists tokens transferred to or from the owner in the newest blocks.
   * @returns the tokens that are new on the list
   */
  discover(networkId: NetworkId, owner: Address, blocks: bigint): Promise<TokenRecord[]>
  /**
   * While a page shows balances: finds tokens, subscribes to transfers and reads the balances that they change. Returns
   * the end of following. Without a socket only `refresh` updates balances.
   */
  follow(networkId: NetworkId, owner: Address): () => void
  /** Calls with each transfer while following; with the same one again when it is sealed. */
  onTransfer(listener: (networkId: NetworkId, owner: Address, transfer: TokenTransfer) => void): () => void
  /**
   * @returns the transaction that transfers the tokens; with a `value` of `null`, the whole pending balance
   * @throws Failure `insufficient-funds`
   */
  transfer(intent: {
    networkId: NetworkId
    from: Address
    token: Address
    to: Address
    value: Quantity | null
  }): Promise<{ to: Address; value: Quantity; data: Hex }>
  /** Calls when the list of a chain, or a balance on it, changed. */
  onChange(listener: (networkId: NetworkId) => void): () => void
  /** Forgets balances and rows: the wallet was locked, or unlocked, and other rows can be read from now on. */
  forget(): void
}

/** The tokens of a person's accounts, by chain. */
export function createTokens(dependencies: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
  faults: Faults
}): Tokens {
  const { connectionOf, faults } = dependencies
  const list = createTokenList(dependencies)
  const changes = createListeners<[networkId: NetworkId]>()
  const transfers = createListeners<[networkId: NetworkId, owner: Address, transfer: TokenTransfer]>()
  const balances = new Map<string, Balances>()
  const readBalances = createBalancesReading(connectionOf)
  const seenBlocks = new Map<string, bigint>()
  list.onChange(changes.tell)

  async function shown(networkId: NetworkId): Promise<TokenRecord[]> {
    return (await list.list(networkId)).filter(token => !token.hidden)
  }

  async function refresh(networkId: NetworkId, owner: Address): Promise<TokenBalance[]> {
    const tokens = await shown(networkId)
    if (tokens.length === 0) return []
    const read = await readBalances(
      networkId,
      owner,
      tokens.map(({ address }) => address),
    )
    let moved = false
    const result = tokens.map((token, index) => {
      const { sealed, pending } = read[index] ?? { sealed: null, pending: null }
      const key = balanceKey(token, owner)
      const before = balances.get(key)
      moved ||= before?.sealed !== sealed || before.pending !== pending
      balances.set(key, { sealed, pending })
      return { token, sealed, pending }
    })
    if (moved) changes.tell(networkId)
    return result
  }

  async function discover(networkId: NetworkId, owner: Address, blocks: bigint): Promise<TokenRecord[]> {
    const connection = connectionOf(networkId)
    const head = await connection.request('eth_blockNumber', [], blockNumberReply)
    const contracts = new Set<Address>()
    let next = head > blocks ? head - blocks : 0n
    while (next <= head) {
      const from = next
      const read = await upToHead(from, from + logRange > head ? head : from + logRange - 1n, async to => {
        const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) }
        const items = await connection.batch(
          transferTopics(owner).map(topics => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
        )
        return items.flatMap(item => {
          if (!item.ok) throw toRpcError(item.error)
          return parseResult('eth_getLogs', item.result, writersReply)
        })
      })
      // The node does not have the rest yet: it is read the next time.
      if (read === null) break
      for (const log of read.answer) if (log !== null) contracts.add(lowerCaseAddress(log.address))
      next = read.to + 1n
    }
    const added: TokenRecord[] = []
    for (const address of contracts) {
      const record = await list.addFound(networkId, address)
      if (record !== null) added.push(record)
    }
    seenBlocks.set(ownerKey(networkId, owner), next - 1n)
    return added
  }

  /**
   * Reads the transfers since the last block seen, or of the newest blocks the first time. A failure is repaired by the
   * next reading.
   */
  async function catchUp(networkId: NetworkId, owner: Address): Promise<void> {
    const seen = seenBlocks.get(ownerKey(networkId, owner))
    try {
      const head = await connectionOf(networkId).request('eth_blockNumber', [], blockNumberReply)
      await discover(networkId, owner, seen === undefined ? firstLook : head > seen ? head - seen + 1n : 1n)
      await refresh(networkId, owner)
    } catch (error) {
      // Balances stay unknown until then.
      faults.report('balances', error, networkId)
    }
  }

  return {
    list: list.list,
    metadata: list.metadata,
    add: list.add,
    hide: list.hide,
    everywhere: list.everywhere,
    restore: list.restore,
    refresh,
    discover,
    async views(networkId, owner) {
      return (await list.list(networkId)).map(token => {
        const { address, symbol, name, decimals, source, hidden } = token
        const { sealed, pending } = balances.get(balanceKey(token, owner)) ?? { sealed: null, pending: null }
        return {
          address,
          symbol,
          name,
          decimals,
          source,
          hidden,
          sealed: quantityOrNull(sealed),
          pending: quantityOrNull(pending),
        }
      })
    },
    follow(networkId, owner) {
      const heardOf = new Set<Address>()
      let reading = false
      /** One reading at a time; a transfer that arrives meanwhile causes another one after it. */
      const read = async (token: Address): Promise<void> => {
        heardOf.add(token)
        if (reading) return
        reading = true
        while (heardOf.size > 0) {
          const contracts = [...heardOf]
          heardOf.clear()
          try {
            for (const contract of contracts) await list.addFound(networkId, contract)
            await refresh(networkId, owner)
          } catch (error) {
            // The next transfer or reading tries again.
            faults.report('balances', error, networkId)
          }
        }
        reading = false
      }
      void catchUp(networkId, owner)
      return watchTransfers(
        connectionOf(networkId),
        owner,
        transfer => {
          transfers.tell(networkId, owner, transfer)
          void read(transfer.token)
        },
        () => void catchUp(networkId, owner),
      )
    },
    onTransfer: transfers.add,
    async transfer({ networkId, from, token, to, value }) {
      let amount = value === null ? null : BigInt(value)
      if (amount === null) {
        const [item] = await connectionOf(networkId).batch([balanceCall(token, from, 'pending')])
        amount = balanceFrom(item)
        if (amount === null) throw new Failure('invalid-input', { field: 'token', address: token })
        if (amount === 0n) throw new Failure('insufficient-funds', { balance: '0' })
      }
      return { to: token, value: '0x0', data: encodeCall(selectors.transfer, [to, amount]) }
    },
    pendingBalance: (networkId, owner, token) =>
      balances.get(balanceKey({ key: tokenKey(networkId, token) }, owner))?.pending ?? null,
    onChange: changes.add,
    forget() {
      balances.clear()
      list.forget()
    },
  }
}

function quantityOrNull(value: bigint | null): Quantity | null {
  return value === null ? null : toQuantity(value)
}

function ownerKey(networkId: NetworkId, owner: Address): string {
  return `${networkId}:${lowerCaseAddress(owner)}`
}

function balanceKey({ key }: Pick<TokenRecord, 'key'>, owner: Address): string {
  return `${key} ${lowerCaseAddress(owner)}`
}
