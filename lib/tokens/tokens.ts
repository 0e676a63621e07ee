import type { Address, Hex } from 'viem'
import type { Database } from '@/lib/database/open'
import type { TokenRecord } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import { toRpcError } from '@/lib/rpc/errors'
import { blockNumberReply, dataReply, logsReply } from '@/lib/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/rpc/types'
import { encodeCall, readSingleWord } from '@/lib/values/abi'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress, type Quantity, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import * as selectors from '@/lib/values/signatures/selectors'
import { createTokenList, type TokenList, tokenKey } from './token-list'
import { type TokenTransfer, transferTopics, watchTransfers } from './transfers'

/** Blocks in one range of logs, at most. */
const logRange = 2_000n
/** Blocks to look back for an account that was not read before. */
const firstLook = 10_000n

/** Balances in the token's smallest unit: `sealed` by `latest`, `pending` by `pending`; `null`: not known. */
export interface TokenBalance {
  token: TokenRecord
  sealed: bigint | null
  pending: bigint | null
}

export interface TokenSummary {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** Where the token comes from; one that was `found` in a transfer is not vouched for. */
  source: TokenRecord['source']
  hidden: boolean
  sealed: Quantity | null
  pending: Quantity | null
}

export interface Tokens extends Omit<TokenList, 'addFound'> {
  /** Reads the balances of all tokens that are not hidden, in one batch. */
  refresh(chainId: number, owner: Address): Promise<TokenBalance[]>
  /** The tokens with the balances last read, hidden ones included; unknown balances are `null`. */
  views(chainId: number, owner: Address): Promise<TokenSummary[]>
  /** The balance last read; `null`: not known. */
  pendingBalance(chainId: number, owner: Address, token: Address): bigint | null
  /**
   * Lists tokens transferred to or from the owner in the newest blocks.
   * @returns the tokens that are new on the list
   */
  discover(chainId: number, owner: Address, blocks: bigint): Promise<TokenRecord[]>
  /**
   * While a page shows balances: finds tokens, subscribes to transfers and reads the balances that they change. Returns
   * the end of following. Without a socket only `refresh` updates balances.
   */
  follow(chainId: number, owner: Address): () => void
  /** Calls with each transfer while following; with the same one again when it is sealed. */
  onTransfer(listener: (chainId: number, owner: Address, transfer: TokenTransfer) => void): () => void
  /**
   * @returns the transaction that transfers the tokens; with a `value` of `null`, the whole pending balance
   * @throws Failure `insufficient-funds`
   */
  transfer(intent: {
    chainId: number
    from: Address
    token: Address
    to: Address
    value: Quantity | null
  }): Promise<{ to: Address; value: Quantity; data: Hex }>
  /** Calls when the list of a chain, or a balance on it, changed. */
  onChange(listener: (chainId: number) => void): () => void
  /** Forgets the balances, because the wallet was locked. */
  forget(): void
}

/** The tokens of a person's accounts, by chain. */
export function createTokens(dependencies: {
  database: Database
  connectionOf(chainId: number): Connection
  faults: Faults
}): Tokens {
  const { connectionOf, faults } = dependencies
  const list = createTokenList(dependencies)
  const changes = createListeners<[chainId: number]>()
  const transfers = createListeners<[chainId: number, owner: Address, transfer: TokenTransfer]>()
  const balances = new Map<string, { sealed: bigint | null; pending: bigint | null }>()
  const seenBlocks = new Map<string, bigint>()
  list.onChange(changes.tell)

  async function shown(chainId: number): Promise<TokenRecord[]> {
    return (await list.list(chainId)).filter(token => !token.hidden)
  }

  async function refresh(chainId: number, owner: Address): Promise<TokenBalance[]> {
    const tokens = await shown(chainId)
    if (tokens.length === 0) return []
    const items = await connectionOf(chainId).batch(
      tokens.flatMap(({ address }) => [balanceCall(address, owner, 'latest'), balanceCall(address, owner, 'pending')]),
    )
    let moved = false
    const result = tokens.map((token, index) => {
      const sealed = balanceFrom(items[index * 2])
      const pending = balanceFrom(items[index * 2 + 1])
      const key = balanceKey(token, owner)
      const before = balances.get(key)
      moved ||= before?.sealed !== sealed || before.pending !== pending
      balances.set(key, { sealed, pending })
      return { token, sealed, pending }
    })
    if (moved) changes.tell(chainId)
    return result
  }

  async function discover(chainId: number, owner: Address, blocks: bigint): Promise<TokenRecord[]> {
    const connection = connectionOf(chainId)
    const head = await connection.request('eth_blockNumber', [], blockNumberReply)
    const contracts = new Set<Address>()
    for (let from = head > blocks ? head - blocks : 0n; from <= head; from += logRange) {
      const last = from + logRange - 1n
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(last < head ? last : head) }
      const found = await connection.batch(
        transferTopics(owner).map(topics => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
      )
      for (const item of found) {
        if (!item.ok) throw toRpcError(item.error)
        for (const log of logsReply.parse(item.result)) contracts.add(lowerCaseAddress(log.address))
      }
    }
    const added: TokenRecord[] = []
    for (const address of contracts) {
      const record = await list.addFound(chainId, address)
      if (record !== null) added.push(record)
    }
    seenBlocks.set(ownerKey(chainId, owner), head)
    return added
  }

  /**
   * Reads the transfers since the last block seen, or of the newest blocks the first time. A failure is repaired by the
   * next reading.
   */
  async function catchUp(chainId: number, owner: Address): Promise<void> {
    const seen = seenBlocks.get(ownerKey(chainId, owner))
    try {
      const head = await connectionOf(chainId).request('eth_blockNumber', [], blockNumberReply)
      await discover(chainId, owner, seen === undefined ? firstLook : head > seen ? head - seen + 1n : 1n)
      await refresh(chainId, owner)
    } catch (error) {
      // Balances stay unknown until then.
      faults.report('balances', error, chainId)
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
    async views(chainId, owner) {
      return (await list.list(chainId)).map(token => {
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
    follow(chainId, owner) {
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
            for (const contract of contracts) await list.addFound(chainId, contract)
            await refresh(chainId, owner)
          } catch (error) {
            // The next transfer or reading tries again.
            faults.report('balances', error, chainId)
          }
        }
        reading = false
      }
      void catchUp(chainId, owner)
      return watchTransfers(
        connectionOf(chainId),
        owner,
        transfer => {
          transfers.tell(chainId, owner, transfer)
          void read(transfer.token)
        },
        () => void catchUp(chainId, owner),
      )
    },
    onTransfer: transfers.add,
    async transfer({ chainId, from, token, to, value }) {
      let amount = value === null ? null : BigInt(value)
      if (amount === null) {
        const [item] = await connectionOf(chainId).batch([balanceCall(token, from, 'pending')])
        amount = balanceFrom(item)
        if (amount === null) throw new Failure('invalid-input', { field: 'token', address: token })
        if (amount === 0n) throw new Failure('insufficient-funds', { balance: '0' })
      }
      return { to: token, value: '0x0', data: encodeCall(selectors.transfer, [to, amount]) }
    },
    pendingBalance: (chainId, owner, token) =>
      balances.get(balanceKey({ key: tokenKey(chainId, token) }, owner))?.pending ?? null,
    onChange: changes.add,
    forget: () => balances.clear(),
  }
}

/** @returns the call for an owner's balance of a token; `balanceFrom` reads the answer */
export function balanceCall(token: Address, owner: Address, tag: 'latest' | 'pending') {
  return { method: 'eth_call', params: [{ to: token, data: encodeCall(selectors.balanceOf, [owner]) }, tag] }
}

/** @returns the balance in the token's smallest unit */
export function balanceFrom(item: BatchItem | undefined): bigint | null {
  if (item?.ok !== true) return null
  const data = dataReply.safeParse(item.result)
  return data.success ? readSingleWord(data.data) : null
}

function quantityOrNull(value: bigint | null): Quantity | null {
  return value === null ? null : toQuantity(value)
}

function ownerKey(chainId: number, owner: Address): string {
  return `${chainId}:${lowerCaseAddress(owner)}`
}

function balanceKey({ key }: Pick<TokenRecord, 'key'>, owner: Address): string {
  return `${key} ${lowerCaseAddress(owner)}`
}
