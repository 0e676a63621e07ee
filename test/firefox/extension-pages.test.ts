import { expect, test } from 'vitest'
import { createExtensionPages } from './extension-pages.ts'

// Firefox 153 sent these, on a machine so busy that the tab changed its process before it had a document.
const context = '8b5aefba-89fb-42f5-9164-3740125f1b0e'
const realm = '13bf3526-84cc-4cb9-b1d0-27ab787f8e51'
const url = 'moz-extension://11111111-2222-4333-8444-555555555555/home.html'
const navigation = '2f3a2ba3-6d22-46ce-b112-12628fc7383c'
const committed = {
  type: 'event',
  method: 'browsingContext.navigationCommitted',
  params: { context, navigation, timestamp: 1795485392594, url },
}
const tab = {
  children: null,
  context,
  originalOpener: null,
  url,
  userContext: 'default',
  clientWindow: 'c1d5320e-c577-4ee4-a62f-ce1364432d60',
  parent: null,
}
const window = { realm, context, origin: 'moz-extension://11111111-2222-4333-8444-555555555555', type: 'window' }
const answers: Record<string, object> = {
  'browsingContext.getTree': { contexts: [tab] },
  'script.getRealms': { realms: [window, { ...window, realm: 'of Playwright', sandbox: 'utility' }] },
  'script.evaluate': { realm, type: 'success', result: { type: 'undefined' } },
}

function watchedPages(answered = answers) {
  const told: [string, unknown][] = []
  const pages = createExtensionPages({
    command: async method => JSON.stringify({ type: 'success', id: 1, result: answered[method] }),
    tell: (method, params) => void told.push([method, params]),
  })
  return { told, pages, names: () => told.map(([method]) => method) }
}

test('a tab that Firefox did not announce is, with its address and its realm, before it has loaded', async () => {
  const { told, pages, names } = watchedPages()
  pages.see(committed.method, committed)
  await expect.poll(names).toContain('browsingContext.load')
  pages.stop()
  expect(told.slice(0, 3)).toEqual([
    ['browsingContext.contextCreated', tab],
    ['browsingContext.navigationCommitted', committed.params],
    ['script.realmCreated', window],
  ])
  expect(names().slice(3)).toEqual(['browsingContext.domContentLoaded', 'browsingContext.load'])
})

test('its next document is told with its realm too, which Firefox keeps back, and the tab is not announced twice', async () => {
  const { pages, names } = watchedPages()
  pages.see(committed.method, committed)
  await expect.poll(names).toContain('browsingContext.load')
  const elsewhere = { ...committed, params: { ...committed.params, url: 'http://127.0.0.1/' } }
  pages.see(elsewhere.method, elsewhere)
  await expect.poll(() => names().filter(name => name === 'script.realmCreated')).toHaveLength(2)
  pages.stop()
  expect(names().filter(name => name === 'browsingContext.contextCreated')).toHaveLength(1)
})

test('an announced tab and a frame are not announced again', async () => {
  const announced = watchedPages()
  announced.pages.see('browsingContext.contextCreated', { params: tab })
  announced.pages.see(committed.method, committed)
  const framed = watchedPages({
    ...answers,
    'browsingContext.getTree': { contexts: [{ ...tab, parent: 'of a page' }] },
  })
  framed.pages.see(committed.method, committed)
  for (const { names, pages } of [announced, framed]) {
    await expect.poll(names).toContain('browsingContext.load')
    pages.stop()
    expect(names()).toEqual(['browsingContext.domContentLoaded', 'browsingContext.load'])
  }
})
