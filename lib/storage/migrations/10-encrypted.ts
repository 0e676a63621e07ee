import type { Migration } from './migration'

/**
 * From here on rows are encrypted, so no earlier version may open the database. A migration has no key: the next unlock
 * encrypts what is there. The new indexes find rows for which all of a store would have to be decrypted.
 */
export const encrypted: Migration = {
  version: 10,
  upgrade({ transaction }) {
    transaction.objectStore('transactions').createIndex('recent', ['networkId', 'createdAt'])
    const approvals = transaction.objectStore('approvals')
    approvals.createIndex('requestKey', 'requestKey')
    approvals.createIndex('kind', 'kind')
  },
}
