import { expect, test } from 'vitest'
import { createOnce, loadOnce } from './once'

test('calls for a key that is under way share one task and its result', async () => {
  const once = createOnce<number>()
  const { promise, resolve } = Promise.withResolvers<number>()
  let started = 0
  const task = () => {
    started++
    return promise
  }
  const both = [once('a', task), once('a', task)]
  expect(once.isUnderWay('a')).toBe(true)
  expect(once.isUnderWay('b')).toBe(false)
  resolve(7)
  expect(await Promise.all(both)).toEqual([7, 7])
  expect(started).toBe(1)
  expect(once.isUnderWay('a')).toBe(false)
})

test('another key, and the same key afterwards, start a task of their own', async () => {
  const once = createOnce<number>()
  let started = 0
  const task = async () => ++started
  expect(await Promise.all([once('a', task), once('b', task)])).toEqual([1, 2])
  expect(await once('a', task)).toBe(3)
})

test('a failure reaches every call that waited, and the next call starts anew', async () => {
  const once = createOnce<number>()
  const failing = () => Promise.reject(new Error('no'))
  const [first, second] = await Promise.allSettled([once('a', failing), once('a', async () => 1)])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(await once('a', async () => 2)).toBe(2)
})

test('what is loaded once is kept, and loaded again only after a failure', async () => {
  let loads = 0
  const get = loadOnce(async () => {
    loads++
    if (loads === 1) throw new Error('not yet')
    return loads
  })
  await expect(get()).rejects.toThrow('not yet')
  expect(await Promise.all([get(), get()])).toEqual([2, 2])
  expect(await get()).toBe(2)
})
