import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

function task(name: string, order: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    order.push(`${name} begins`)
    await promise
    order.push(`${name} ends`)
  }
  return { run, end: resolve }
}

test('a write waits for the reads under way, and later reads wait for it', async () => {
  const gate = createGate()
  const order: string[] = []
  const [first, second, write, late] = ['first', 'second', 'write', 'late'].map(name => task(name, order))
  if (!first || !second || !write || !late) throw new Error('four tasks')
  const all = [gate.read(first.run), gate.read(second.run), gate.write(write.run), gate.read(late.run)]
  second.end()
  await all[1]
  first.end()
  await all[0]
  write.end()
  late.end()
  await Promise.all(all)
  expect(order).toEqual([
    'first begins',
    'second begins',
    'second ends',
    'first ends',
    'write begins',
    'write ends',
    'late begins',
    'late ends',
  ])
})

test('what fails opens the gate for the next', async () => {
  const gate = createGate()
  const failing = () => Promise.reject(new Error('no'))
  await expect(gate.write(failing)).rejects.toThrow('no')
  await expect(gate.read(failing)).rejects.toThrow('no')
  expect(await gate.write(async () => 'done')).toBe('done')
})
