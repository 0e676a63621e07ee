import type { ListKind } from '@/lib/base/list-kind'
import type { Pause } from '@/lib/base/slices'
import { packNames } from '@/lib/reading/list-formats/pack-names'
import { readDescriptors } from '@/lib/reading/list-formats/read-descriptors'
import { readFraudAddresses, readFraudHosts, unreadable } from '@/lib/reading/list-formats/read-names'
import { type ReadEntries, readChains, readTokens } from '@/lib/reading/list-formats/read-records'
import { packedKey } from './list-store'

/**
 * @param pause resolves when the reading may go on
 * @throws Failure `list-unreadable`
 */
type ReadList = (bytes: Uint8Array<ArrayBuffer>, pause: Pause) => Promise<ReadEntries & { count: number }>

/** How the file of a list is read, for each kind of list. */
export const readers: Record<ListKind, ReadList> = {
  'fraud-hosts': namesBy(readFraudHosts),
  'fraud-addresses': namesBy(readFraudAddresses),
  tokens: entriesBy(readTokens),
  descriptors: readDescriptors,
  chains: entriesBy(readChains),
}

function namesBy(read: (text: string, pause: Pause) => Promise<string[]>): ReadList {
  return async (bytes, pause) => {
    const names = await read(decode(bytes), pause)
    const value = await packNames(names, pause)
    return { entries: [{ key: packedKey, value }], count: names.length, date: null }
  }
}

function entriesBy(read: (text: string, pause: Pause) => Promise<ReadEntries>): ReadList {
  return async (bytes, pause) => {
    const { entries, date } = await read(decode(bytes), pause)
    return { entries, count: entries.length, date }
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('text')
  }
}
