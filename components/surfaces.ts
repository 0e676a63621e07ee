import { browser } from 'wxt/browser'

/** Opens our full tab at a route, or brings the one there is to the front. Secrets are entered and shown there only. */
export async function openHome(route: string): Promise<void> {
  const url = `${browser.runtime.getURL('/home.html')}#${route}`
  // Where the tabs cannot be listed a new one is opened.
  const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] }).catch(() => [])
  const home = contexts.find(context => context.documentUrl?.startsWith(browser.runtime.getURL('/home.html')) === true)
  if (home !== undefined && home.tabId >= 0) {
    await browser.tabs.update(home.tabId, { active: true, url })
    await browser.windows.update(home.windowId, { focused: true })
  } else {
    await browser.tabs.create({ url })
  }
}

/**
 * Whether this browser lets the wallet add a panel to its developer tools. Firefox asks the person; must be called
 * within a person's gesture there.
 */
export async function mayExtendDeveloperTools(): Promise<boolean> {
  return !import.meta.env.FIREFOX || (await browser.permissions.request({ permissions: ['devtools'] }))
}

declare module 'wxt/browser' {
  namespace Browser {
    /** Firefox's side panel. */
    namespace sidebarAction {
      function open(): Promise<void>
    }
    /** Firefox's own permission, which Chromium does not know. */
    namespace permissions {
      function request(asked: { permissions: readonly ['devtools'] }): Promise<boolean>
    }
  }
}

/** Whether this browser has a side panel we can open. */
export function hasSidePanel(): boolean {
  return typeof browser.sidePanel?.open === 'function' || typeof browser.sidebarAction?.open === 'function'
}

/** Must be called within a person's gesture; `windowId` therefore has to be known before it. */
export async function openSidePanel(windowId: number): Promise<void> {
  if (browser.sidePanel === undefined) await browser.sidebarAction.open()
  else await browser.sidePanel.open({ windowId })
}
