import { hexToBytes } from 'viem/utils'
import type { QrSigningRequest, SignedContent } from '@/lib/base/devices'
import { encodeKeyPath } from './key-path'
import { type Cbor, encodeCbor, Tagged } from './ur/cbor'
import { encodeUr, encodeWholeUr, type Frames } from './ur/encode'

const dataTypes: Record<SignedContent, number> = { transaction: 1, 'typed-data': 2, message: 3, 'typed-transaction': 4 }
const uuidTag = 37
const type = 'eth-sign-request'

/** @returns the CBOR of `eth-sign-request`. @see EIP-4527 §Sending the unsigned data from wallet to signer */
export function encodeSignRequest(request: QrSigningRequest): Uint8Array {
  const { id, data, content, chainId, path, fingerprint, address } = request
  return encodeCbor(
    new Map<number, Cbor>([
      [1, new Tagged(uuidTag, hexToBytes(`0x${id}`))],
      [2, hexToBytes(data)],
      [3, dataTypes[content]],
      [4, chainId],
      [5, encodeKeyPath(path, fingerprint)],
      [6, hexToBytes(address)],
      [7, 'Prelude'],
    ]),
  )
}

/** The request as frames of an animated QR code. */
export function signRequestFrames(request: QrSigningRequest): Frames {
  return encodeUr(type, encodeSignRequest(request))
}

/** The request as one text, for a file or the clipboard. */
export function signRequestText(request: QrSigningRequest): string {
  return encodeWholeUr(type, encodeSignRequest(request))
}
