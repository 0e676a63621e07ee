import { expect, test } from 'vitest'
import { originOf } from './origin'

test.each([
  ['https://app.example.org/swap?x=1#y', 'https://app.example.org'],
  ['  app.example.org ', 'https://app.example.org'],
  ['app.example.org:8443/path', 'https://app.example.org:8443'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
  ['HTTPS://APP.EXAMPLE.ORG', 'https://app.example.org'],
])('%s is the site %s', (typed, origin) => {
  expect(originOf(typed)).toBe(origin)
})

test.each([
  '',
  'shop',
  'http://app.example.org',
  'ftp://app.example.org',
  'javascript:alert(1)',
  'https://',
  'a b.c d',
])('«%s» is no site', typed => {
  expect(originOf(typed)).toBeNull()
})
