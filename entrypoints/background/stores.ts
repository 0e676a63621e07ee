import { type Browser, browser } from 'wxt/browser'
import type { KeyValueStore } from '@/lib/base/key-value-store'

function overArea(area: Browser.storage.StorageArea): KeyValueStore {
  return {
    get: async key => (await area.get(key))[key],
    set: (key, value) => area.set({ [key]: value }),
    remove: key => area.remove(key),
  }
}

/** Ends with the browser. Content scripts cannot read it. */
export const sessionStore = overArea(browser.storage.session)

/** Survives the browser. Ciphertext only: in some browsers content scripts can read it. */
export const mirrorStore = overArea(browser.storage.local)

/** Closes both areas to content scripts, in browsers that can. */
export async function restrictStorage(): Promise<void> {
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
  await browser.storage.session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
