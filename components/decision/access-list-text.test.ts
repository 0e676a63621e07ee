import { expect, it } from 'vitest'
import { accessListText } from './access-list-text'

const word = (digit: string) => `0x${digit.repeat(64)}` as const
const [first, second] = [`0x${'A'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const

it('an access list is shown in its order, character by character, and what is in it twice is shown twice', () => {
  const text = accessListText([
    { address: first, storageKeys: [word('1'), word('C')] },
    { address: second, storageKeys: [] },
    { address: first, storageKeys: [word('1')] },
  ])
  expect(text.split('\n')).toEqual([first, word('1'), word('C'), '', second, '', first, word('1')])
})
