import { networkFields } from '@/lib/base/network-fields'
import type { NetworkEntry } from '@/lib/storage/records'

/**
 * What a person changes of a preset is stored with the names of the changed fields. The other fields come from the
 * preset of this version, so that a later version can change them.
 */

/** @returns the entry with the names of the fields in which it differs from the preset; the preset where in none */
export function editOf(entry: NetworkEntry, original: NetworkEntry): NetworkEntry {
  const edited = networkFields.filter(field => JSON.stringify(entry[field]) !== JSON.stringify(original[field]))
  return edited.length > 0 ? { ...entry, edited } : original
}

/**
 * @param row as stored, or in a backup
 * @param original the preset of this version with its id
 * @returns the network as it is used. A preset that this version does not have is one of the person's and can be
 * removed.
 */
export function withPreset(row: NetworkEntry, original: NetworkEntry | undefined): NetworkEntry {
  if (row.source !== 'preset') return row
  if (original === undefined) return { ...row, source: 'person' }
  // The first versions stored no names: only the endpoints could be changed.
  const { edited = ['endpoints'] } = row
  return editOf({ ...original, ...Object.fromEntries(edited.map(field => [field, row[field]])) }, original)
}
