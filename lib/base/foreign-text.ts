/**
 * Text from a contract, a page or a node, made fit to stand on a screen beside our own words: no control characters, no
 * direction overrides, no invisible characters, no stacks of combining marks, one line, at most `length` characters.
 */
export function cleanForeignText(text: string, length: number): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    // Cc control, Cf format (direction overrides, zero-width, soft hyphen), Cs lone surrogates, Co private use, Cn
    // unassigned.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    // Blanks that are drawn as nothing although they are letters or symbols.
    .replace(/[\u115F\u1160\u3164\uFFA0\u2800]/g, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...cleaned]
  return characters.length <= length ? cleaned : `${characters.slice(0, length - 1).join('')}…`
}

/** A token's symbol, fit to stand beside an amount: at most 12 characters. */
export const cleanSymbol = (symbol: string): string => cleanForeignText(symbol, 12)
