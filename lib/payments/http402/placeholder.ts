import type { Hex } from 'viem'

/**
 * Stands for the signature of the typed data with that index. 65 bytes no signature has: its `s` is far out of range.
 */
export function signaturePlaceholder(index: number): Hex {
  return `0x${'ee'.repeat(64)}${index.toString(16).padStart(2, '0')}`
}
