import type { Migration } from './migration'

/** The first layout. Nothing lies below it, so it reads no rows. */
export const first: Migration = {
  version: 1,
  upgrade({ database }) {
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
    database.createObjectStore('damaged', { autoIncrement: true })
  },
}
