import { browser } from 'wxt/browser'

export const clipboardAlarm = 'clipboard'
const secretsStayMs = 60_000

/** Empties the clipboard in a minute: with an alarm, because page and worker may end before. */
export async function emptyClipboardLater(): Promise<void> {
  await browser.alarms.create(clipboardAlarm, { when: Date.now() + secretsStayMs })
}

/**
 * Empties the clipboard, in Chromium with an offscreen document, because a worker has no clipboard. In Firefox the
 * background is a document. Another text copied meanwhile is lost: to look first, the wallet would need permission to
 * read everything that a person copies.
 */
export async function emptyClipboard(): Promise<void> {
  if (browser.offscreen === undefined) {
    await navigator.clipboard.writeText('')
    return
  }
  // The document of an earlier copy may still be open.
  if (await browser.offscreen.hasDocument()) await browser.offscreen.closeDocument()
  await browser.offscreen.createDocument({
    url: '/offscreen.html',
    reasons: ['CLIPBOARD'],
    justification: 'Empties the clipboard a minute after a key or recovery phrase was copied to it.',
  })
}
