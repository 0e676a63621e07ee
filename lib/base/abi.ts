import type { Address, Hex } from 'viem'

/**
 * The little of the contract ABI that the wallet itself speaks: calls with static words, one `bytes` argument, words
 * and strings read back. Reading is strict: what does not have exactly the shape the ABI prescribes is `null`, never a
 * guess.
 */

const maxWord = (1n << 256n) - 1n

/** A call of a function with static arguments only. A boolean is 0n or 1n, a `bytes32` its hex. */
export function encodeCall(selector: Hex, words: readonly (bigint | Hex)[]): Hex {
  return `${selector}${words.map(encodeWord).join('')}` as Hex
}

/** A call of `f(bytes)`. */
export function encodeBytesCall(selector: Hex, bytes: Hex): Hex {
  const digits = bytes.slice(2)
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
  return `${selector}${encodeWord(32n)}${encodeWord(BigInt(digits.length / 2))}${padded}` as Hex
}

function encodeWord(value: bigint | Hex): string {
  const number = BigInt(value)
  if (number < 0n || number > maxWord) throw new RangeError('a word has 256 bits')
  return number.toString(16).padStart(64, '0')
}

/** The words of data whose length is a multiple of 32 bytes. */
export function readWords(data: Hex): bigint[] | null {
  const digits = data.slice(2)
  if (digits.length % 64 !== 0) return null
  return Array.from({ length: digits.length / 64 }, (_, index) =>
    BigInt(`0x${digits.slice(index * 64, index * 64 + 64)}`),
  )
}

/** One word and nothing else, as `balanceOf` or `decimals` return it. */
export function readSingleWord(data: Hex): bigint | null {
  const words = readWords(data)
  return words?.length === 1 ? (words[0] ?? null) : null
}

/** An address, if its twelve high bytes are zero. */
export function wordToAddress(word: bigint): Address | null {
  return word >> 160n === 0n ? `0x${word.toString(16).padStart(40, '0')}` : null
}

export function wordToBoolean(word: bigint): boolean | null {
  return word === 0n ? false : word === 1n ? true : null
}

export function wordToBytes32(word: bigint): Hex {
  return `0x${word.toString(16).padStart(64, '0')}`
}

/** The only value of a return or an error with one `string`; bytes that are no UTF-8 become U+FFFD. */
export function readSingleString(data: Hex): string | null {
  const digits = data.slice(2)
  if (digits.length < 128 || BigInt(`0x${digits.slice(0, 64)}`) !== 32n) return null
  const length = BigInt(`0x${digits.slice(64, 128)}`)
  if (length * 2n > BigInt(digits.length - 128)) return null
  return textOf(digits.slice(128, 128 + Number(length) * 2))
}

/** Text in a `bytes32`, filled up with zeros at its end, as old tokens return their symbol. */
export function readBytes32String(data: Hex): string | null {
  const digits = data.slice(2)
  if (digits.length !== 64) return null
  return textOf(digits.replace(/(?:00)+$/, ''))
}

function textOf(digits: string): string {
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  )
  return new TextDecoder().decode(bytes)
}
