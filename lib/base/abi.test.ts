import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, encodeFunctionResult, type Hex, parseAbi, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  encodeBytesCall,
  encodeCall,
  readBytes32String,
  readSingleString,
  readSingleWord,
  readWords,
  wordToAddress,
  wordToBoolean,
} from './abi'

const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const anyHex = fc.uint8Array({ maxLength: 300 }).map(hexOf)
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

describe('speaking the contract ABI', () => {
  it('encodes calls as an independent encoder does', () => {
    const abi = parseAbi(['function transfer(address, uint256)', 'function getL1Fee(bytes)'])
    fc.assert(
      fc.property(address, uint256, anyHex, (to, amount, bytes) => {
        expect(encodeCall('0xa9059cbb', [to, amount])).toBe(
          encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
        )
        expect(encodeBytesCall('0x49948e0e', bytes)).toBe(
          encodeFunctionData({ abi, functionName: 'getL1Fee', args: [bytes] }),
        )
      }),
    )
  })

  it('refuses a number that is no word', () => {
    expect(() => encodeCall('0xa9059cbb', [1n << 256n])).toThrow(RangeError)
    expect(() => encodeCall('0xa9059cbb', [-1n])).toThrow(RangeError)
  })

  it('reads strings as an independent encoder writes them', () => {
    const abi = parseAbi(['function symbol() returns (string)'])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(readSingleString(encodeFunctionResult({ abi, result: text }))).toBe(text)
      }),
    )
  })

  it('reads a symbol that is a bytes32', () => {
    expect(readBytes32String(stringToHex('MKR', { size: 32 }))).toBe('MKR')
    expect(readBytes32String(stringToHex('MKR'))).toBeNull()
  })

  it('reads one word and nothing longer or shorter', () => {
    const word = encodeAbiParameters([{ type: 'uint256' }], [6n])
    expect(readSingleWord(word)).toBe(6n)
    expect(readSingleWord('0x')).toBeNull()
    expect(readSingleWord(`${word}00`)).toBeNull()
    expect(readSingleWord(`${word}${word.slice(2)}`)).toBeNull()
  })

  it('takes no dirty word for an address or a boolean', () => {
    expect(wordToAddress(1n << 160n)).toBeNull()
    expect(wordToAddress(1n)).toBe(`0x${'00'.repeat(19)}01`)
    expect([0n, 1n, 2n].map(wordToBoolean)).toEqual([false, true, null])
  })

  it('never throws on anything that comes back', () => {
    fc.assert(
      fc.property(anyHex, data => {
        readWords(data)
        readSingleString(data)
        readBytes32String(data)
        readSingleWord(data)
      }),
      { numRuns: 2_000 },
    )
  })
})
