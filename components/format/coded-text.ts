export interface Picture {
  width: number
  height: number
  /** Four bytes a pixel, row by row. */
  data: Uint8ClampedArray
}

/**
 * @param decode `decodeQR` of the package qr
 * @param timeLimit of one attempt, ms
 * @returns the text of the QR code in a picture, also of a mirrored one, as behind glass or from a camera that faces
 * the person; `null` where there is none to be read
 */
export function codedText(
  decode: (picture: Picture, options: { timeLimit: number }) => string,
  picture: Picture,
  timeLimit: number,
): string | null {
  for (const turn of [(seen: Picture) => seen, mirrored]) {
    try {
      return decode(turn(picture), { timeLimit })
    } catch {
      // Most pictures show no code, or one between two frames.
    }
  }
  return null
}

function mirrored({ width, height, data }: Picture): Picture {
  const pixels = new Uint32Array(data.slice().buffer)
  for (let row = 0; row < height; row += 1) pixels.subarray(row * width, (row + 1) * width).reverse()
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) }
}
