import type { RowCipher } from '@/lib/base/row-cipher'
import type { DamagedRecord } from '@/lib/storage/records'

type Content = Pick<DamagedRecord, 'key' | 'row'>

/** What was set aside, as JSON: of what is encrypted, key and row are `null` while the wallet is locked. */
export function openSetAside(record: DamagedRecord, cipher: RowCipher | null): Content {
  if (!ArrayBuffer.isView(record.row)) return asJson(record)
  const opened = cipher?.decrypt(record.row as Uint8Array, contextOfSetAside(record))?.row
  return opened === undefined ? { key: null, row: null } : (opened as Content)
}

/** Authenticated with what is encrypted of it. */
export const contextOfSetAside = ({ store, at }: DamagedRecord) => JSON.stringify(['damaged', store, at])

/** A damaged value can be anything that a database holds, also values that JSON cannot express. */
export function asJson({ key, row }: DamagedRecord): Content {
  try {
    const text = JSON.stringify({ key, row }, (_, value) => {
      if (ArrayBuffer.isView(value))
        return Array.from(value as Uint8Array, byte => byte.toString(16).padStart(2, '0')).join('')
      return typeof value === 'bigint' ? value.toString() : value
    })
    return JSON.parse(text)
  } catch {
    // Not a fault: JSON has no form for it (a circle, a key, a buffer), so it is written as text.
    return { key: String(key), row: String(row) }
  }
}
