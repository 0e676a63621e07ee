import { browser, type PublicPath } from 'wxt/browser'

/** A file that is part of the extension. */
export async function readOwnFile(path: PublicPath): Promise<Uint8Array> {
  const response = await fetch(browser.runtime.getURL(path))
  return new Uint8Array(await response.arrayBuffer())
}
