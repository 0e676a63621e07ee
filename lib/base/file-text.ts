/**
 * The text of a file: UTF-8, or UTF-16 as spreadsheets of Windows save it, with its byte order mark or without.
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  // Without a mark: the other byte of each ASCII character is zero.
  const isLittle = hasMark ? first === 0xff : first !== 0 && second === 0
  const isBig = hasMark ? first === 0xfe : first === 0 && second !== 0 && second !== undefined
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
