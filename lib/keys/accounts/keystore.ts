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
const salt = z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){1,128}$/))
const whole = z.int().check(z.gte(1))

const scryptSchema = z.object({ n: whole, r: whole, p: whole, dklen: z.literal(32), salt })
const pbkdf2Schema = z.object({ c: whole, prf: z.literal('hmac-sha256'), dklen: z.literal(32), salt })

/** @param scrypt of @noble/hashes */
export function createKeystores(scrypt: Scrypt): Keystores {
  return {
    read: (text, password) => readKeystore(text, password, scrypt),
    write: (privateKey, password) => writeKeystore(privateKey, password, scrypt),
  }
}

/** The fields that are read. Some writers call `crypto` `Crypto`; a private key has 32 bytes. */
const cryptoSchema = z.object({
  cipher: z.string(),
  cipherparams: z.unknown(),
  ciphertext: hex(32),
  kdf: z.string(),
  kdfparams: z.unknown(),
  mac: hex(32),
})
const versionSchema = z.object({ version: z.number() })
const fileSchema = z.object({
  address: z.optional(hex(20)),
  crypto: z.optional(cryptoSchema),
  Crypto: z.optional(cryptoSchema),
})

/**
 * Decrypts the private key of a keystore file of version 3.
 * @param text the file's text, JSON
 * @param password as the file was encrypted with; taken as it is, without normalisation, as geth does
 * @returns 32 bytes; the caller fills them with zeros
 * @throws Failure `keystore-invalid` (not a keystore, or damaged) | `keystore-version` (another one than 3) |
 * `keystore-unsupported` (another cipher than AES-128-CTR, or an unknown derivation) | `keystore-too-costly` (refused
 * before the derivation runs) | `keystore-password` (the MAC does not fit: wrong password or damaged file) |
 * `keystore-address` (the key gives another address than the file says)
 * @see https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage/
 */
export async function readKeystore(text: string, password: string, scrypt: Scrypt): Promise<Bytes> {
  const json = parseJson(text)
  if (parse(versionSchema, json).version !== 3) throw new Failure('keystore-version')
  const file = parse(fileSchema, json)
  const content = file.crypto ?? file.Crypto
  if (content === undefined) throw new Failure('keystore-invalid')
  if (content.cipher !== 'aes-128-ctr') throw new Failure('keystore-unsupported')
  const { iv } = parse(z.object({ iv: hex(16) }), content.cipherparams)
  const ciphertext = plain(content.ciphertext)
  const derived = await derive(content, password, scrypt)
  try {
    const mac = keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))
    if (!isEqual(mac, plain(content.mac))) throw new Failure('keystore-password')
    const privateKey = await decrypt(derived.slice(0, 16), plain(iv), ciphertext)
    try {
      if (!isPrivateKey(privateKey)) throw new Failure('keystore-invalid')
      const address = addressOfPrivateKey(privateKey)
      if (file.address !== undefined && address !== `0x${bytesToHex(plain(file.address))}`)
        throw new Failure('keystore-address')
    } catch (error) {
      privateKey.fill(0)
      throw error
    }
    return privateKey
  } finally {
    derived.fill(0)
  }
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
    const ciphertext = await encrypt(derived.slice(0, 16), iv, privateKey)
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
    if (content.kdf === 'scrypt') return await deriveScrypt(parse(scryptSchema, content.kdfparams), secret, scrypt)
    if (content.kdf === 'pbkdf2') return await derivePbkdf2(parse(pbkdf2Schema, content.kdfparams), secret)
    throw new Failure('keystore-unsupported')
  } finally {
    secret.fill(0)
  }
}

async function deriveScrypt(
  { n, r, p, salt }: z.infer<typeof scryptSchema>,
  password: Bytes,
  scrypt: Scrypt,
): Promise<Bytes> {
  if (!Number.isInteger(Math.log2(n)) || n < 2) throw new Failure('keystore-invalid')
  if (128 * n * r > derivationBudget.scryptBytes || n * r * p > derivationBudget.scryptWork)
    throw new Failure('keystore-too-costly')
  return new Uint8Array(await scrypt(password, plain(salt), { N: n, r, p, dkLen: 32 }))
}

async function derivePbkdf2({ c, salt }: z.infer<typeof pbkdf2Schema>, password: Bytes): Promise<Bytes> {
  if (c > derivationBudget.rounds) throw new Failure('keystore-too-costly')
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: plain(salt), iterations: c }
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256))
}

/** AES-128-CTR with the whole block as the counter; `key` is filled with zeros. */
async function encrypt(key: Bytes, counter: Bytes, plaintext: Bytes): Promise<Bytes> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'AES-CTR', false, ['encrypt'])
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter, length: 128 }, imported, plaintext))
  } finally {
    key.fill(0)
  }
}

/** What a stream of key bytes was laid over comes off by laying it over again. */
const decrypt = encrypt

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
