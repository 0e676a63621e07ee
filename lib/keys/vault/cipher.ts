import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import * as z from 'zod/mini'

/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** AES-256-GCM with its tag, and the 96 bits of its initialisation vector; hex without `0x`. */
export const sealedSchema = z.lazy(() =>
  z.object({
    iv: z.string().check(z.regex(/^[0-9a-f]{24}$/)),
    ciphertext: z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/)),
  }),
)
export type Sealed = z.infer<typeof sealedSchema>

/** Random bytes. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** `context` is authenticated with it (additional data): what was sealed for one place opens in no other. */
export async function seal(key: CryptoKey, plaintext: Bytes, context: string): Promise<Sealed> {
  const iv = randomBytes(12)
  const ciphertext = await crypto.subtle.encrypt(parameters(iv, context), key, plaintext)
  return { iv: bytesToHex(iv), ciphertext: bytesToHex(new Uint8Array(ciphertext)) }
}

/** Rejects with a `DOMException` when key, context or bytes are not those it was sealed with. */
export async function unseal(key: CryptoKey, sealed: Sealed, context: string): Promise<Bytes> {
  const plaintext = await crypto.subtle.decrypt(
    parameters(bytesOf(sealed.iv), context),
    key,
    bytesOf(sealed.ciphertext),
  )
  return new Uint8Array(plaintext)
}

/**
 * The key of the vault's records. It never is bytes in JavaScript: it is made, wrapped and unwrapped by WebCrypto, and
 * is extractable only for the moment in which it is wrapped.
 */
export function generateDataKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt'])
}

export async function wrapDataKey(dataKey: CryptoKey, wrappingKey: CryptoKey, context: string): Promise<Sealed> {
  const iv = randomBytes(12)
  const wrapped = await crypto.subtle.wrapKey('raw', dataKey, wrappingKey, parameters(iv, context))
  return { iv: bytesToHex(iv), ciphertext: bytesToHex(new Uint8Array(wrapped)) }
}

/** Rejects with a `DOMException` when it is not the right wrapping key or context. */
export function unwrapDataKey(
  wrapped: Sealed,
  wrappingKey: CryptoKey,
  context: string,
  use: 'use-only' | 'wrap-again',
): Promise<CryptoKey> {
  return crypto.subtle.unwrapKey(
    'raw',
    bytesOf(wrapped.ciphertext),
    wrappingKey,
    parameters(bytesOf(wrapped.iv), context),
    { name: 'AES-GCM' },
    use === 'wrap-again',
    ['encrypt', 'decrypt'],
  )
}

/** A wrapping key of these 32 bytes, which are filled with zeros. */
export async function importWrappingKey(bytes: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', bytes, { name: 'AES-GCM' }, false, ['wrapKey', 'unwrapKey'])
  } finally {
    bytes.fill(0)
  }
}

/** A random key that cannot be exported as bytes. */
export function generateWrappingKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey'])
}

/** The wrapping key of a passkey: HKDF-SHA-256 of its PRF output. The caller's bytes are left as they are. */
export async function wrappingKeyOfPasskey(prfOutput: Bytes, salt: Bytes): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', prfOutput, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: utf8('prelude passkey') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

export function bytesOf(hex: string): Bytes {
  return new Uint8Array(hexToBytes(hex))
}

export function utf8(text: string): Bytes {
  return new Uint8Array(utf8ToBytes(text))
}

function parameters(iv: Bytes, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: utf8(context) }
}
