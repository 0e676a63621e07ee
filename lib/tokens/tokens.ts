import type { Address } from 'viem'
import type { Database } from '@/lib/database/open'
import { type TokenRecord, tokenRecordSchema } from '@/lib/database/records'
import { toRpcError } from '@/lib/rpc/errors'
import { blockNumberReply, dataReply, logsReply } from '@/lib/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/rpc/types'
import { encodeCall, readSingleWord } from '@/lib/values/abi'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress, type Quantity, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { readTokenMetadata, type TokenMetadata } from './metadata'

const balanceOfSelector = '0x70a08231'
const transferSelector = '0xa9059cbb'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Nodes are asked for no longer ranges of logs than this. */
const logRange = 2_000n
/** Anybody can send tokens to an address: so many are listed by themselves, the rest by hand. */
const mostFound = 50

/** Smallest unit of the token. `sealed` is on `latest`, `pending` includes what is only pre-confirmed; `null` = not known. */
export interface TokenBalance {
  token: TokenRecord
  sealed: bigint | null
  pending: bigint | null
}

export interface Tokens {
  /** Listed ones of a chain, hidden ones included. */
  list(chainId: number): Promise<TokenRecord[]>
  /** From the list, or read on the chain; `null` when the contract is no token. */
  metadata(chainId: number, address: Address): Promise<TokenMetadata | null>
  /** Reads the contract and lists it. @throws Failure `invalid-input` when it is no token, RpcError when the chain could not be asked */
  add(chainId: number, address: Address, source: TokenRecord['source']): Promise<TokenRecord>
  hide(chainId: number, address: Address, hidden: boolean): Promise<void>
  /** Reads the balances of every token that is not hidden, in one batch. */
  refresh(chainId: number, owner: Address): Promise<TokenBalance[]>
  /** As last read; unknown balances are `null`. */
  views(chainId: number, owner: Address): Promise<TokenSummary[]>
  /** Lists tokens that were transferred to or from the owner in the newest blocks; returns the new ones. */
  discover(chainId: number, owner: Address, blocks: bigint): Promise<TokenRecord[]>
  /** The transaction that transfers tokens; `value` null is the whole pending balance. @throws Failure `insufficient-funds` */
  transfer(intent: {
    chainId: number
    from: Address
    token: Address
    to: Address
    value: Quantity | null
  }): Promise<{ to: Address; value: Quantity; data: `0x${string}` }>
  /** The list of a chain, or a balance on it, changed. */
  onChange(listener: (chainId: number) => void): () => void
  /** Forgets balances (the wallet locked). */
  forget(): void
}

export interface TokenSummary {
  address: Address
  symbol: string
  name: string
  decimals: number
  sealed: Quantity | null
  pending: Quantity | null
}

/** The tokens a person has, per chain. */
export function createTokens(dependencies: { database: Database; connectionOf(chainId: number): Connection }): Tokens {
  const { database, connectionOf } = dependencies
  const listeners = createListeners<[chainId: number]>()
  const balances = new Map<string, { sealed: bigint | null; pending: bigint | null }>()
  const read = new Map<string, TokenMetadata | null>()

  async function list(chainId: number): Promise<TokenRecord[]> {
    const rows = await database.getAll('tokens', IDBKeyRange.bound(`${chainId}:`, `${chainId}:\uffff`))
    return rows.flatMap(row => {
      const parsed = tokenRecordSchema.safeParse(row)
      return parsed.success ? [parsed.data] : []
    })
  }

  async function metadata(chainId: number, address: Address): Promise<TokenMetadata | null> {
    const key = keyOf(chainId, address)
    const listed = await database.get('tokens', key)
    if (listed !== undefined) return { symbol: listed.symbol, name: listed.name, decimals: listed.decimals }
    const known = read.get(key)
    if (known !== undefined) return known
    const found = await readTokenMetadata(connectionOf(chainId), address)
    read.set(key, found)
    return found
  }

  async function add(chainId: number, address: Address, source: TokenRecord['source']): Promise<TokenRecord> {
    const found = await readTokenMetadata(connectionOf(chainId), address)
    if (found === null) throw new Failure('invalid-input', { field: 'token', address })
    const record: TokenRecord = {
      key: keyOf(chainId, address),
      chainId,
      address: lowerCaseAddress(address),
      ...found,
      source,
      hidden: false,
    }
    await database.put('tokens', record)
    listeners.tell(chainId)
    return record
  }

  function balanceCall(token: Address, owner: Address, tag: 'latest' | 'pending') {
    return { method: 'eth_call', params: [{ to: token, data: encodeCall(balanceOfSelector, [owner]) }, tag] }
  }

  return {
    list,
    metadata,
    add,
    async hide(chainId, address, hidden) {
      const transaction = database.transaction('tokens', 'readwrite')
      const record = await transaction.store.get(keyOf(chainId, address))
      if (record !== undefined) await transaction.store.put({ ...record, hidden })
      await transaction.done
      listeners.tell(chainId)
    },
    async refresh(chainId, owner) {
      const shown = (await list(chainId)).filter(token => !token.hidden)
      if (shown.length === 0) return []
      const items = await connectionOf(chainId).batch(
        shown.flatMap(({ address }) => [balanceCall(address, owner, 'latest'), balanceCall(address, owner, 'pending')]),
      )
      let moved = false
      const result = shown.map((token, index) => {
        const sealed = balanceFrom(items[index * 2])
        const pending = balanceFrom(items[index * 2 + 1])
        const key = balanceKey(token, owner)
        const before = balances.get(key)
        moved ||= before?.sealed !== sealed || before.pending !== pending
        balances.set(key, { sealed, pending })
        return { token, sealed, pending }
      })
      if (moved) listeners.tell(chainId)
      return result
    },
    async views(chainId, owner) {
      return (await list(chainId))
        .filter(token => !token.hidden)
        .map(token => {
          const { address, symbol, name, decimals } = token
          const balance = balances.get(balanceKey(token, owner))
          return {
            address,
            symbol,
            name,
            decimals,
            sealed: balance == null || balance.sealed === null ? null : toQuantity(balance.sealed),
            pending: balance == null || balance.pending === null ? null : toQuantity(balance.pending),
          }
        })
    },
    async discover(chainId, owner, blocks) {
      const connection = connectionOf(chainId)
      const known = new Map((await list(chainId)).map(token => [token.address, token]))
      const head = await connection.request('eth_blockNumber', [], blockNumberReply)
      const first = head > blocks ? head - blocks : 0n
      const contracts = new Set<Address>()
      const word = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`
      for (let from = first; from <= head; from += logRange) {
        const last = from + logRange - 1n
        const range = { fromBlock: toQuantity(from), toBlock: toQuantity(last < head ? last : head) }
        const found = await connection.batch([
          { method: 'eth_getLogs', params: [{ ...range, topics: [transferTopic, null, word] }] },
          { method: 'eth_getLogs', params: [{ ...range, topics: [transferTopic, word] }] },
        ])
        for (const item of found) {
          if (!item.ok) throw toRpcError(item.error)
          for (const log of logsReply.parse(item.result)) contracts.add(lowerCaseAddress(log.address))
        }
      }
      const room = mostFound - [...known.values()].filter(token => token.source === 'found').length
      const added: TokenRecord[] = []
      for (const address of contracts) {
        if (known.has(address) || added.length >= room) continue
        // What is no token is passed over; the others are still listed.
        const record = await add(chainId, address, 'found').catch(error => {
          if (error instanceof Failure) return null
          throw error
        })
        if (record !== null) added.push(record)
      }
      return added
    },
    async transfer({ chainId, from, token, to, value }) {
      let amount = value === null ? null : BigInt(value)
      if (amount === null) {
        const [item] = await connectionOf(chainId).batch([balanceCall(token, from, 'pending')])
        amount = balanceFrom(item)
        if (amount === null) throw new Failure('invalid-input', { field: 'token', address: token })
        if (amount === 0n) throw new Failure('insufficient-funds', { balance: '0' })
      }
      return { to: token, value: '0x0', data: encodeCall(transferSelector, [to, amount]) }
    },
    onChange: listeners.add,
    forget: () => balances.clear(),
  }
}

function balanceFrom(item: BatchItem | undefined): bigint | null {
  if (item?.ok !== true) return null
  const data = dataReply.safeParse(item.result)
  return data.success ? readSingleWord(data.data) : null
}

function keyOf(chainId: number, address: Address): string {
  return `${chainId}:${lowerCaseAddress(address)}`
}

function balanceKey({ key }: TokenRecord, owner: Address): string {
  return `${key} ${lowerCaseAddress(owner)}`
}
