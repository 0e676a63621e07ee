import * as z from 'zod/mini'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { Database } from '@/lib/storage/open'
import { generateWrappingKey, sealedSchema, unwrapDataKey, wrapDataKey } from './cipher'

const row = 'session-key'
const sessionKey = 'keyring-session'
const sessionSchema = z.lazy(() =>
  z.object({ vaultId: z.string(), dataKey: sealedSchema, lockAt: z.nullable(z.number()) }),
)
type SessionRecord = z.infer<typeof sessionSchema>

export interface OpenSession {
  /** Decrypts and encrypts records; cannot be read out. */
  dataKey: CryptoKey
  /** Milliseconds since the epoch; `null` for never. */
  lockAt: number | null
}

/**
 * What lets an unlocked vault survive the worker, and not the browser: the data key wrapped by a random key. The
 * wrapping key lies in IndexedDB, where no code can read it out; the wrapped data key in the session store, which dies
 * with the browser. Neither half is worth anything alone.
 */
export interface Session {
  /** `dataKey` must be extractable; the one that comes back is not. */
  open(vaultId: string, dataKey: CryptoKey, lockAt: number | null): Promise<OpenSession>
  /** What an earlier worker left; `null` when there is nothing, or it does not fit together. */
  restore(vaultId: string): Promise<OpenSession | null>
  extend(lockAt: number | null): Promise<void>
  close(): Promise<void>
}

export function createSession(database: Database, store: KeyValueStore, onFault: (error: unknown) => void): Session {
  const contextOf = (vaultId: string) => `prelude-session|${vaultId}`

  async function read(): Promise<SessionRecord | null> {
    const parsed = sessionSchema.safeParse(await store.get(sessionKey))
    return parsed.success ? parsed.data : null
  }

  return {
    async open(vaultId, dataKey, lockAt) {
      const wrappingKey = await generateWrappingKey()
      const wrapped = await wrapDataKey(dataKey, wrappingKey, contextOf(vaultId))
      await database.put('keyring', { key: row, value: wrappingKey })
      await store.set(sessionKey, { vaultId, dataKey: wrapped, lockAt } satisfies SessionRecord)
      return { dataKey: await unwrapDataKey(wrapped, wrappingKey, contextOf(vaultId), 'use-only'), lockAt }
    },

    async restore(vaultId) {
      const record = await read()
      const wrappingKey = (await database.get('keyring', row))?.value
      if (record === null || record.vaultId !== vaultId || !(wrappingKey instanceof CryptoKey)) return null
      try {
        const dataKey = await unwrapDataKey(record.dataKey, wrappingKey, contextOf(vaultId), 'use-only')
        return { dataKey, lockAt: record.lockAt }
      } catch (error) {
        onFault(error)
        return null
      }
    },

    async extend(lockAt) {
      const record = await read()
      if (record !== null) await store.set(sessionKey, { ...record, lockAt })
    },

    async close() {
      await Promise.all([store.remove(sessionKey), database.delete('keyring', row)])
    },
  }
}
