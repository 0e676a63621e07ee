import { createHash, createPublicKey, verify } from 'node:crypto'

/** A package as Chromium's stores deliver it: a ZIP archive behind a signed header. */
export interface Crx {
  archive: Uint8Array
  /** The extension's id, which follows from the key that signed it. */
  id: string
}

const magic = 'Cr24'

export function isCrx(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === magic
}

/**
 * The archive inside a CRX file, with its signature checked.
 * @throws Error when the file is cut short, is not of version 3, or no signature over its id and archive is good
 * @see https://source.chromium.org/chromium/chromium/src/+/main:components/crx_file/crx3.proto
 */
export function openCrx(file: Uint8Array): Crx {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 12) throw new Error('The CRX file is cut short.')
  if (view.getUint32(4, true) !== 3) throw new Error(`The CRX file is of version ${view.getUint32(4, true)}, not 3.`)
  const headerEnd = 12 + view.getUint32(8, true)
  if (headerEnd > file.length) throw new Error('The CRX file is cut short.')
  const header = fields(file.subarray(12, headerEnd))
  const archive = file.subarray(headerEnd)
  const signedData = header.find(({ number }) => number === 10_000)?.value
  const id = signedData && fields(signedData).find(({ number }) => number === 1)?.value
  if (signedData === undefined || id === undefined) throw new Error('The header of the CRX file names no id.')

  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, signedData.length, true)
  const message = Buffer.concat([Buffer.from('CRX3 SignedData\0'), length, signedData, archive])
  // 2: RSA, 3: elliptic curve, both over SHA-256. The store adds its own beside the publisher's.
  const proofs = header.filter(({ number }) => number === 2 || number === 3).map(({ value }) => fields(value))
  const owner = proofs.find(proof => idOfKey(fieldOf(proof, 1)) === spelledOut(id))
  if (owner === undefined) throw new Error('The CRX file is not signed by the key of the id that it names.')
  for (const proof of proofs) {
    const key = createPublicKey({ key: Buffer.from(fieldOf(proof, 1)), format: 'der', type: 'spki' })
    if (!verify('sha256', message, key, fieldOf(proof, 2)))
      throw new Error('A signature of the CRX file does not fit its contents: it was changed after it was signed.')
  }
  return { archive, id: spelledOut(id) }
}

/** An extension's id: the first half of the SHA-256 of its public key, in letters from a to p. */
export function idOfKey(publicKey: Uint8Array): string {
  return spelledOut(createHash('sha256').update(publicKey).digest().subarray(0, 16))
}

function spelledOut(id: Uint8Array): string {
  return [...Buffer.from(id).toString('hex')]
    .map(digit => String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16)))
    .join('')
}

interface Field {
  number: number
  value: Uint8Array
}

function fieldOf(message: readonly Field[], number: number): Uint8Array {
  return message.find(field => field.number === number)?.value ?? new Uint8Array()
}

/** The length-delimited fields of a protocol buffer, which is all that the header has. @throws Error for any other */
function fields(message: Uint8Array): Field[] {
  const found: Field[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = message[at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new Error('The header of the CRX file cannot be read.')
  }
  while (at < message.length) {
    const tag = varint()
    if ((tag & 7) !== 2) throw new Error('The header of the CRX file cannot be read.')
    const length = varint()
    if (at + length > message.length) throw new Error('The header of the CRX file cannot be read.')
    found.push({ number: tag >>> 3, value: message.subarray(at, at + length) })
    at += length
  }
  return found
}
