import { expect, it } from 'vitest'
import { sellsFor } from './offers'

it.each([
  [null, 'this'],
  ['https://shop.example/article', 'this'],
  ['http://shop.example/article', 'same-host'],
  ['http://shop.example:4021/article', 'same-host'],
  ['https://other.example/article', 'other-host'],
  ['https://shop.example.other.example/', 'other-host'],
  ['not an address', 'other-host'],
])('what a shop sells as %s is %s', (resourceUrl, expected) => {
  expect(sellsFor({ resourceUrl }, 'https://shop.example')).toBe(expected)
})
