import { crc32 } from './crc32'

/**
 * Bytes as letters in the minimal style: the first and the last letter of the word of each byte. A CRC-32 of four bytes
 * follows the content.
 * @see BCR-2020-012 Bytewords
 */

/** Two letters for each byte from 0 to 255. */
const letters =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeh' +
  'eyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidia' +
  'ieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmd' +
  'mtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswst' +
  'spsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyayt' +
  'zszoztzczezm'

const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [letters.slice(2 * byte, 2 * byte + 2), byte]))

/** @returns the letters of the bytes and of their checksum */
export function toBytewords(bytes: Uint8Array): string {
  return [...bytes, ...checksumOf(bytes)].map(byte => letters.slice(2 * byte, 2 * byte + 2)).join('')
}

/**
 * @param text in lower case
 * @returns the bytes without their checksum; `null` for other letters or a wrong checksum
 */
export function fromBytewords(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || text.length < 10) return null
  const all = new Uint8Array(text.length / 2)
  for (const index of all.keys()) {
    const byte = byteOf.get(text.slice(2 * index, 2 * index + 2))
    if (byte === undefined) return null
    all[index] = byte
  }
  const bytes = all.subarray(0, -4)
  const checksum = checksumOf(bytes)
  return all.subarray(-4).every((byte, index) => byte === checksum[index]) ? bytes : null
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  const checksum = new Uint8Array(4)
  new DataView(checksum.buffer).setUint32(0, crc32(bytes))
  return checksum
}
