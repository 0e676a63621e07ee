import type { Migration } from './migration'

/** Room for the fault log. No row that was there is touched. */
export const faults: Migration = {
  version: 4,
  upgrade({ database }) {
    database.createObjectStore('faults', { keyPath: 'key' }).createIndex('at', 'at')
  },
}
