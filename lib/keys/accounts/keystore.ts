import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, randomBytes } from '@noble/hashes/utils'
import * as z from 'zod/mini'
import { derivationBudget } from '@/lib/base/budgets'
import { Failure } from '@/lib/base/failure'
import { parseJson } from '@/lib/base/json'
import type { Keystores, Scrypt } from '@/lib/keys/types'
import { type Bytes, bytesOf, utf8 } from '@/lib/keys/vault/cipher'
import { addressOfPrivateKey, isPrivateKey } from './secp256k1'

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^(?:0x)?[0-9a-fA-F]{${bytes * 2}}$`)))
const bytes = z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){1,128}$/))
/** Some writers write numbers as text. */
const whole = z.pipe(z.transform(Number), z.int().check(z.gte(1)))

/** A longer derived key has the same first 32 bytes. */
const kdfSchema = { dklen: whole, salt: bytes }
const scryptSchema = z.object({ n: whole, r: whole, p: whole, ...kdfSchema })
const pbkdf2Schema = z.object({ c: whole, prf: z.string(), ...kdfSchema })

/** @param scrypt of @noble/hashes */
export function createKeystores(scrypt: Scrypt): Keystores {
  return {
    read: (text, password) => readKeystore(text, password, scrypt),
    write: (privateKey, password) => writeKeystore(privateKey, password, scrypt),
  }
}

/** The fields that are read, their names in lower case. */
const cryptoSchema = z.object({
  cipher: z.string(),
  cipherparams: z.object({ iv: hex(16) }),
  ciphertext: z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){16,64}$/)),
  kdf: z.string(),
  kdfparams: z.unknown(),
  mac: hex(32),
})
const fileSchema = z.object({ version: whole, address: z.optional(z.unknown()), crypto: z.unknown() })

/**
 * Decrypts the private key of a keystore file of version 3, or of geth's version 1. The MAC decides whether a file is
 * whole: what is beside it is read as loosely as geth does.
 * @param text the file's text, JSON
 * @param password as the file was encrypted with: as it is, as geth takes it, and then in NFKC, as ethers does
 * @returns 32 bytes; the caller fills them with zeros
 * @throws Failure `keystore-invalid` (not a keystore, or damaged) | `keystore-version` |
 * `keystore-unsupported` {method} (another cipher than AES-128, or an unknown derivation) | `keystore-too-costly`
 * (refused before the derivation runs) | `keystore-password` (the MAC does not fit: wrong password or damaged file) |
 * `keystore-address` (the key gives another address than the file says)
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage/
 */
export async function readKeystore(text: string, password: string, scrypt: Scrypt): Promise<Bytes> {
  const file = parse(fileSchema, withLowerNames(parseJson(text.replace(/^\ufeff/, ''))))
  const cipher = ciphers[file.version]
  if (cipher === undefined) throw new Failure('keystore-version')
  const named = parse(z.object({ cipher: z.string() }), file.crypto).cipher.toLowerCase()
  if (named !== cipher) throw file.version === 3 ? unsupported(named) : new Failure('keystore-version')
  const content = parse(cryptoSchema, file.crypto)
  const normal = password.normalize('NFKC')
  const derived =
    (await deriveFor(content, password, scrypt)) ??
    (normal === password ? null : await deriveFor(content, normal, scrypt))
  if (derived === null) throw new Failure('keystore-password')
  try {
    const ciphertext = plain(content.ciphertext)
    const padded = await decrypt(cipher, derived.slice(0, 16), plain(content.cipherparams.iv), ciphertext)
    const privateKey = new Uint8Array(32)
    try {
      // Some writers cut leading zeros, others put one in front.
      const excess = padded.length - 32
      if (excess > 0 && padded.subarray(0, excess).some(byte => byte !== 0)) throw new Failure('keystore-invalid')
      privateKey.set(padded.subarray(Math.max(0, excess)), Math.max(0, -excess))
      if (!isPrivateKey(privateKey)) throw new Failure('keystore-invalid')
      const written = hex(20).safeParse(file.address)
      if (written.success && addressOfPrivateKey(privateKey) !== `0x${bytesToHex(plain(written.data))}`)
        throw new Failure('keystore-address')
    } catch (error) {
      privateKey.fill(0)
      throw error
    } finally {
      padded.fill(0)
    }
    return privateKey
  } finally {
    derived.fill(0)
  }
}

/** By version of the file: geth's first, and the only one in use. */
const ciphers: Readonly<Record<number, string | undefined>> = { 1: 'aes-128-cbc', 3: 'aes-128-ctr' }

/** What was in the file before it was encrypted; `key` is filled with zeros. */
async function decrypt(cipher: string, key: Bytes, iv: Bytes, ciphertext: Bytes): Promise<Bytes> {
  if (cipher === ciphers[3]) return aes('encrypt', key, withCounter(iv), ciphertext)
  const hashed = keccak_256(key).slice(0, 16)
  key.fill(0)
  return aes('decrypt', hashed, { name: 'AES-CBC', iv }, ciphertext)
}

/** geth reads names of fields in any case. */
function withLowerNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), withLowerNames(each)]))
}

/** @returns the derived key; `null` where the MAC does not fit */
async function deriveFor(
  content: z.infer<typeof cryptoSchema>,
  password: string,
  scrypt: Scrypt,
): Promise<Bytes | null> {
  const derived = await derive(content, password, scrypt)
  const mac = keccak_256(concatBytes(derived.subarray(16, 32), plain(content.ciphertext)))
  if (isEqual(mac, plain(content.mac))) return derived
  derived.fill(0)
  return null
}

/** 128 MiB and a second or two, as ethers writes; geth reads them. */
const written = { n: 2 ** 17, r: 8, p: 1, dklen: 32 } as const

/**
 * A keystore file of version 3.
 * @param privateKey 32 bytes; the caller fills them with zeros
 * @returns JSON
 */
async function writeKeystore(privateKey: Bytes, password: string, scrypt: Scrypt): Promise<string> {
  const salt = randomBytes(32)
  const iv = new Uint8Array(randomBytes(16))
  const secret = utf8(password)
  const { n, r, p, dklen } = written
  const derived = new Uint8Array(await scrypt(secret, salt, { N: n, r, p, dkLen: dklen }))
  try {
    const ciphertext = await aes('encrypt', derived.slice(0, 16), withCounter(iv), privateKey)
    return JSON.stringify({
      version: 3,
      id: crypto.randomUUID(),
      address: addressOfPrivateKey(privateKey).slice(2),
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: bytesToHex(iv) },
        ciphertext: bytesToHex(ciphertext),
        kdf: 'scrypt',
        kdfparams: { n, r, p, dklen, salt: bytesToHex(salt) },
        mac: bytesToHex(keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))),
      },
    })
  } finally {
    secret.fill(0)
    derived.fill(0)
  }
}

/** @returns 32 bytes that the password gives; the caller fills them with zeros */
async function derive(content: z.infer<typeof cryptoSchema>, password: string, scrypt: Scrypt): Promise<Bytes> {
  const secret = utf8(password)
  try {
    const kdf = content.kdf.toLowerCase()
    if (kdf === 'scrypt') return await deriveScrypt(parse(scryptSchema, content.kdfparams), secret, scrypt)
    if (kdf === 'pbkdf2') return await derivePbkdf2(parse(pbkdf2Schema, content.kdfparams), secret)
    throw unsupported(content.kdf)
  } finally {
    secret.fill(0)
  }
}

async function deriveScrypt(
  { n, r, p, dklen, salt }: z.infer<typeof scryptSchema>,
  password: Bytes,
  scrypt: Scrypt,
): Promise<Bytes> {
  if (dklen < 32) throw unsupported(`dklen ${dklen}`)
  if (!Number.isInteger(Math.log2(n)) || n < 2) throw new Failure('keystore-invalid')
  if (128 * n * r > derivationBudget.scryptBytes || n * r * p > derivationBudget.scryptWork)
    throw new Failure('keystore-too-costly')
  return new Uint8Array(await scrypt(password, plain(salt), { N: n, r, p, dkLen: 32 }))
}

async function derivePbkdf2({ c, prf, dklen, salt }: z.infer<typeof pbkdf2Schema>, password: Bytes): Promise<Bytes> {
  if (prf.toLowerCase() !== 'hmac-sha256') throw unsupported(prf)
  if (dklen < 32) throw unsupported(`dklen ${dklen}`)
  if (c > derivationBudget.rounds) throw new Failure('keystore-too-costly')
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: plain(salt), iterations: c }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256))
}

/** Counts over the whole block. What was laid over comes off by laying it over again. */
function withCounter(counter: Bytes): AesCtrParams {
  return { name: 'AES-CTR', counter, length: 128 }
}

/** AES-128; `key` is filled with zeros. */
async function aes(
  use: 'encrypt' | 'decrypt',
  key: Bytes,
  parameters: AesCtrParams | AesCbcParams,
  data: Bytes,
): Promise<Bytes> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, parameters.name, false, [use])
    return new Uint8Array(await crypto.subtle[use](parameters, imported, data))
  } finally {
    key.fill(0)
  }
}

function unsupported(method: string): Failure {
  return new Failure('keystore-unsupported', { method: method.slice(0, 60) })
}

/** @throws Failure `keystore-invalid` */
function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Failure('keystore-invalid')
  return parsed.data
}

function plain(text: string): Bytes {
  return bytesOf(text.replace(/^0x/, ''))
}

/** Compares without an early end, so that the time does not tell how many bytes agree. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0
}
