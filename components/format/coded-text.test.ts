import encodeQR from 'qr'
import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { codedText, type Picture } from './coded-text'

const pixelsOfModule = 4

/** The picture of a code. @param isMirrored as behind glass */
function pictureOf(text: string, isMirrored: boolean): Picture {
  const rows = encodeQR(text, 'raw', { border: 4 }).map(row => (isMirrored ? row.toReversed() : row))
  const width = rows.length * pixelsOfModule
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let index = 0; index < width * width; index += 1) {
    const [x, y] = [index % width, Math.floor(index / width)].map(at => Math.floor(at / pixelsOfModule))
    if (rows[y ?? 0]?.[x ?? 0] === true) data.fill(0, index * 4, index * 4 + 3)
  }
  return { width, height: width, data }
}

it.each([42, 150, 300])('a code of %i letters is read as it is, and mirrored', length => {
  const text = `ethereum:${'0123456789abcdef'.repeat(20)}`.slice(0, length)
  for (const isMirrored of [false, true]) expect(codedText(decodeQR, pictureOf(text, isMirrored), 2_000)).toBe(text)
})

it('a picture without a code has no text', () => {
  const data = new Uint8ClampedArray(100 * 100 * 4).fill(255)
  expect(codedText(decodeQR, { width: 100, height: 100, data }, 2_000)).toBeNull()
})
