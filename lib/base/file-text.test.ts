import { expect, test } from 'vitest'
import { fileText } from './file-text'

const text = 'name\taddress\r\nÄnna\t0x12'
const little = Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]))
const big = Uint8Array.from([...text].flatMap(letter => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 0xff]))

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, ...little])],
  ['UTF-16 the other way round', Uint8Array.from([0xfe, 0xff, ...big])],
  ['UTF-16 without a mark', little],
  ['UTF-16 the other way round without a mark', big],
  ['nothing', new Uint8Array()],
])('a file in %s is read', (name, bytes) => {
  expect(fileText(bytes)).toBe(name === 'nothing' ? '' : text)
})
