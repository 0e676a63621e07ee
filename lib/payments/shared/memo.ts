import type { Hash } from 'viem'

export const mostMemoBytes = 32

/**
 * A reference as a `bytes32`: UTF-8, filled up with zeros at its end. `null` where it has more than 32 bytes, or a zero
 * byte that could not be read back.
 */
export function memoFromText(text: string): Hash | null {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > mostMemoBytes || bytes.includes(0)) return null
  return `0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .padEnd(64, '0')}`
}

/** The text of a memo; `null` for a hash, or for text that is not padded with zeros at its end. */
export function textFromMemo(memo: Hash): string | null {
  const digits = memo.slice(2).replace(/(?:00)+$/, '')
  if (digits === '' || digits.length % 2 !== 0) return null
  const bytes = Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  )
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: the bytes are no memo.
    return null
  }
}
