import type { Hex } from 'viem'
import { hexToBytes } from 'viem/utils'

/** The text of a message, or `null` when its bytes are not UTF-8 and must be shown as the bytes they are. */
export function messageText(message: Hex): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(message))
  } catch {
    // Not UTF-8: an answer, no fault.
    return null
  }
}

/**
 * Characters that are drawn as nothing or change the order of what is drawn: control, format, private and unassigned
 * ones, selectors, and letters that look like blanks. Line feed, carriage return and tab are text; what makes up one
 * standard emoji is its picture.
 */
export function hasHiddenCharacters(text: string): boolean {
  if (![...text].some(isHidden)) return false
  for (const { segment } of new Intl.Segmenter('en').segment(text))
    if (!/^\p{RGI_Emoji}$/v.test(segment) && [...segment].some(isHidden)) return true
  return false
}

function isHidden(character: string): boolean {
  if (/^[\n\r\t]$/.test(character)) return false
  return /[\p{C}\p{Variation_Selector}\p{Zl}\p{Zp}]/u.test(character) || blankLetters.has(character.codePointAt(0) ?? 0)
}

/** Combining grapheme joiner, Hangul and Khmer fillers, the Braille blank. */
const blankLetters: ReadonlySet<number> = new Set([0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0])
