import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { loadTexts, textOf } from './texts'

const catalogues: Readonly<Record<string, Record<string, { message: string }>>> = {
  '/_locales/de/messages.json': { language: { message: 'de' }, action_send: { message: 'Senden' } },
  '/_locales/en/messages.json': { language: { message: 'en' }, action_send: { message: 'Send' } },
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    const found = catalogues[path]
    if (found === undefined) throw new TypeError('Failed to fetch')
    return Response.json(found)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['de-AT', 'Senden'],
  ['fr', 'Send'],
])('where the browser gives a page in %s no texts, the page reads its catalogue', async (language, expected) => {
  vi.spyOn(browser.i18n, 'getMessage').mockReturnValue('')
  vi.spyOn(browser.i18n, 'getUILanguage').mockReturnValue(language)
  await loadTexts()
  expect(textOf('action_send' as never)).toBe(expected)
})

test('where the browser gives texts, no file is read', async () => {
  vi.spyOn(browser.i18n, 'getMessage').mockImplementation(key => `the browser’s ${key}`)
  const reading = vi.spyOn(globalThis, 'fetch')
  await loadTexts()
  expect(textOf('language')).toBe('the browser’s language')
  expect(reading).not.toHaveBeenCalled()
})
