import { toBytewords } from './bytewords'
import { encodeCbor } from './cbor'
import { crc32 } from './crc32'
import { fragmentsOf } from './fragments'

/** Frames of a message, as texts for QR codes. */
export interface Frames {
  /** This many frames are enough without a loss. 1: every frame is the whole message. */
  count: number
  /** @param number from 1, without an end: those after `count` mix fragments, and make up for lost ones */
  frame(number: number): string
}

/** Bytes in a frame: its QR code has 61 modules a side and is read by any camera. */
const longestFragment = 200

/**
 * A message as the frames of an animated QR code.
 * @param type of the message in the registry, such as `eth-sign-request`
 * @param message its CBOR; not empty
 * @param longest most bytes of the message in a frame
 * @see BCR-2020-005
 */
export function encodeUr(type: string, message: Uint8Array, longest = longestFragment): Frames {
  const count = Math.ceil(message.length / fragmentLength(message.length, longest))
  if (count === 1) {
    const whole = `ur:${type}/${toBytewords(message)}`
    return { count, frame: () => whole }
  }
  const length = fragmentLength(message.length, longest)
  const checksum = crc32(message)
  return {
    count,
    frame(number) {
      const mixed = new Uint8Array(length)
      for (const position of fragmentsOf(number, count, checksum)) {
        const from = position * length
        for (const index of mixed.keys()) mixed[index] = (mixed[index] ?? 0) ^ (message[from + index] ?? 0)
      }
      const part = encodeCbor([number, count, message.length, checksum, mixed])
      return `ur:${type}/${number}-${count}/${toBytewords(part)}`
    },
  }
}

/** The message in one text, however long, for a file or the clipboard. */
export function encodeWholeUr(type: string, message: Uint8Array): string {
  return `ur:${type}/${toBytewords(message)}`
}

function fragmentLength(messageLength: number, longest: number): number {
  const count = Math.ceil(messageLength / longest)
  return Math.ceil(messageLength / count)
}
