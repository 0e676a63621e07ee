import type { Migration } from './migration'

/** Room for what was found in past blocks. */
export const past: Migration = {
  version: 8,
  async upgrade({ database }) {
    database.createObjectStore('pastTransactions', { keyPath: 'id' })
    database.createObjectStore('pastSearches', { keyPath: 'key' })
  },
}
