import type { Migration } from './migration'

/**
 * Room for what came in, which the session's storage had until the browser closed. No row that was there is touched.
 */
export const arrivals: Migration = {
  version: 3,
  upgrade({ database }) {
    database.createObjectStore('arrivals', { keyPath: 'id' })
  },
}
