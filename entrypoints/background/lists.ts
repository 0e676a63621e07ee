import { browser } from 'wxt/browser'
import { lazily } from '@/lib/base/lazily'
import { createListeners } from '@/lib/base/listeners'
import type { ListParts } from '@/lib/decisions/lists/lists'
import type { Lists } from '@/lib/decisions/lists/types'
import type { Database } from '@/lib/storage/open'
import { listsScript } from './later-scripts'
import { readOwnFile } from './own-file'

/** The lists, loaded with their first use. */
export interface LazyLists extends Lists {
  /** Fetches what is due. Loads nothing where the person subscribed to no list. */
  wake(): Promise<void>
}

const alarm = 'lists'
const everyMinutes = 6 * 60

export function createLazyLists(parts: Omit<ListParts, 'readBundled'>): LazyLists {
  const { database, faults } = parts
  const listeners = createListeners<[]>()
  let made: Lists | null = null

  function all(): Lists {
    if (made === null) {
      made = listsScript.load().createLists({ ...parts, readBundled: () => readOwnFile('/fraud-hosts.bin') })
      made.onChange(() => {
        listeners.tell()
        void setAlarm(database).catch((error: unknown) => faults.report('lists', error))
      })
    }
    return made
  }

  return {
    ...lazily(all, ['ofHost', 'ofAddress', 'tokensNamed', 'chainsLike', 'knownChain', 'view']),
    ...lazily(all, ['subscribe', 'add', 'import', 'switch', 'remove', 'update', 'updateDue']),
    async descriptorsFor(...asked) {
      const isSubscribed = (await database.getAll('lists')).some(({ kind, on }) => kind === 'descriptors' && on)
      return isSubscribed ? all().descriptorsFor(...asked) : []
    },
    forget: () => made?.forget(),
    async wake() {
      if (await setAlarm(database)) await all().updateDue()
    },
    onChange: listeners.add,
  }
}

/** Has the browser wake the worker while there is a list to fetch. @returns true if there is one */
async function setAlarm(database: Database): Promise<boolean> {
  const isSubscribed = (await database.getAll('lists')).some(({ url, on }) => url !== null && on)
  if (!isSubscribed) await browser.alarms.clear(alarm)
  else if ((await browser.alarms.get(alarm)) === undefined)
    await browser.alarms.create(alarm, { delayInMinutes: everyMinutes, periodInMinutes: everyMinutes })
  return isSubscribed
}
