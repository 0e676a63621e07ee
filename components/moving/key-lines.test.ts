import { expect, it } from 'vitest'
import { readKeyLines } from './key-lines'

const [one, two] = ['a1'.repeat(32), 'B2'.repeat(32)]

it('finds every key once, however they are pasted, and names the lines without one', () => {
  expect(readKeyLines(`${one}\r\n0x${two}\n\n0X${one.toUpperCase()}\nSavings: 0x${two}, old`)).toEqual({
    keys: [`0X${one.toUpperCase()}`, `0x${two}`],
    faults: [],
  })
  expect(readKeyLines(`0x${one} ${two}`).keys).toEqual([`0x${one}`, two])
  expect(readKeyLines(`hello\n${one}0\n0x${one.slice(1)}\nx${one}`)).toEqual({ keys: [], faults: [1, 2, 3, 4] })
  expect(readKeyLines(' \n\n')).toEqual({ keys: [], faults: [] })
})

it('takes two hundred keys at most', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => (index + 1).toString(16).padStart(64, '0')).join('\n')
  expect(readKeyLines(many).keys).toHaveLength(200)
})
