import { browser } from 'wxt/browser'
import { developerPanelKey } from '@/lib/language/request-log'

/**
 * Runs with each window of the developer tools, out of sight, and adds the panel once the person has turned it on. It
 * asks no more of the wallet than that, so that it starts no worker.
 */
let isAdded = false

function add(isWanted: boolean): void {
  if (isAdded || !(isWanted || import.meta.env.MODE === 'development')) return
  isAdded = true
  const page = `/panel.html?tab=${browser.devtools.inspectedWindow.tabId}`
  // Firefox takes the panel's icon from here; Chromium shows none.
  browser.devtools.panels.create('Prelude', '/icon/16.png', page)
}

browser.storage.local.onChanged.addListener(changes => {
  const change = changes[developerPanelKey]
  if (change !== undefined) add(change.newValue === true)
})
const stored = await browser.storage.local.get(developerPanelKey)
add(stored[developerPanelKey] === true)
