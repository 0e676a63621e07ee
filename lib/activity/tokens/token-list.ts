import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { TokenMetadata } from '@/lib/reading/calls/description'
import { isPresetToken } from '@/lib/reading/tokens/preset-tokens'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type TokenRecord, tokenRecordSchema } from '@/lib/storage/records'
import { readTokenMetadata } from './metadata'

export interface TokenList {
  /** Listed ones of a chain, hidden ones included. */
  list(networkId: NetworkId): Promise<TokenRecord[]>
  /** From the list, or read on the chain; `null` when the contract is no token. */
  metadata(networkId: NetworkId, address: Address): Promise<TokenMetadata | null>
  /**
   * Reads the contract and lists it, not hidden. The source that vouched for the token before stays: neither a find nor
   * a site takes that away.
   * @throws Failure `invalid-input` when it is no token, RpcError when the chain could not be asked
   */
  add(networkId: NetworkId, address: Address, source: TokenRecord['source']): Promise<TokenRecord>
  /**
   * Lists what was come across, unless it is listed, is no token, or there are too many of that kind. `null`: nothing
   * new.
   */
  addFound(networkId: NetworkId, address: Address): Promise<TokenRecord | null>
  hide(networkId: NetworkId, address: Address, hidden: boolean): Promise<void>
  /** Listed ones of every network, hidden ones included. */
  everywhere(): Promise<TokenRecord[]>
  /** Lists tokens of a backup that are not listed, as they were. No chain is asked. */
  restore(records: readonly TokenRecord[]): Promise<void>
  /** Forgets what was read: the wallet was locked, or unlocked, and other rows can be read from now on. */
  forget(): void
  onChange(listener: (networkId: NetworkId) => void): () => void
}

/** Anybody can send tokens to an address: so many are listed by themselves, the rest by hand. */
const mostFound = 50

/** Which tokens a person wants to see, per chain, as rows. */
export function createTokenList(dependencies: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
}): TokenList {
  const { database, connectionOf } = dependencies
  const listeners = createListeners<[networkId: NetworkId]>()
  const read = new Map<string, TokenMetadata>()
  /** The rows of networks that were asked for, until one changes. */
  const known = new Map<NetworkId, Promise<TokenRecord[]>>()

  async function rowsIn(range?: IDBKeyRange): Promise<TokenRecord[]> {
    const rows = await database.getAll('tokens', range)
    // In a list, a damaged row hides only itself.
    return rows.flatMap(row => {
      const parsed = tokenRecordSchema.safeParse(row)
      return parsed.success ? [parsed.data] : []
    })
  }

  async function list(networkId: NetworkId): Promise<TokenRecord[]> {
    const rows = known.get(networkId) ?? rowsIn(IDBKeyRange.bound(`${networkId}:`, `${networkId}:\uffff`))
    known.set(networkId, rows)
    return rows.catch(error => {
      if (known.get(networkId) === rows) known.delete(networkId)
      throw error
    })
  }

  function changed(networkId: NetworkId): void {
    known.delete(networkId)
    listeners.tell(networkId)
  }

  async function add(networkId: NetworkId, address: Address, source: TokenRecord['source']): Promise<TokenRecord> {
    const connection = connectionOf(networkId)
    const found = await readTokenMetadata(connection, address)
    if (found === null) throw new Failure('invalid-input', { field: 'token', address })
    const key = tokenKey(networkId, address)
    const transaction = database.transaction('tokens', 'readwrite')
    const listed = await transaction.store.get(key)
    const record: TokenRecord =
      listed !== undefined && source === 'found'
        ? listed
        : {
            key,
            networkId,
            address: lowerCaseAddress(address),
            ...found,
            source:
              source === 'found' && isPresetToken(connection.chainId, address)
                ? 'preset'
                : vouchedBy(source, listed?.source),
            hidden: false,
          }
    await transaction.store.put(record)
    await transaction.done
    changed(networkId)
    return record
  }

  return {
    list,
    add,
    async metadata(networkId, address) {
      const key = tokenKey(networkId, address)
      const listed = (await list(networkId)).find(token => token.key === key)
      if (listed !== undefined) return { symbol: listed.symbol, name: listed.name, decimals: listed.decimals }
      const known = read.get(key)
      if (known !== undefined) return known
      const found = await readTokenMetadata(connectionOf(networkId), address)
      if (found !== null) read.set(key, found)
      return found
    },
    async addFound(networkId, address) {
      const listed = await list(networkId)
      if (listed.some(token => isSameAddress(token.address, address))) return null
      if (listed.filter(token => token.source === 'found').length >= mostFound) return null
      return add(networkId, address, 'found').catch(error => {
        // No token, whatever it calls itself in its logs.
        if (error instanceof Failure) return null
        throw error
      })
    },
    async hide(networkId, address, hidden) {
      const transaction = database.transaction('tokens', 'readwrite')
      const record = await transaction.store.get(tokenKey(networkId, address))
      if (record !== undefined) await transaction.store.put({ ...record, hidden })
      await transaction.done
      changed(networkId)
    },
    everywhere: () => rowsIn(),
    async restore(records) {
      const transaction = database.transaction('tokens', 'readwrite')
      const keyed = records.map(record => ({ ...record, key: tokenKey(record.networkId, record.address) }))
      const listed = await Promise.all(keyed.map(({ key }) => transaction.store.getKey(key)))
      await committed(
        transaction,
        keyed.filter((_, index) => listed[index] === undefined).map(record => transaction.store.put(record)),
      )
      for (const networkId of new Set(records.map(record => record.networkId))) changed(networkId)
    },
    forget: () => known.clear(),
    onChange: listeners.add,
  }
}

function vouchedBy(source: TokenRecord['source'], before: TokenRecord['source'] | undefined): TokenRecord['source'] {
  return source === 'site' && before !== undefined && before !== 'found' ? before : source
}

export function tokenKey(networkId: NetworkId, address: Address): string {
  return `${networkId}:${lowerCaseAddress(address)}`
}
