import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packBundledHosts, readBundledHosts } from './bundled-hosts'
import { createPacker, findStops, hasHash } from './hash-filter'
import { listHashOf, packNames } from './pack-names'

const about = { source: 'a list', date: '2026-01-02', licence: 'MIT' }
const hash = fc.nat({ max: 2 ** 31 - 1 }).chain(high => fc.nat({ max: 7 }).map(low => high * 8 + low))
const lowBits = fc.integer({ min: 26, max: 34 })

it('finds the hashes it was made from and no others, whatever its parameter, also without its stops', () => {
  fc.assert(
    fc.property(fc.uniqueArray(hash, { maxLength: 400 }), hash, lowBits, (held, other, low) => {
      const packer = createPacker(low)
      for (const each of held.toSorted((left, right) => left - right)) packer.add(each)
      const packed = packer.packed()
      expect(findStops(packed.bytes, held.length, low, 34)).toEqual(packed)
      for (const each of held) expect(hasHash(packed, each)).toBe(true)
      expect(hasHash(packed, other)).toBe(held.includes(other))
    }),
  )
})

it('packs names, some of them twice, and is wrong about no other of 20,000', async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `listed-${index % 2_900}.example`)
  const packed = await packNames(names, async () => undefined)
  expect(packed.count).toBe(2_900)
  for (const name of names) expect(hasHash(packed, listHashOf(name))).toBe(true)
  for (let index = 0; index < 20_000; index += 1)
    expect(hasHash(packed, listHashOf(`other-${index}.example`))).toBe(false)
})

it('finds hosts and what lies below them in the file of the bundled list', () => {
  const listed = Array.from({ length: 2_000 }, (_, index) => `listed-${index}.example`)
  const file = readBundledHosts(packBundledHosts(about, listed))
  expect(file).toMatchObject({ ...about, count: 2_000 })
  for (const host of listed) expect(file.has(host) && file.has(`a.b.${host.toUpperCase()}.`)).toBe(true)
  const others = Array.from({ length: 20_000 }, (_, index) => `other-${index}.example`)
  expect(others.filter(file.has)).toEqual([])
})

it('refuses a file that is cut off, too long, or without its first line', () => {
  const file = packBundledHosts(about, ['a.example', 'b.example', 'c.example'])
  for (const bytes of [file.subarray(0, -1), Uint8Array.of(...file, 0), file.subarray(20), new Uint8Array()])
    expect(() => readBundledHosts(bytes)).toThrow()
})
