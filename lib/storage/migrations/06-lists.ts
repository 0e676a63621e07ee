import type { Migration } from './migration'

/**
 * Room for public lists. The list of fraudulent sites that a person took from a file is deleted: it held shorter
 * hashes, and the names behind them are not known.
 */
export const lists: Migration = {
  version: 6,
  async upgrade({ database, transaction }) {
    database.createObjectStore('lists', { keyPath: 'id' })
    database.createObjectStore('listEntries', { keyPath: ['list', 'key'] }).createIndex('name', 'name')
    await transaction.objectStore('settings').delete('phishing-list')
  },
}
