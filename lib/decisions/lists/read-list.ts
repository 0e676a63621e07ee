import type { ListKind } from '@/lib/base/list-kind'
import { packNames } from '@/lib/reading/list-formats/pack-names'
import { readDescriptors } from '@/lib/reading/list-formats/read-descriptors'
import { readFraudAddresses, readFraudHosts, unreadable } from '@/lib/reading/list-formats/read-names'
import { type ReadEntries, readChains, readTokens } from '@/lib/reading/list-formats/read-records'
import { packedKey } from './list-store'

interface Kind {
  /** The largest file that is fetched. */
  megabytes: number
  /**
   * @param pause resolves when the reading may go on
   * @throws Failure `list-unreadable`
   */
  read(bytes: Uint8Array<ArrayBuffer>, pause: () => Promise<void>): Promise<ReadEntries & { count: number }>
}

/** How the file of a list is read, for each kind of list. */
export const kinds = {
  'fraud-hosts': { megabytes: 32, read: namesBy(readFraudHosts) },
  'fraud-addresses': { megabytes: 8, read: namesBy(readFraudAddresses) },
  tokens: { megabytes: 16, read: entriesBy(readTokens) },
  descriptors: { megabytes: 16, read: readDescriptors },
  chains: { megabytes: 8, read: entriesBy(readChains) },
} as const satisfies Record<ListKind, Kind>

function namesBy(read: (text: string) => string[]): Kind['read'] {
  return async (bytes, pause) => {
    const names = read(decode(bytes))
    const value = await packNames(names, pause)
    return { entries: [{ key: packedKey, value }], count: names.length, date: null }
  }
}

function entriesBy(read: (text: string) => ReadEntries): Kind['read'] {
  return async bytes => {
    const { entries, date } = read(decode(bytes))
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
