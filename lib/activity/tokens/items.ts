import type { Address } from 'viem'
import { encodeCall, wordToAddress } from '@/lib/base/abi'
import { textOf, wordOf } from '@/lib/base/batch-answer'
import { Failure } from '@/lib/base/failure'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { isUnanswered, toRpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type ItemRecord, itemRecordSchema } from '@/lib/storage/records'

/** One item of a collection. */
export interface Item {
  address: Address
  id: bigint
}

/** What the item's contract says, and whether an account has the item. */
export interface ItemFacts {
  standard: ItemRecord['standard']
  symbol: string
  name: string
  /** How many the account has by the pending state: 0 or 1 of an ERC-721 item. */
  held: bigint
}

/** Items that a person wants to see, by chain. Only names and numbers: nothing is fetched from elsewhere. */
export interface Items {
  /** Newest first. */
  list(networkId: NetworkId): Promise<ItemRecord[]>
  /**
   * @returns `null` where there is no such item
   * @throws RpcError where the chain cannot be asked
   */
  read(networkId: NetworkId, item: Item, owner: Address): Promise<ItemFacts | null>
  /**
   * Reads the contract and lists the item; one that is listed keeps its place.
   * @throws Failure `invalid-input` where there is no such item, RpcError where the chain cannot be asked
   */
  add(networkId: NetworkId, item: Item, owner: Address): Promise<ItemRecord>
  remove(networkId: NetworkId, item: Item): Promise<void>
  /** The items of every network. */
  everywhere(): Promise<ItemRecord[]>
  /** Lists items of a backup that are not listed. No chain is asked. */
  restore(records: readonly ItemRecord[]): Promise<void>
}

/** ERC-165: of the standard itself, one that no contract may claim, ERC-721 and ERC-1155. */
const interfaces = ['01ffc9a7', 'ffffffff', '80ac58cd', 'd9b67a26'] as const
const symbolLength = 16
const nameLength = 40

export function createItems({
  database,
  connectionOf,
  now,
}: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
  /** Unix ms. */
  now(): number
}): Items {
  const read: Items['read'] = (networkId, item, owner) => readItem(connectionOf(networkId), item, owner)
  async function rowsIn(range?: IDBKeyRange): Promise<ItemRecord[]> {
    const rows = await database.getAll('items', range)
    return rows
      .flatMap(row => {
        const parsed = itemRecordSchema.safeParse(row)
        return parsed.success ? [parsed.data] : []
      })
      .sort((a, b) => b.addedAt - a.addedAt)
  }
  return {
    list: networkId => rowsIn(IDBKeyRange.bound(`${networkId}:`, `${networkId}:\uffff`)),
    read,
    async add(networkId, { address, id }, owner) {
      const found = await read(networkId, { address, id }, owner)
      if (found === null) throw new Failure('invalid-input', { field: 'item', address })
      const { standard, symbol, name } = found
      const key = itemKey(networkId, { address, id })
      const transaction = database.transaction('items', 'readwrite')
      const addedAt = (await transaction.store.get(key))?.addedAt ?? now()
      const record = {
        key,
        networkId,
        address: lowerCaseAddress(address),
        tokenId: `${id}`,
        standard,
        symbol,
        name,
        addedAt,
      }
      await transaction.store.put(record)
      await transaction.done
      return record
    },
    remove: (networkId, item) => database.delete('items', itemKey(networkId, item)),
    everywhere: () => rowsIn(),
    async restore(records) {
      const transaction = database.transaction('items', 'readwrite')
      const keyed = records.map(record => ({
        ...record,
        key: itemKey(record.networkId, { address: record.address, id: BigInt(record.tokenId) }),
      }))
      const known = await Promise.all(keyed.map(({ key }) => transaction.store.getKey(key)))
      await committed(
        transaction,
        keyed.filter((_, index) => known[index] === undefined).map(record => transaction.store.put(record)),
      )
    },
  }
}

function itemKey(networkId: NetworkId, { address, id }: Item): string {
  return `${networkId}:${lowerCaseAddress(address)}:${id}`
}

/** @see ERC-721, ERC-1155; both are told by ERC-165 */
async function readItem(connection: Connection, { address, id }: Item, owner: Address): Promise<ItemFacts | null> {
  const ask = (data: string) => ({ method: 'eth_call', params: [{ to: address, data }, 'pending'] })
  const answers = await connection.batch([
    ...interfaces.map(each => ask(encodeCall(selectors.supportsInterface, [`0x${each.padEnd(64, '0')}`]))),
    ask(encodeCall(selectors.ownerOf, [id])),
    ask(encodeCall(selectors.balanceOfItem, [owner, id])),
    ask(selectors.symbol),
    ask(selectors.name),
  ])
  const silent = answers.find(isUnanswered)
  if (silent !== undefined) throw toRpcError(silent.ok ? null : silent.error)
  const words = answers.map(wordOf)
  const [declares, declaresAll, isErc721, isErc1155] = words.map(word => word === 1n)
  if (declares !== true || declaresAll === true) return null
  const [holder, count] = words.slice(interfaces.length)
  const [symbol, name] = answers.slice(interfaces.length + 2).map(textOf)
  const texts = {
    symbol: cleanForeignText(symbol ?? '', symbolLength),
    name: cleanForeignText(name ?? '', nameLength),
  }
  // An ERC-721 item that was never made, or is no more, has no owner.
  if (isErc721 === true && holder != null && holder !== 0n)
    return { standard: 'erc721', ...texts, held: isSameAddress(wordToAddress(holder), owner) ? 1n : 0n }
  return isErc1155 === true && count != null ? { standard: 'erc1155', ...texts, held: count } : null
}
