import type { Database } from '@/lib/database/open'
import { phishingListRecordSchema } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import type { PhishingListView } from '@/lib/messaging/ui'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { type PhishingList, readPhishingList } from './phishing-list'

/** The phishing list in use: the bundled one or the person's own from a file, whichever has the later date. */
export interface PhishingLists {
  /**
   * The list in use, read at the first call.
   * @throws ZodError or SyntaxError if the bundled list cannot be read
   */
  current(): Promise<PhishingList>
  view(): Promise<PhishingListView>
  /**
   * Uses another list from now on.
   * @param text content of a file, see docs/phishing-list.md
   * @throws Failure `phishing-list-unreadable`, `phishing-list-not-newer` {date}
   */
  replace(text: string): Promise<PhishingListView>
  /** Deletes the person's own list. */
  remove(): Promise<PhishingListView>
}

const key = 'phishing-list'
const dayMs = 86_400_000

export function createPhishingLists(parts: {
  database: Database
  clock: Clock
  faults: Faults
  /** Text of the list that is part of this version of the wallet. */
  readBundled(): Promise<string>
}): PhishingLists {
  const { database, clock, faults, readBundled } = parts
  let chosen: Promise<{ list: PhishingList; own: boolean }> | null = null

  async function choose(): Promise<{ list: PhishingList; own: boolean }> {
    const bundled = readPhishingList(await readBundled())
    const own = await readOwn()
    // After an update of the wallet the bundled list may be newer than the person's own.
    return own !== null && own.date > bundled.date ? { list: own, own: true } : { list: bundled, own: false }
  }

  async function readOwn(): Promise<PhishingList | null> {
    const row = phishingListRecordSchema.safeParse(await database.get('settings', key))
    if (!row.success) return null
    try {
      return readPhishingList(row.data.text)
    } catch (error) {
      faults.report('fraud-list', error)
      return null
    }
  }

  function get(): Promise<{ list: PhishingList; own: boolean }> {
    chosen ??= choose().catch(error => {
      chosen = null
      throw error
    })
    return chosen
  }

  async function view(): Promise<PhishingListView> {
    const { list, own } = await get()
    const { source, date, licence, count } = list
    return { source, date, licence, count, own }
  }

  return {
    current: async () => (await get()).list,
    view,
    async replace(text) {
      const given = check(text)
      const { list } = await get()
      // A date in the future would keep out every later list. One day is allowed for time zones.
      const tomorrow = new Date(clock.now() + dayMs).toISOString().slice(0, 10)
      if (given.date <= list.date || given.date > tomorrow)
        throw new Failure('phishing-list-not-newer', { date: list.date })
      await database.put('settings', { key, text })
      chosen = null
      return view()
    },
    async remove() {
      await database.delete('settings', key)
      chosen = null
      return view()
    },
  }
}

/** @throws Failure `phishing-list-unreadable` */
function check(text: string): PhishingList {
  try {
    const list = readPhishingList(text)
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(list.date) && !Number.isNaN(Date.parse(list.date))
    if (isDay && list.count > 0 && list.isSorted()) return list
  } catch {
    // Not JSON, another shape, or invalid base64.
  }
  throw new Failure('phishing-list-unreadable')
}
