import { expect, it } from 'vitest'
import { isRedirectedAnswer, isUnpaidPage } from './shown-page'

const payment = { id: 'a', url: 'https://shop.example/article' }
const unpaid = { url: payment.url, status: 402, mark: null, isReload: false }

it.each([
  ['the page that was answered with 402', unpaid, true],
  ['the page that failed with the payment', { ...unpaid, status: 503, mark: 'a' }, true],
  [
    'another page of the shop, perhaps with a form half filled in',
    { ...unpaid, url: 'https://shop.example/form', status: 200 },
    false,
  ],
  ['another page that costs something', { ...unpaid, url: 'https://shop.example/other' }, false],
  ['the same address, answered by now', { ...unpaid, status: 200 }, false],
  ['a page on its way', 'loading' as const, false],
  ['nothing', null, false],
])('a tab that shows %s: loaded again is %s', (_what, shown, expected) => {
  expect(isUnpaidPage(shown, payment)).toBe(expected)
})

it('a redirect of the paid request is its answer, and a page the person went to is none', () => {
  const bought = { url: 'https://shop.example/bought', status: 200, mark: 'a', isReload: true }
  expect(isRedirectedAnswer(bought, payment)).toBe(true)
  expect(isRedirectedAnswer({ ...bought, isReload: false }, payment)).toBe(false)
  expect(isRedirectedAnswer({ ...bought, mark: 'b' }, payment)).toBe(false)
  expect(isRedirectedAnswer({ ...bought, url: payment.url }, payment)).toBe(false)
  expect(isRedirectedAnswer('loading', payment)).toBe(false)
})
