import { afterAll, expect, it, vi } from 'vitest'
import { isForPages, ProviderError, toDappError } from './errors'

afterAll(() => vi.resetModules())

it('keeps code and data where another script of the worker threw it, with a copy of the class', async () => {
  vi.resetModules()
  const copy = await import('./errors')
  expect(copy.ProviderError).not.toBe(ProviderError)
  const thrown = new copy.ProviderError(4200, 'not supported', { method: 'eth_sign' })
  expect(isForPages(thrown)).toBe(true)
  expect(toDappError(thrown)).toEqual({ code: 4200, message: 'not supported', data: { method: 'eth_sign' } })
  expect(isForPages(Object.assign(new Error('not supported'), { code: 4200 }))).toBe(false)
})
