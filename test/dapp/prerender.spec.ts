import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builds, copyExtension } from '../commands/extension.ts'
import { test as plain } from '../e2e/fixtures.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { expect } from './fixtures.ts'

const page = (title: string, script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><script type="module">
  const note = text => fetch('/note', { method: 'POST', body: text })
  ${script}</script></html>`

/**
 * Has the browser prerender a page. Once that page has asked, asks twenty times itself; goes to the page when the test
 * says so. Loaded again until the extension's scripts are there.
 */
const opener = page(
  'Prerenders',
  `if (!('ethereum' in window)) setTimeout(() => location.reload(), 100)
  else {
    const rules = document.createElement('script')
    rules.type = 'speculationrules'
    rules.text = JSON.stringify({ prerender: [{ urls: ['/asks'], eagerness: 'immediate' }] })
    document.head.append(rules)
    await fetch('/when-asked')
    for (let times = 0; times < 20; times++) await ethereum.request({ method: 'eth_chainId' })
    await note('the open page was answered')
    await fetch('/when-told')
    location.href = '/asks'
  }`,
)

/** Asks as soon as it runs, and notes in which state of the document it asked and was answered. */
const asksAtOnce = page(
  'Asks at once',
  `const state = () => (document.prerendering ? 'prerendered' : 'open')
  await note('asked while ' + state())
  await ethereum.request({ method: 'eth_chainId' })
  await note('answered while ' + state())`,
)

// A debugger on a page keeps the browser from prerendering: this browser has none there.
plain(
  'a page that the browser loads before anybody opens it is answered only once it is opened',
  { tag: ['@chromium', '@short'] },
  async ({ lifetime, browserInUse, network }) => {
    const notes: string[] = []
    const asked = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const site = await startLocalEndpoint({
      async http(body, response, { url }) {
        if (url === '/note') notes.push(body)
        if (body.startsWith('asked')) asked.resolve()
        if (url === '/when-asked') await asked.promise
        if (url === '/when-told') await told.promise
        const text = { '/': opener, '/asks': asksAtOnce }[url ?? ''] ?? ''
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
      },
    })
    const extension = await copyExtension(lifetime, builds.local.folder, network)
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const { raw } = await startRawBrowser(lifetime, browserInUse, { profile, extension })
    await raw.send('Target.createTarget', { url: site.url })

    // A browser is started, an extension installed and two pages are loaded before it.
    await expect.poll(() => notes, { timeout: 60_000 }).toContain('the open page was answered')
    expect(notes).not.toContain('answered while prerendered')
    told.resolve()
    await expect.poll(() => notes).toContain('answered while open')

    await raw.send('Browser.close').catch(() => undefined)
    await site.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
)
