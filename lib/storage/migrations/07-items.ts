import type { Migration } from './migration'

/** Room for items of collections. */
export const items: Migration = {
  version: 7,
  async upgrade({ database }) {
    database.createObjectStore('items', { keyPath: 'key' })
  },
}
