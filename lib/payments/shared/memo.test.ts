import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoFromText, mostMemoBytes, textFromMemo } from './memo'

test('an order number is text filled up with zeros', () => {
  expect(memoFromText('order-12')).toBe(`0x6f726465722d3132${'00'.repeat(24)}`)
})

test('whatever fits comes back as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), text => {
      const memo = memoFromText(text)
      fc.pre(memo !== null)
      expect(memo).toHaveLength(66)
      expect(textFromMemo(memo ?? '0x')).toBe(text)
    }),
  )
})

test('what has more than 32 bytes, or a zero byte in it, makes no memo', () => {
  expect(memoFromText('x'.repeat(mostMemoBytes))).not.toBeNull()
  expect(memoFromText('x'.repeat(mostMemoBytes + 1))).toBeNull()
  expect(memoFromText('ä'.repeat(17))).toBeNull()
  expect(memoFromText('a\0b')).toBeNull()
})

test('a hash is not taken for text', () => {
  expect(textFromMemo(`0x${'fe'.repeat(32)}`)).toBeNull()
  expect(textFromMemo(`0x${'00'.repeat(32)}`)).toBeNull()
  expect(textFromMemo(`0x00${'61'.repeat(31)}`)).toBeNull()
})
