import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeFault } from './describe-fault'
import { Failure } from './failure'
import { RpcError } from './rpc/errors'

const own = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/'
const natureOf = (error: unknown) => describeFault(error, own)

function withStack<Thrown extends Error>(error: Thrown, stack: string): Thrown {
  return Object.assign(error, { stack })
}

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('a failure is named by its code, a failed call by its kind and its registered code', () => {
  expect(natureOf(new Failure('locked'))).toMatchObject({ kind: 'Failure/locked', cause: null, code: null })
  const refused = new RpcError('rate-limited', 'slow down, 0xabc', { code: -32_005 })
  expect(natureOf(refused)).toMatchObject({ kind: 'RpcError/rate-limited', code: -32_005, message: null })
  expect(natureOf(new RpcError('node-error', 'x', { code: 123_456 })).code).toBeNull()
})

test('the innermost cause is named beside the error', () => {
  const unreachable = new RpcError('unreachable', 'no way', { cause: new TypeError('Failed to fetch') })
  expect(natureOf(new Failure('endpoint-unreachable', {}, { cause: unreachable }))).toMatchObject({
    kind: 'Failure/endpoint-unreachable',
    cause: 'TypeError',
    message: 'fetch-failed',
  })
})

test("a circle of causes has an end, and a value that is no error has the kind 'no-error'", () => {
  const circle: { name: string; cause?: unknown } = { name: 'RangeError' }
  circle.cause = circle
  expect(natureOf(circle)).toMatchObject({ kind: 'RangeError', cause: null })
  for (const value of ['text', 5, null, undefined, {}]) expect(natureOf(value)).toMatchObject({ kind: 'no-error' })
})

test('errors of the browser, of a schema and of a language feature keep their class and known message', () => {
  expect(natureOf(new DOMException('The quota has been exceeded.', 'QuotaExceededError'))).toMatchObject({
    kind: 'QuotaExceededError',
    message: 'quota',
  })
  expect(natureOf(thrownBy(() => z.parse(z.number(), 'text')))).toMatchObject({ kind: '$ZodError' })
  expect(natureOf(thrownBy(() => JSON.parse('<!doctype html>')))).toMatchObject({
    kind: 'SyntaxError',
    message: 'not-json',
  })
  const nothing: { a: { b: number } } | undefined = JSON.parse('{}').none
  expect(natureOf(thrownBy(() => nothing?.a.b ?? JSON.parse('null').b))).toMatchObject({
    kind: 'TypeError',
    message: 'property-of-nothing',
  })
})

test('the place is the first frame in a script of the wallet, with the name of the script and no hash', () => {
  const chromium = withStack(
    new TypeError('no'),
    `TypeError: no\n    at elsewhere (https://shop.example/a.js:1:2)\n    at async read (${own}background.js:3:4567)\n    at ${own}payments.js:1:1`,
  )
  expect(natureOf(chromium).position).toBe('background:3:4567')
  const chunk = withStack(new TypeError('no'), `TypeError: no\n    at f (${own}chunks/SettingsPage-Ab12_x-9.js:1:99)`)
  expect(natureOf(chunk).position).toBe('SettingsPage:1:99')
  const firefox = withStack(new TypeError('no'), `read@${own}background.js:3:4567\nasync*@${own}background.js:1:1\n`)
  expect(natureOf(firefox).position).toBe('background:3:4567')
})

test('a message that imitates a frame is not read, nor is a stack whose message was changed', () => {
  const imitation = `x\n    at f (${own}abandon.js:1234567:1234567)`
  const error = withStack(new Error(imitation), `Error: ${imitation}\n    at g (${own}background.js:5:6)`)
  expect(natureOf(error).position).toBe('background:5:6')
  expect(natureOf(Object.assign(error, { message: 'changed' })).position).toBeNull()
})
