import type { Database } from './open'
import { type SettingsRecord, settingsRecordSchema } from './records'

export const defaultSettings: SettingsRecord = {
  key: 'settings',
  selectedNetworkId: null,
  selectedAddress: null,
  lockAfterMinutes: 15,
  claimWindowEthereum: false,
  notifications: true,
  confirmations: 12,
  developerPanel: false,
}

export interface Settings {
  read(): Promise<SettingsRecord>
  /** Stores the change and resolves with all settings. */
  change(change: Partial<Omit<SettingsRecord, 'key'>>): Promise<SettingsRecord>
  onChange(listener: (settings: SettingsRecord) => void): () => void
}

/** One row. A missing or unreadable field has its default. */
export function createSettings(database: Database): Settings {
  const listeners = new Set<(settings: SettingsRecord) => void>()

  function parse(row: unknown): SettingsRecord {
    const parsed = settingsRecordSchema.safeParse({ ...defaultSettings, ...(row ?? {}) })
    return parsed.success ? parsed.data : defaultSettings
  }

  return {
    async read() {
      return parse(await database.get('settings', 'settings'))
    },
    async change(change) {
      const transaction = database.transaction('settings', 'readwrite')
      const next = { ...parse(await transaction.store.get('settings')), ...change }
      await transaction.store.put(next)
      await transaction.done
      for (const listener of listeners) listener(next)
      return next
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
