import { browser } from 'wxt/browser'

export const clipboardAlarm = 'clipboard'
const secretsStayMs = 60_000

/** An alarm, because neither the page that copied nor the worker need live that long. */
export async function emptyClipboardLater(): Promise<void> {
  await browser.alarms.create(clipboardAlarm, { when: Date.now() + secretsStayMs })
}

/**
 * A worker has no clipboard: where there are offscreen documents one is opened for it and closed again; elsewhere (Firefox) the background is a
 * document itself. What lies there by then is overwritten unseen: to look first would take the permission to read whatever a person copies.
 */
export async function emptyClipboard(): Promise<void> {
  if (browser.offscreen === undefined) {
    await navigator.clipboard.writeText('')
    return
  }
  if (await browser.offscreen.hasDocument()) return
  await browser.offscreen.createDocument({
    url: '/offscreen.html',
    reasons: ['CLIPBOARD'],
    justification: 'Empties the clipboard a minute after a key or recovery phrase was copied to it.',
  })
  // The document's script has run by now.
  await browser.offscreen.closeDocument()
}
