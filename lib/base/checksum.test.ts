import fc from 'fast-check'
import * as viem from 'viem'
import { expect, test } from 'vitest'
import { getAddress, isAddress } from './checksum'
import { hexOf, keccak256, textToHex } from './hex'

const bytes = fc.uint8Array({ maxLength: 300 })

test('addresses, hashes and hex are those of viem', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.boolean(),
      bytes,
      fc.string(),
      (raw, isUpper, data, text) => {
        const lower = viem.bytesToHex(raw)
        const address = viem.getAddress(lower)
        const other = isUpper ? (`0x${lower.slice(2).toUpperCase()}` as const) : lower
        expect(getAddress(other)).toBe(address)
        expect(getAddress(lower, 30)).toBe(viem.getAddress(lower, 30))
        const swapped = address.replace(/[a-f]/i, letter =>
          /[a-f]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase(),
        )
        for (const asked of [address, other, lower, swapped, lower.slice(1), `${lower}0`, text]) {
          expect(isAddress(asked)).toBe(viem.isAddress(asked))
          expect(isAddress(asked, { strict: false })).toBe(viem.isAddress(asked, { strict: false }))
        }
        expect(hexOf(data)).toBe(viem.bytesToHex(data))
        expect(keccak256(data)).toBe(viem.keccak256(data))
        expect(keccak256(hexOf(data))).toBe(viem.keccak256(data))
        expect(textToHex(text)).toBe(viem.stringToHex(text))
      },
    ),
  )
  expect(() => getAddress('0x12')).toThrow(TypeError)
})
