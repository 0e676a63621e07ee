import { rename, writeFile } from 'node:fs/promises'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'

/** The picture that the browser's made-up camera sees, and the screen that a device's camera sees. */

const width = 640
const height = 480
/** Pictures a second. */
const rate = 5

/** Writes codes as an endless film, one code a picture, in the form that Chromium takes for a camera (YUV4MPEG2). */
export async function film(path: string, texts: readonly string[]): Promise<void> {
  const colour = Buffer.alloc((width * height) / 2, 128)
  const pictures = texts.flatMap(text => [Buffer.from('FRAME\n'), drawn(text), colour])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`)
  // In one step: the browser may be about to open it.
  await writeFile(`${path}.new`, Buffer.concat([header, ...pictures]))
  await rename(`${path}.new`, path)
}

/** A code in the middle of a light picture, as brightness. */
function drawn(text: string): Buffer {
  const picture = Buffer.alloc(width * height, 235)
  const code = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const scale = Math.floor(height / code.length)
  const [left, top] = [width, height].map(side => Math.floor((side - scale * code.length) / 2))
  for (let y = 0; y < scale * code.length; y++)
    for (let x = 0; x < scale * code.length; x++)
      if (code[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
        picture[((top ?? 0) + y) * width + (left ?? 0) + x] = 16
  return picture
}

/**
 * Reads the code that a page draws, from the squares of its drawing.
 * @param drawing `d` of the path, one `Mx yh1v1h-1z` a dark square
 * @param side squares a side
 */
export function readDrawing(drawing: string, side: number): string {
  const scale = 4
  const data = new Uint8Array(4 * (scale * side) ** 2).fill(255)
  for (const [, x, y] of drawing.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const at = 4 * ((Number(y) * scale + row) * scale * side + Number(x) * scale + column)
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: scale * side, height: scale * side, data })
}
