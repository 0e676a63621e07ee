import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { createMachine, type Machine } from '@/lib/keys/keyring.fixture'
import { createAttempts, delayAfter, wrongPassword } from './attempts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
const attempts = () => createAttempts(machine.database, machine.clock)
const counted = async () => (await machine.database.get('keyring', 'password-attempts'))?.value
const wrong = () => Promise.reject(wrongPassword)

test('a worker that dies while trying has tried', async () => {
  for (let count = 1; count <= 5; count++)
    await attempts()
      .attempt(wrong)
      .catch(() => undefined)
  machine.clock.advance(5_000)
  let during: unknown
  await attempts()
    .attempt(async () => {
      during = await counted()
    })
    .catch(() => undefined)
  expect(during).toEqual({ failures: 6, retryAt: machine.clock.now() + 10_000 })
  expect(await counted()).toBeUndefined()
})

test('a task that fails for another reason has not tried', async () => {
  await attempts()
    .attempt(wrong)
    .catch(() => undefined)
  const before = await counted()
  await expect(attempts().attempt(() => Promise.reject(new Error('out of memory')))).rejects.toThrow('out of memory')
  expect(await counted()).toEqual(before)
})

test('a row that is not one counts as none', async () => {
  await machine.database.put('keyring', { key: 'password-attempts', value: { failures: 'many' } })
  expect(await attempts().attempt(async () => 'right')).toBe('right')
})

test('the delay never shrinks with another failure, and stays within a quarter of an hour', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), failures => {
      expect(delayAfter(failures + 1)).toBeGreaterThanOrEqual(delayAfter(failures))
      expect(delayAfter(failures)).toBeLessThanOrEqual(15 * 60_000)
    }),
  )
})
