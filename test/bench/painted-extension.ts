import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InPage } from './page-work.ts'
import { type Painted, watchPainting } from './painted.ts'

/**
 * An extension whose pages tell by themselves when they were painted: a tool that is attached to a page while it loads
 * costs it the tool's questions, and at times comes too late to see.
 */

const script = 'painted.js'
/** What no wallet could do without: a page of the extension with nothing but what is waited for. */
export const emptyPage = 'empty.html'
const emptyHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Empty</title>
    <script async src="/${script}"></script>
  </head>
  <body>
    <p data-testid="balance" data-sealed="0x0">0</p>
    <button data-testid="send">Send</button>
    <button data-testid="first-run-import">Import</button>
  </body>
</html>
`

/** Milliseconds from the beginning of the navigation; what the page does not have is not a number. */
export interface PaintedPage {
  send: number
  balance: number
  /** First button of a wallet without a vault. */
  firstRun: number
  reject: number
  /** The beginning of the navigation, in ms since the epoch. */
  startedAt: number
}

/** A page that was opened here, and how long its window took from the call to what can be used first. */
export interface OpenedPage extends PaintedPage {
  windowMs: number
}

/**
 * Adds the script to some pages of a copy of the extension, and the empty page.
 * @param watch the extension's own `watchPainting`, which knows its screens
 */
export async function addPaintingTo(
  extension: string,
  pages: readonly string[],
  watch: () => void = watchPainting,
): Promise<void> {
  await writeFile(join(extension, script), `(${watch})();(${tellPainting})()\n`)
  await writeFile(join(extension, emptyPage), emptyHtml)
  for (const page of pages) {
    const html = await readFile(join(extension, page), 'utf8')
    await writeFile(join(extension, page), html.replace('</head>', `<script async src="/${script}"></script></head>`))
  }
}

/** Runs in the page that is opened, after `watchPainting`. */
function tellPainting(): void {
  const channel = new BroadcastChannel('painted')
  const { painted } = window as unknown as { painted: Painted }
  addEventListener('painted', () => {
    const startedAt = performance.timeOrigin
    const after = (name: string) => (painted.elements[name] ?? Number.NaN) - startedAt
    const page = {
      send: after('send'),
      balance: after('balance'),
      firstRun: after('firstRun'),
      reject: after('reject'),
      startedAt,
    }
    if ([page.send + page.balance, page.firstRun, page.reject].every(Number.isNaN)) return
    channel.postMessage(page)
  })
}

/** Opens a page as the toolbar does, in a window of the same size; closes it when it has told. */
export function openPainted(opener: InPage, page: string): Promise<OpenedPage> {
  return opener.run(async path => {
    const calledAt = performance.timeOrigin + performance.now()
    const channel = new BroadcastChannel('painted')
    const told = new Promise<PaintedPage>(resolve => {
      channel.onmessage = ({ data }) => resolve(data)
    })
    const opened = chrome.windows.create({ url: path, type: 'popup', width: 360, height: 600, left: 900, top: 80 })
    const [opening, window] = await Promise.all([told, opened])
    channel.close()
    // What it still does after its first picture is not the next one's affair.
    await new Promise(resolve => setTimeout(resolve, 500))
    if (window?.id !== undefined) await chrome.windows.remove(window.id)
    const { send, firstRun, startedAt } = opening
    return { ...opening, windowMs: startedAt - calledAt + (Number.isNaN(send) ? firstRun : send) }
  }, page)
}

/** The next page that tells, whoever opens it. */
export function nextPainted(opener: InPage): Promise<PaintedPage> {
  return opener.run(async () => {
    const channel = new BroadcastChannel('painted')
    const told = await new Promise<PaintedPage>(resolve => {
      channel.onmessage = ({ data }) => resolve(data)
    })
    channel.close()
    return told
  }, null)
}
