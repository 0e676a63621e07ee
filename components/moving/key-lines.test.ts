import { expect, it } from 'vitest'
import { type FoundKey, keystoresOf, readKeyLines } from './key-lines'

const [one, two] = ['a1'.repeat(32), 'B2'.repeat(32)]
const key = (digits: string, line: number, isMended = false): FoundKey => ({
  ...{ privateKey: `0x${digits.toLowerCase()}`, line, isMended },
})

it('finds every key once, however they are pasted, and names the lines without one', () => {
  expect(readKeyLines(`${one}\r\n0x${two}\n\n0X${one.toUpperCase()}\nSavings: 0x${two}, old`)).toEqual({
    keys: [key(one, 1), key(two, 2)],
    faults: [],
  })
  expect(readKeyLines(`0x${one} ${two}`).keys).toEqual([key(one, 1), key(two, 1)])
  expect(readKeyLines(`hello\n${one}0\nx${one}`)).toEqual({ keys: [], faults: [1, 2, 3] })
  expect(readKeyLines(' \n\n')).toEqual({ keys: [], faults: [] })
})

it('takes two hundred keys at most', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => (index + 1).toString(16).padStart(64, '0')).join('\n')
  expect(readKeyLines(many).keys).toHaveLength(200)
})

// Other programs print keys so: a leading zero is cut, or a zero byte is put in front.
it.each([
  ['c'.padEnd(63, '1'), `0${'c'.padEnd(63, '1')}`],
  [`0x${'c'.padEnd(63, '1')}`, `0${'c'.padEnd(63, '1')}`],
  [`0x00${one}`, one],
  [`00${one}`, one],
  [`0${one}`, one],
])('finds a key whose zeros in front are cut or too many, to be asked about: %s', (text, digits) => {
  expect(readKeyLines(text).keys).toEqual([key(digits, 1, true)])
  expect(readKeyLines(`${text}\n0x${digits}`).keys).toEqual([key(digits, 2)])
})

it.each([
  `tx 0x${one}`,
  `https://basescan.org/tx/0x${one}`,
  `0x${one} (transaction hash)`,
  `transactionHash: 0x${one}`,
  `"mac": "${one}",`,
  `"salt":"${one}"`,
  `ciphertext=${one}`,
  `sha256 ${one}`,
  `Transaction:\n0x${one}`,
])('takes no digits that are called something else: %s', text => {
  expect(readKeyLines(text).keys).toEqual([])
})

it('takes a key beside a hash, each by the words before it', () => {
  expect(readKeyLines(`Account key 0x${one}, funded by tx 0x${two}`).keys).toEqual([key(one, 1)])
  expect(readKeyLines(`Private key (hash wallet): 0x${one}`).keys).toEqual([key(one, 1)])
  expect(readKeyLines(`My MacBook 0x${one}`).keys).toEqual([key(one, 1)])
})

it('knows keystores, one or a list, whole or cut off, and their digits are no keys', () => {
  const keystore = { version: 3, crypto: { ciphertext: one, kdfparams: { salt: two }, mac: one } }
  expect(keystoresOf(JSON.stringify(keystore, null, 2))).toEqual([JSON.stringify(keystore, null, 2)])
  expect(keystoresOf(`\ufeff${JSON.stringify([keystore, keystore])}`)).toEqual([
    JSON.stringify(keystore),
    JSON.stringify(keystore),
  ])
  expect(keystoresOf(JSON.stringify(keystore).slice(0, -9))).toHaveLength(1)
  expect(keystoresOf(`0x${one}`)).toBeNull()
})
