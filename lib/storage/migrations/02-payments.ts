import type { Migration } from './migration'

/** Room for payments and for the names of other people's addresses. No row that was there is touched. */
export const payments: Migration = {
  version: 2,
  upgrade({ database }) {
    database.createObjectStore('contacts', { keyPath: 'address' })
    const authorizations = database.createObjectStore('authorizations', { keyPath: 'id' })
    authorizations.createIndex('account', ['chainId', 'account'])
    authorizations.createIndex('state', 'state')
    database.createObjectStore('payments', { keyPath: 'id' }).createIndex('state', 'state')
    database.createObjectStore('channels', { keyPath: 'key' })
    database.createObjectStore('paymentSites', { keyPath: 'origin' })
    database.createObjectStore('paymentCaps', { keyPath: 'key' })
    const transfers = database.createObjectStore('transfers', { keyPath: 'key' })
    transfers.createIndex('block', ['chainId', 'epoch', 'account', 'blockNumber'])
    database.createObjectStore('transferCursors', { keyPath: 'key' })
    database.createObjectStore('paymentRequests', { keyPath: 'id' })
    database.createObjectStore('captures', { keyPath: 'id' })
    database.createObjectStore('refunds', { keyPath: 'id' })
    database.createObjectStore('payouts', { keyPath: 'key' })
  },
}
