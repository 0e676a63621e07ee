import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBytewords, toBytewords } from './bytewords'
import { type Cbor, decodeCbor, encodeCbor, Tagged } from './cbor'
import { crc32 } from './crc32'
import { createUrReceiver, type Reception } from './decode'
import { encodeUr, encodeWholeUr } from './encode'

const bytes = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 7 + (index >> 8)) & 0xff)

function received(texts: Iterable<string>): Reception {
  const receive = createUrReceiver()
  let last: Reception = { kind: 'unreadable' }
  for (const text of texts) {
    last = receive(text)
    if (last.kind === 'whole') return last
  }
  return last
}

describe('agrees with @ngraveio/bc-ur', () => {
  test('on every frame of 10,000 generated messages, mixed ones too', () => {
    let frames = 0
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        fc.integer({ min: 10, max: 60 }),
        (message, longest) => {
          const ours = encodeUr('bytes', message, longest)
          const theirs = new UREncoder(new UR(Buffer.from(message), 'bytes'), longest, 0, 1)
          expect(ours.count).toBe(theirs.fragmentsLength)
          for (let number = 1; number <= ours.count + 2; number++, frames++)
            expect(ours.frame(number)).toBe(theirs.nextPart())
        },
      ),
      { numRuns: 10_000 },
    )
    expect(frames).toBeGreaterThan(25_000)
  }, 240_000)

  test('reads what it wrote with two of three frames lost, and it reads ours', () => {
    for (const length of [1, 150, 999, 5_000]) {
      const message = bytes(length)
      const theirs = new UREncoder(new UR(Buffer.from(message), 'eth-signature'), 90)
      const texts = Array.from({ length: 40 + length }, () => theirs.nextPart()).filter((_, index) => index % 3 === 0)
      expect(received(texts)).toEqual({ kind: 'whole', ur: { type: 'eth-signature', message } })
      const decoder = new URDecoder()
      const ours = encodeUr('eth-signature', message, 90)
      for (let number = 1; !decoder.isComplete(); number++)
        if (number % 3 !== 0) decoder.receivePart(ours.frame(number))
      expect(new Uint8Array(decoder.resultUR().cbor)).toEqual(message)
    }
  })
})

test('needs no frame more than bc-ur, whichever frames are lost', () => {
  const message = bytes(16 * 60)
  const { frame, count } = encodeUr('eth-signature', message, 60)
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 300, maxLength: 300 }), numbers => {
      const receive = createUrReceiver()
      const decoder = new URDecoder()
      let needed = 0
      while (receive(frame(numbers[needed++] ?? 0)).kind !== 'whole');
      for (const number of numbers.slice(0, needed - 1)) decoder.receivePart(frame(number))
      expect(needed).toBeGreaterThanOrEqual(count)
      expect(decoder.isComplete()).not.toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a message of 100 kB arrives with every third frame lost', () => {
  const message = bytes(100_000)
  const { frame, count } = encodeUr('eth-sign-request', message)
  const receive = createUrReceiver()
  let shown = 0
  for (let number = 1, whole = false; !whole; number++) {
    shown = number
    if (number % 3 === 0) continue
    const reception = receive(frame(number).toUpperCase())
    whole = reception.kind === 'whole'
    if (reception.kind === 'whole') expect(reception.ur.message).toEqual(message)
  }
  expect(shown).toBeGreaterThan(count)
  expect(shown).toBeLessThan(3 * count)
})

describe('frames', () => {
  const message = bytes(700)
  const { frame, count } = encodeUr('eth-signature', message, 100)
  const numbers = Array.from({ length: 3 * count }, (_, index) => index + 1)

  test('are read in any order and more than once', () => {
    const reversed = numbers.flatMap(number => [frame(number), frame(number)]).reverse()
    expect(received(reversed)).toEqual({ kind: 'whole', ur: { type: 'eth-signature', message } })
  })

  test('of another message are told apart and change nothing', () => {
    const other = encodeUr('eth-signature', bytes(700, 2), 100)
    const receive = createUrReceiver()
    expect(receive(frame(1))).toEqual({ kind: 'partial', share: 1 / count })
    expect(receive(other.frame(2))).toEqual({ kind: 'other' })
    expect(receive(frame(2))).toEqual({ kind: 'partial', share: 2 / count })
  })

  test('that are cut short or changed are unreadable', () => {
    const text = frame(1)
    for (let length = 0; length < text.length; length++)
      expect(received([text.slice(0, length)]).kind).toBe('unreadable')
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789/-:'),
        (at, letter) => {
          const changed = text.slice(0, at) + letter + text.slice(at + 1)
          const reception = received([changed])
          // Without its first slash it is a whole message of another type.
          if (reception.kind === 'whole') expect(reception.ur.type).not.toBe('eth-signature')
          else if (changed !== text) expect(['unreadable', 'partial']).toContain(reception.kind)
        },
      ),
    )
  })

  test('that promise more than they hold are unreadable', () => {
    const framed = (parts: Cbor, head = '1-2') => `ur:bytes/${head}/${toBytewords(encodeCbor(parts))}`
    const data = bytes(50)
    const hostile: [Cbor, string?][] = [
      [[1, 2, 2 ** 32, 5, data]],
      [[1, 2, 1e9, 5, data]],
      [[1, 4294967295, 100, 5, data], '1-4294967295'],
      [[0, 2, 100, 5, data], '0-2'],
      [[1, 2, 100, 5, new Uint8Array()]],
      [[1, 2, 100, 5, 'text']],
      [[1, 2, 100, 5]],
      [[1, 2, 100, -5, data]],
      [[2, 2, 100, 5, data]],
      [[1, 2, 300, 5, data]],
      [new Map()],
    ]
    for (const [parts, head] of hostile) expect(received([framed(parts, head)]).kind).toBe('unreadable')
    expect(received([framed([1, 2, 100, 5, data])]).kind).toBe('partial')
  })

  test('whose content does not give the checksum give no message', () => {
    const framed = (number: number) => `ur:bytes/${number}-2/${toBytewords(encodeCbor([number, 2, 100, 5, bytes(50)]))}`
    expect(received([framed(1), framed(2)]).kind).toBe('unreadable')
  })
})

describe('CBOR', () => {
  const cbor = fc.letrec<{ value: Cbor }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 5 },
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array(),
      fc.array(tie('value'), { maxLength: 5 }),
      fc
        .array(fc.tuple(fc.oneof(fc.maxSafeInteger(), fc.string()), tie('value')), { maxLength: 5 })
        .map(each => new Map(each)),
      fc.tuple(fc.nat(70_000), tie('value')).map(([tag, value]) => new Tagged(tag, value)),
    ),
  })).value

  test('10,000 generated values come back as they were', () => {
    fc.assert(
      fc.property(cbor, value => {
        expect(decodeCbor(encodeCbor(value))).toEqual(value)
      }),
      { numRuns: 10_000 },
    )
  })

  test('10,000 random byte sequences give a value that is written back, or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), input => {
        const value = decodeCbor(input)
        if (value !== undefined) expect(decodeCbor(encodeCbor(value))).toEqual(value)
      }),
      { numRuns: 10_000 },
    )
  })

  test('refuses what is deep, long, 2^64, twice, indefinite, a float or followed by more', () => {
    const hex = (text: string) => decodeCbor(Uint8Array.from(Buffer.from(text, 'hex')))
    expect(hex('1b001fffffffffffff')).toBe(Number.MAX_SAFE_INTEGER)
    for (const text of [
      `${'81'.repeat(100_000)}00`,
      `${'c1'.repeat(40)}00`,
      '5bffffffffffffffff00',
      '9affffffff00',
      'bb7fffffffffffffff0000',
      '1bffffffffffffffff',
      '1b0020000000000000',
      '3bffffffffffffffff',
      'a200000001',
      'a2000000f6',
      'a1800000',
      '5fff',
      '9f00ff',
      'f93c00',
      'fb3ff0000000000000',
      'f7',
      '61ff',
      '0000',
      '',
      '19',
      '6261',
    ])
      expect(hex(text), text.slice(0, 20)).toBeUndefined()
  })
})

test('bytewords are those of the specification, and a wrong letter is noticed', () => {
  expect(toBytewords(Uint8Array.of(0, 1, 2, 128, 255))).toBe('aeadaolazmjendeoti')
  expect(crc32(new TextEncoder().encode('Hello, world!'))).toBe(0xebe6c6e6)
  const text = toBytewords(bytes(20))
  expect(fromBytewords(text)).toEqual(bytes(20))
  expect(fromBytewords(`aa${text.slice(2)}`)).toBeNull()
})

test('a message in one text is the one that a single frame is', () => {
  expect(encodeWholeUr('bytes', bytes(20))).toBe(encodeUr('bytes', bytes(20)).frame(1))
})
