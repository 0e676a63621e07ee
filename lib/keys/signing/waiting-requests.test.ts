import { beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import type { SigningRequest } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'
import { createWaitingRequests } from './waiting-requests'

const request: SigningRequest = {
  kind: 'qr',
  id: 'aa'.repeat(16),
  approvalId: 'first',
  address: `0x${'11'.repeat(20)}`,
  path: "m/44'/60'/0'/0/0",
  fingerprint: '0a0b0c0d',
  chainId: 10,
  content: 'message',
  data: '0x01',
}

let waiting: WaitingRequests
beforeEach(() => {
  waiting = createWaitingRequests(systemClock)
})

describe('a task that may ask a device', () => {
  test('is waited for where it asks none', async () => {
    const onFault = vi.fn()
    await waiting.orAsked('first', Promise.resolve(), onFault)
    const failed = Promise.reject(new Failure('would-revert'))
    await expect(waiting.orAsked('first', failed, onFault)).rejects.toEqual(
      expect.objectContaining({ code: 'would-revert' }),
    )
    expect(onFault).not.toHaveBeenCalled()
  })

  test('is left as soon as it asks one, and its later error is told', async () => {
    const told = Promise.withResolvers<unknown>()
    const task = waiting.ask(request, () => undefined)
    await waiting.orAsked('first', task, told.resolve)
    expect(waiting.of('first')).toEqual(request)
    waiting.takeBack('first')
    expect(await told.promise).toMatchObject({ code: 'signer-taken-back' })
  })

  test('that asks later, and after an answer asks for the next of several calls, is left each time', async () => {
    const begin = Promise.withResolvers<void>()
    const next = { ...request, id: 'bb'.repeat(16) }
    async function both(): Promise<void> {
      await begin.promise
      await waiting.ask(request, () => undefined)
      await waiting.ask(next, () => undefined)
    }
    const task = both()
    const left = waiting.orAsked('first', task, () => undefined)
    begin.resolve()
    await left
    waiting.answer(request.id, '0x')
    await waiting.orAsked('first', task, () => undefined)
    expect(waiting.of('first')).toEqual(next)
    waiting.answer(next.id, '0x')
    await waiting.orAsked('first', task, () => undefined)
    expect(waiting.approvals()).toEqual([])
  })

  test('of another approval is not meant', async () => {
    const other = Promise.withResolvers<void>()
    let isOver = false
    const left = waiting
      .orAsked('second', other.promise, () => undefined)
      .then(() => {
        isOver = true
      })
    const asked = waiting.ask(request, () => undefined)
    await Promise.resolve()
    expect(isOver).toBe(false)
    other.resolve()
    await left
    waiting.answer(request.id, '0x')
    await asked
  })
})

describe('the request of an approval', () => {
  test('is awaited until it is asked, as by a worker that has just started', async () => {
    const awaited = waiting.awaited('first')
    const other = waiting.ask({ ...request, id: 'cc'.repeat(16), approvalId: 'second' }, () => undefined)
    const asked = waiting.ask(request, () => undefined)
    expect(await awaited).toEqual(request)
    expect(await waiting.awaited('first')).toEqual(request)
    waiting.endAll(new Failure('locked'))
    await expect(Promise.all([other, asked])).rejects.toMatchObject({ code: 'locked' })
  })

  test('is given up where nothing asks for it', async () => {
    vi.useFakeTimers()
    const awaited = createWaitingRequests(systemClock).awaited('first')
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await awaited).toBeNull()
  })
})
