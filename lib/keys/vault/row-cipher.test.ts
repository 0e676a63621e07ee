import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowCipher, fromExactJson, toExactJson } from './row-cipher'

const newKey = () => crypto.getRandomValues(new Uint8Array(32))

/** Rows as stores have them: texts, also ones that look like marks, and integers of any size. */
const row = fc.object({
  values: [
    fc.string({ unit: 'binary' }),
    fc.bigInt(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('#', '##1', '#1'),
  ],
})
const withoutSignOfZero = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item)))

describe('rows', () => {
  it('come out as they went in, with integers of any size', () => {
    const cipher = createRowCipher(newKey())
    fc.assert(
      fc.property(row, fc.string(), (given, context) => {
        const opened = cipher.decrypt(cipher.encrypt(given, context), context)
        expect(withoutSignOfZero(opened?.row)).toEqual(withoutSignOfZero(given))
      }),
    )
    expect(fromExactJson(toExactJson({ a: undefined, __proto__: null, b: [2n ** 256n - 1n, '#', '#5', 5] }))).toEqual({
      b: [2n ** 256n - 1n, '#', '#5', 5],
    })
  })

  it('that JSON cannot hold are refused, not changed', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Date(0), new Uint8Array(3), new Map()])
      expect(() => createRowCipher(newKey()).encrypt({ value }, '')).toThrow(TypeError)
  })

  it('open with their own key and context alone', () => {
    const key = newKey()
    const cipher = createRowCipher(key)
    const encrypted = cipher.encrypt({ name: 'Rosalind' }, 'contacts|1')
    expect(createRowCipher(key).decrypt(encrypted, 'contacts|1')).toEqual({ row: { name: 'Rosalind' } })
    expect(cipher.decrypt(encrypted, 'contacts|2')).toBeNull()
    expect(createRowCipher(newKey()).decrypt(encrypted, 'contacts|1')).toBeNull()
    for (let at = 0; at < encrypted.length; at += 5)
      expect(cipher.decrypt(encrypted.with(at, (encrypted[at] ?? 0) ^ 4), 'contacts|1')).toBeNull()
  })

  it('are looked up by hashes that differ by place and by key', () => {
    const key = newKey()
    const hashes = [
      createRowCipher(key).blind('contacts.address', '0xaa'),
      createRowCipher(key).blind('contacts.name', '0xaa'),
      createRowCipher(key).blind('contacts.address', '0xab'),
      createRowCipher(newKey()).blind('contacts.address', '0xaa'),
    ]
    expect(new Set(hashes).size).toBe(4)
    expect(createRowCipher(key).blind('contacts.address', '0xaa')).toBe(hashes[0])
  })

  it('are closed once the key is forgotten', () => {
    const cipher = createRowCipher(newKey())
    const encrypted = cipher.encrypt({}, '')
    cipher.blind('a', 'b')
    cipher.close()
    const locked = expect.objectContaining({ code: 'locked' })
    expect(() => cipher.encrypt({}, '')).toThrow(locked)
    expect(() => cipher.decrypt(encrypted, '')).toThrow(locked)
    expect(() => cipher.blind('a', 'b')).toThrow(locked)
  })
})
