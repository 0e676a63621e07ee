import { type Browser, browser } from 'wxt/browser'
import type { KeyValueStore } from '@/lib/keyring/types'

function overArea(area: Browser.storage.StorageArea): KeyValueStore {
  return {
    get: async key => (await area.get(key))[key],
    set: (key, value) => area.set({ [key]: value }),
    remove: key => area.remove(key),
  }
}

/** Dies with the browser. Content scripts cannot read it. */
export const sessionStore = overArea(browser.storage.session)

/** Outlives the browser; ciphertext only, because not every browser can keep content scripts from it. */
export const mirrorStore = overArea(browser.storage.local)

/** Where the browser can, both areas are for our own contexts only. */
export async function restrictStorage(): Promise<void> {
  await browser.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
  await browser.storage.session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}
