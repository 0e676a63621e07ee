import { codedText } from '@/components/format/coded-text'

/** Pictures larger than that are made smaller first: a code needs few pixels. */
const largestSide = 1_600

/** The text of the QR code in a picture; `null` where there is none to be read. The picture goes nowhere. */
export async function readCode(picture: Blob): Promise<string | null> {
  try {
    const [bitmap, { decodeQR }] = await Promise.all([createImageBitmap(picture), import('qr/decode.js')])
    const scale = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (context === null) return null
    context.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    const { data } = context.getImageData(0, 0, width, height)
    return codedText(decodeQR, { width, height, data }, 2_000)
  } catch {
    // No picture: the person is told that there is none to be read.
    return null
  }
}
