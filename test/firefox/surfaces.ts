import type { Page } from '@playwright/test'
import * as z from 'zod'
import type { LaunchedFirefox } from './launch.ts'

/** What Firefox shows of the wallet in a panel of its own window, which Playwright does not see. */
export interface Surface {
  /** CSS pixels. */
  width: number
  height: number
  /** How far the page could be scrolled sideways. */
  excess: number
  picture: Buffer
}

const panels = {
  popup: {
    view: `window.document.querySelector('.webextension-popup-browser')`,
    // The button starts in the menu of extensions.
    open: `
      const action = global.browserActionFor(extension)
      window.CustomizableUI.addWidgetToArea(action.id, 'nav-bar')
      await action.openPopup(window, false)`,
    close: `
      for (const panel of window.document.querySelectorAll('panel')) if (panel.state !== 'closed') panel.hidePopup()`,
  },
  sidebar: {
    view: `window.document.getElementById('sidebar')?.contentDocument?.getElementById('webext-panels-browser')`,
    open: `await global.sidebarActionFor(extension).open(window)`,
    close: `window.SidebarController.hide()`,
  },
} as const
export type PanelName = keyof typeof panels

const viewSchema = z.object({ width: z.number(), height: z.number(), excess: z.number() })

/** Script in the window that has a toolbar, once it has the focus. */
const inWindow = (extensionId: string) => `
  const window = [...Services.wm.getEnumerator('navigator:browser')].find(each => each.toolbar.visible)
  const { extension } = WebExtensionPolicy.getByID('${extensionId}')
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
  const { global } = ExtensionParent.apiManager
  window.focus()
  while (Services.focus.activeWindow !== window) await new Promise(resolve => window.requestAnimationFrame(resolve))`

/**
 * Opens the toolbar's popup or the sidebar as a person does, and looks at it once it shows the element.
 * @param own a page of the wallet
 */
export async function openPanel(
  wallet: LaunchedFirefox,
  own: Page,
  { panel, testId }: { panel: PanelName; testId: string },
): Promise<Surface> {
  const { open, view } = panels[panel]
  await wallet.privileged(`${inWindow(wallet.extensionId)}
    ${open}`)
  const size = await own.evaluate(
    ([type, wanted]) =>
      new Promise<unknown>(resolve => {
        // Firefox gives a popup its size after it has read that of the content.
        const hasSize = ({ document: { body }, innerHeight, innerWidth }: Window) =>
          innerWidth >= body.offsetWidth && (type === 'sidebar' || innerHeight >= body.offsetHeight)
        const look = () => {
          const [found] = chrome.extension.getViews({ type } as never)
          // A view is listed before its document has a body.
          const hasElement = found !== undefined && found.document.querySelector(`[data-testid="${wanted}"]`) !== null
          if (hasElement && hasSize(found)) {
            const { clientWidth, scrollWidth } = found.document.documentElement
            resolve({ width: found.innerWidth, height: found.innerHeight, excess: scrollWidth - clientWidth })
          } else requestAnimationFrame(look)
        }
        look()
      }),
    [panel, testId] as const,
  )
  const picture = await wallet.privileged(`
    const window = [...Services.wm.getEnumerator('navigator:browser')].find(each => each.toolbar.visible)
    const view = ${view}
    const { width, height } = view.getBoundingClientRect()
    const global = view.browsingContext.currentWindowGlobal
    const image = await global.drawSnapshot(new window.DOMRect(0, 0, width, height), 1, 'white')
    const canvas = new window.OffscreenCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
    return window.btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))`)
  return { ...viewSchema.parse(size), picture: Buffer.from(z.string().parse(picture), 'base64') }
}

export async function closePanel(wallet: LaunchedFirefox, panel: PanelName): Promise<void> {
  await wallet.privileged(`${inWindow(wallet.extensionId)}
    ${panels[panel].close}`)
}

/** Answers the question that the browser itself asks, with the button that agrees. */
export async function answerYes({ privileged }: LaunchedFirefox): Promise<void> {
  await privileged(`
    const windows = [...Services.wm.getEnumerator('navigator:browser')]
    const asking = await Promise.any(windows.map(async ({ PopupNotifications: { panel } }) => {
      if (panel.state !== 'open') await new Promise(resolve => panel.addEventListener('popupshown', resolve, { once: true }))
      return panel
    }))
    asking.querySelector('popupnotification').button.click()`)
}
