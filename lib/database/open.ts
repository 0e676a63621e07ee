import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { Failure } from '@/lib/values/failure'
import type {
  AccountRecord,
  ApprovalRecord,
  EpochRecord,
  FeesRecord,
  KeyringRecord,
  NetworkEntry,
  NonceRecord,
  RequestRecord,
  SettingsRecord,
  SiteRecord,
  TokenRecord,
  TransactionRecord,
} from './records'

export interface PreludeSchema extends DBSchema {
  keyring: { key: string; value: KeyringRecord }
  accounts: { key: string; value: AccountRecord }
  networks: { key: number; value: NetworkEntry }
  epochs: { key: number; value: EpochRecord }
  transactions: {
    key: string
    value: TransactionRecord
    indexes: {
      hash: string
      inFlight: number
      account: [number, string, number]
      nonce: [number, number, string, number]
    }
  }
  nonces: { key: string; value: NonceRecord }
  fees: { key: number; value: FeesRecord }
  sites: { key: string; value: SiteRecord }
  requests: { key: string; value: RequestRecord; indexes: { createdAt: number } }
  approvals: { key: string; value: ApprovalRecord; indexes: { status: string } }
  tokens: { key: string; value: TokenRecord }
  settings: { key: string; value: SettingsRecord }
}

export type Database = IDBPDatabase<PreludeSchema>
export type StoreName = (typeof storeNames)[number]
export const storeNames = [
  'keyring',
  'accounts',
  'networks',
  'epochs',
  'transactions',
  'nonces',
  'fees',
  'sites',
  'requests',
  'approvals',
  'tokens',
  'settings',
] as const

/** Rises with every migration; a database with a higher version was written by a newer Prelude. */
export const databaseVersion = 1

/**
 * Opens (and, where needed, migrates) the wallet's database. Migrations only go forward and each runs once.
 * @throws Failure `vault-newer` when a newer version of the extension wrote it.
 */
export async function openDatabase(name = 'prelude'): Promise<Database> {
  try {
    return await openDB<PreludeSchema>(name, databaseVersion, {
      upgrade(database, oldVersion) {
        if (oldVersion < 1) createVersion1(database)
      },
      // A newer version of ourselves wants to upgrade: let it.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'VersionError') throw new Failure('vault-newer', {}, { cause })
    throw cause
  }
}

function createVersion1(database: Database): void {
  database.createObjectStore('keyring', { keyPath: 'key' })
  database.createObjectStore('accounts', { keyPath: 'address' })
  database.createObjectStore('networks', { keyPath: 'chainId' })
  database.createObjectStore('epochs', { keyPath: 'chainId' })
  const transactions = database.createObjectStore('transactions', { keyPath: 'id' })
  transactions.createIndex('hash', 'hash')
  transactions.createIndex('inFlight', 'inFlight')
  transactions.createIndex('account', ['chainId', 'from', 'createdAt'])
  transactions.createIndex('nonce', ['chainId', 'epoch', 'from', 'nonce'])
  database.createObjectStore('nonces', { keyPath: 'key' })
  database.createObjectStore('fees', { keyPath: 'chainId' })
  database.createObjectStore('sites', { keyPath: 'origin' })
  database.createObjectStore('requests', { keyPath: 'key' }).createIndex('createdAt', 'createdAt')
  database.createObjectStore('approvals', { keyPath: 'id' }).createIndex('status', 'status')
  database.createObjectStore('tokens', { keyPath: 'key' })
  database.createObjectStore('settings', { keyPath: 'key' })
}
