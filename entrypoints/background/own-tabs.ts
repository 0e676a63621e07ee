import { browser } from 'wxt/browser'
import { dappWakeMessage } from '@/lib/language/dapp'

/** Tells every website to connect and hear the news. */
export async function wakePages(): Promise<void> {
  for (const { id } of await browser.tabs.query({})) {
    if (id === undefined) continue
    // A tab without the wallet's script does not listen.
    void browser.tabs.sendMessage(id, dappWakeMessage).catch(() => undefined)
  }
}

/** Opens the full page, or brings the one that is open to the front. */
export async function showHome(): Promise<void> {
  const url = browser.runtime.getURL('/home.html')
  const [open] = await browser.tabs.query({ url: `${url}*` })
  if (open?.id === undefined) await browser.tabs.create({ url })
  else await browser.tabs.update(open.id, { active: true })
}

/** Opens the full page in a new tab. */
export async function openHome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/home.html') })
}
