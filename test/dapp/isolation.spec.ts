import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Worker } from '@playwright/test'
import { builds, type Launched } from '../commands/extension.ts'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { resultOf } from './page.ts'

async function installOther({ context, install }: Launched): Promise<Worker> {
  const id = await install(join(import.meta.dirname, 'other-extension'))
  const isOther = (worker: Worker) => worker.url().includes(id)
  return context.serviceWorkers().find(isOther) ?? context.waitForEvent('serviceworker', isOther)
}

test('another extension gets no answer: not by a message, not by a port of any name, not in the words of our own pages', {
  tag: '@short',
}, async ({ wallet, popup }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const other = await installOther(wallet)
  const outcomes = await other.evaluate(async id => {
    const said: Record<string, unknown> = {}
    const messages = ['prelude:wake', { kind: 'call', id: 1, name: 'vault.reveal-phrase' }, { method: 'eth_accounts' }]
    for (const message of messages)
      said[`message ${JSON.stringify(message)}`] = await chrome.runtime
        .sendMessage(id, message)
        .catch((error: Error) => error.message)
    for (const name of ['ui', 'dapp', '']) {
      said[`port ${name}`] = await new Promise(resolve => {
        const port = chrome.runtime.connect(id, { name })
        port.onMessage.addListener(message => resolve(message))
        port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message))
        try {
          port.postMessage({ id: crypto.randomUUID(), method: 'eth_accounts' })
        } catch {
          // It was closed before anything could be said; the listener tells with which words.
        }
      })
    }
    return said
  }, wallet.extensionId)
  const refused = 'Could not establish connection. Receiving end does not exist.'
  expect([...new Set(Object.values(outcomes))]).toEqual([refused])
  expect(Object.keys(outcomes)).toHaveLength(6)
})

test('where another wallet froze window.ethereum nothing is thrown, and the wallet is found by its announcement', async ({
  wallet,
  site,
  network,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  await installOther(wallet)
  site.put(
    '/frozen.html',
    `<!doctype html><title>Frozen</title><script>
      window.announced = []
      window.addEventListener('eip6963:announceProvider', event => announced.push(event.detail))
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    </script>`,
  )
  const page = await wallet.context.newPage()
  const faults: unknown[] = []
  page.on('pageerror', error => faults.push(error))
  // Its scripts are there a moment after it.
  await expect
    .poll(async () => {
      await page.goto(site.at('/frozen.html'))
      return page.evaluate(() => 'isOther' in ((window as unknown as { ethereum?: object }).ethereum ?? {}))
    })
    .toBe(true)
  const seen = await page.evaluate(async () => {
    const { announced, ethereum } = window as unknown as {
      announced: { info: { rdns: string }; provider: { request(call: object): Promise<unknown>; theirs?: unknown } }[]
      ethereum: { isOther?: true }
    }
    const own = announced.find(({ info }) => info.rdns === 'wallet.prelude')
    const request = own?.provider.request
    // Dapps set members of their own, as `autoRefreshOnNetworkChange`; the wallet's stay.
    if (own !== undefined) Object.assign(own.provider, { theirs: false, request: () => 'replaced' })
    return {
      isOther: ethereum.isOther,
      chainId: await own?.provider.request({ method: 'eth_chainId' }),
      frozen: Object.isFrozen(own) && Object.isFrozen(own?.info),
      extended: own?.provider.theirs,
      kept: own?.provider.request === request,
    }
  })
  expect(seen).toEqual({
    isOther: true,
    chainId: `0x${network.chainId.toString(16)}`,
    frozen: true,
    extended: false,
    kept: true,
  })
  expect(faults).toEqual([])
})

test('the wallet’s own pages cannot be framed, embedded, opened or navigated to by a page', { tag: '@short' }, async ({
  wallet,
  dapp,
  site,
}) => {
  for (const path of ['popup.html', 'approval.html', 'home.html', 'offscreen.html']) {
    const url = wallet.address(path)
    for (const tag of ['iframe', 'object', 'embed'] as const) {
      const frame = await dapp.evaluateHandle(
        ({ tag, url }) =>
          new Promise<Element>(resolve => {
            const element = document.createElement(tag)
            element.setAttribute(tag === 'object' ? 'data' : 'src', url)
            for (const event of ['load', 'error']) element.addEventListener(event, () => resolve(element))
            document.body.append(element)
          }),
        { tag, url },
      )
      const content = await frame.contentFrame()
      if (content !== null) expect.soft(content.url(), `${tag} of ${path}`).not.toContain(wallet.extensionId)
    }
    // Opened by the page, or gone to by it: the browser shows its own refusal in place of it.
    const opening = wallet.context.waitForEvent('page')
    await dapp.evaluate(address => void window.open(address), url)
    const opened = await opening
    await opened.waitForLoadState()
    expect.soft(opened.url(), `window.open of ${path}`).not.toContain(path)
    await opened.close()
  }
  const victim = await wallet.context.newPage()
  await victim.goto(site.at())
  const gone = victim.waitForEvent('framenavigated')
  await victim.evaluate(address => location.assign(address), wallet.address('popup.html'))
  await gone
  expect(victim.url()).not.toContain('popup.html')
})

test('no file of the extension can be fetched, shown or run by a page', { tag: '@short' }, async ({ wallet, dapp }) => {
  const files = (await readdir(builds.local.folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(builds.local.folder.length + 1))
  expect(files).toEqual(expect.arrayContaining(['manifest.json', 'popup.html', 'background.js']))
  const loaded = await loadable(
    dapp,
    files.map(file => wallet.address(file)),
  )
  expect(loaded).toEqual([])
})

/** Which of the addresses a page gets anything of, and how. */
function loadable(page: Page, urls: string[]): Promise<string[]> {
  return page.evaluate(async addresses => {
    const loaded: string[] = []
    const element = (tag: 'img' | 'script' | 'link', url: string) =>
      new Promise<void>(resolve => {
        const made = document.createElement(tag)
        made.addEventListener('load', () => {
          loaded.push(`${tag} ${url}`)
          resolve()
        })
        made.addEventListener('error', () => resolve())
        if (made instanceof HTMLLinkElement) {
          made.rel = 'stylesheet'
          made.href = url
        } else made.src = url
        document.head.append(made)
      })
    for (const url of addresses) {
      await fetch(url).then(
        () => loaded.push(`fetch ${url}`),
        () => undefined,
      )
      await fetch(url, { mode: 'no-cors' }).then(
        () => loaded.push(`opaque fetch ${url}`),
        () => undefined,
      )
      for (const tag of ['img', 'script', 'link'] as const) await element(tag, url)
    }
    return loaded
  }, urls)
}

test('a page has no way to the worker but the provider, and even our script in a page taken over gets no more', async ({
  wallet,
  dapp,
  funded,
}) => {
  const direct = await dapp.evaluate(async id => {
    const { chrome: given } = window as unknown as { chrome?: { runtime?: { sendMessage?: unknown } } }
    return { runtime: typeof given?.runtime?.sendMessage, id: id.length }
  }, wallet.extensionId)
  expect(direct.runtime).toBe('undefined')

  const got = await inOurScript(
    wallet,
    dapp,
    `(async () => {
      const failed = error => 'refused: ' + error.message
      const port = name => new Promise(resolve => {
        const opened = chrome.runtime.connect({ name })
        opened.onMessage.addListener(message => resolve(message.kind ?? message))
        opened.onDisconnect.addListener(() => resolve('closed'))
        opened.postMessage({ kind: 'call', id: 1, name: 'session.unlock', input: {} })
      })
      return {
        ui: await port('ui'),
        other: await port('anything'),
        local: await chrome.storage.local.get(null).catch(failed),
        session: await chrome.storage.session.get(null).catch(failed),
        databases: (await indexedDB.databases()).map(({ name }) => name),
      }
    })()`,
  )
  expect(got).toEqual({
    ui: 'closed',
    other: 'closed',
    local: expect.stringContaining('refused: Access to storage is not allowed'),
    session: expect.stringContaining('refused: Access to storage is not allowed'),
    databases: [],
  })
  expect(await resultOf(dapp, 'eth_accounts')).toEqual([funded])
})

test('an id that another site has used is a request of its own, and whatever a message says of its sender is not heard', async ({
  wallet,
  dapp,
  site,
  funded,
}) => {
  const stranger = await wallet.context.newPage()
  await stranger.goto(site.at('/', 'stranger.localhost'))
  const id = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'
  const asking = (method: string) => `new Promise(resolve => {
    const port = chrome.runtime.connect({ name: 'dapp' })
    port.onMessage.addListener(message => {
      if (message.id === '${id}') resolve(message.result ?? message.error.code)
    })
    port.postMessage({
      id: '${id}', method: '${method}', origin: '${new URL(site.at()).origin}', sender: { origin: '${new URL(site.at()).origin}' },
    })
  })`
  expect(await inOurScript(wallet, dapp, asking('eth_requestAccounts'))).toEqual([funded])
  expect(await inOurScript(wallet, stranger, asking('eth_accounts'))).toEqual([])
  const opening = decisionWindow(wallet)
  const connecting = inOurScript(wallet, stranger, asking('eth_requestAccounts'))
  const decision = await opening
  await expect(decision.getByTestId('decision')).toContainText('stranger.localhost')
  await reject(decision)
  expect(await connecting).toBe(4001)
  // The same id again is the same answer, for each of the two.
  expect(await inOurScript(wallet, stranger, asking('eth_requestAccounts'))).toBe(4001)
  expect(await inOurScript(wallet, dapp, asking('eth_requestAccounts'))).toEqual([funded])
})

/** Runs where our content script runs, as an attacker could who took over the page's whole process. */
async function inOurScript({ context, extensionId }: Launched, page: Page, expression: string): Promise<unknown> {
  const session = await context.newCDPSession(page)
  const contexts: { id: number; origin: string }[] = []
  session.on('Runtime.executionContextCreated', created => contexts.push(created.context))
  await session.send('Runtime.enable')
  const isolated = contexts.find(({ origin }) => origin.includes(extensionId))
  if (isolated === undefined) throw new Error('our script does not run in the page')
  const options = { contextId: isolated.id, awaitPromise: true, returnByValue: true }
  const { result } = await session.send('Runtime.evaluate', { ...options, expression })
  await session.detach()
  return result.value
}
