import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { toRlp } from 'viem'
import { describe, expect, test } from 'vitest'
import { bigEndian, encodeRlp, type RlpItem } from './rlp'

const text = utf8ToBytes
const hex = (item: RlpItem) => bytesToHex(encodeRlp(item))

describe('the examples of the Ethereum wiki', () => {
  test.each<[string, RlpItem, string]>([
    ['a word', text('dog'), '83646f67'],
    ['a list of words', [text('cat'), text('dog')], 'c88363617483646f67'],
    ['the empty string', text(''), '80'],
    ['the empty list', [], 'c0'],
    ['the integer 0', bigEndian(0n), '80'],
    ['the byte 0', Uint8Array.of(0), '00'],
    ['the integer 15', bigEndian(15n), '0f'],
    ['the integer 1024', bigEndian(1024n), '820400'],
    ['the sets of set theory', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
    [
      'a text of 56 bytes',
      text('Lorem ipsum dolor sit amet, consectetur adipisicing elit'),
      'b8384c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e7365637465747572206164697069736963696e6720656c6974',
    ],
  ])('%s', (_name, item, expected) => {
    expect(hex(item)).toBe(expected)
  })
})

test('everything is encoded as viem does it', () => {
  const { item } = fc.letrec<{ item: RlpItem }>(tie => ({
    item: fc.oneof(
      { depthSize: 'small' },
      fc.uint8Array({ maxLength: 80 }),
      fc.uint8Array({ minLength: 250, maxLength: 300 }),
      fc.array(tie('item'), { maxLength: 6 }),
    ),
  }))
  fc.assert(
    fc.property(item, value => {
      expect(hex(value)).toBe(bytesToHex(toRlp(value as Parameters<typeof toRlp>[0], 'bytes')))
    }),
  )
})

test('a negative number is refused', () => {
  expect(() => bigEndian(-1n)).toThrow(RangeError)
})
