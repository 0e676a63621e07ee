import { xchacha20poly1305 } from '@noble/ciphers/chacha'
import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { Failure } from '@/lib/base/failure'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { Bytes } from './cipher'

export interface ClosableRowCipher extends RowCipher {
  /** Fills the keys with zeros: nothing can be encrypted or decrypted with it any more. */
  close(): void
  /** No row is encrypted with a key of before any more. */
  closeFormer(): void
}
/** @param former the keys of before, the newest first */
export type CreateRowCipher = (recordsKey: Bytes, ...former: Bytes[]) => ClosableRowCipher

/** First byte of each encrypted row. */
const format = 1
const nonceLength = 24
/** Rows are filled up with spaces to a multiple of so many bytes: the length of what is stored tells little of it. */
const paddedTo = 64
const space = 0x20
/** The accounts, origins and states that rows have in common are hashed over and over. */
const mostKept = 500

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const utf8 = (text: string) => encoder.encode(text)

/**
 * XChaCha20-Poly1305 with a random nonce of 192 bits for each row, and HMAC-SHA-256 for what is looked up. Each has a
 * key of its own, both from the records key, whose bytes are left as they are.
 * @see draft-irtf-cfrg-xchacha-03
 */
export const createRowCipher: CreateRowCipher = (recordsKey, ...formerKeys) => {
  const encryptingKey = hmac(sha256, recordsKey, utf8('prelude rows: encrypt'))
  const blindingKey = hmac(sha256, recordsKey, utf8('prelude rows: look up'))
  const blinding = hmac.create(sha256, blindingKey)
  const kept = new Map<string, string>()
  let former = formerKeys.map(key => createRowCipher(key))
  let isClosed = false

  /** @throws Failure `locked` */
  function cipherOf(nonce: Uint8Array, context: string) {
    if (isClosed) throw new Failure('locked')
    return xchacha20poly1305(encryptingKey, nonce, utf8(context))
  }

  function closeFormer(): void {
    for (const each of former) each.close()
    former = []
  }

  return {
    get former() {
      return former
    },
    closeFormer,
    blind(place, text) {
      if (isClosed) throw new Failure('locked')
      const asked = `${place}|${text}`
      const known = kept.get(asked)
      if (known !== undefined) return known
      const hash = blinding.clone().update(utf8(asked)).digest().subarray(0, 16)
      const made = btoa(String.fromCharCode(...hash)).slice(0, 22)
      if (kept.size >= mostKept) kept.clear()
      kept.set(asked, made)
      return made
    },
    encrypt(row, context) {
      const text = utf8(toExactJson(row))
      const plaintext = new Uint8Array(Math.ceil(text.length / paddedTo) * paddedTo).fill(space)
      plaintext.set(text)
      const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
      const ciphertext = cipherOf(nonce, context).encrypt(plaintext)
      const encrypted = new Uint8Array(1 + nonceLength + ciphertext.length)
      encrypted[0] = format
      encrypted.set(nonce, 1)
      encrypted.set(ciphertext, 1 + nonceLength)
      return encrypted
    },
    decrypt(encrypted, context) {
      if (encrypted[0] !== format || encrypted.length < 1 + nonceLength + 16) return null
      const cipher = cipherOf(encrypted.slice(1, 1 + nonceLength), context)
      try {
        return { row: fromExactJson(decoder.decode(cipher.decrypt(encrypted.subarray(1 + nonceLength)))) }
      } catch {
        // Another key, another place, or changed: the caller says so.
        for (const each of former) {
          const opened = each.decrypt(encrypted, context)
          if (opened !== null) return opened
        }
        return null
      }
    },
    close() {
      isClosed = true
      encryptingKey.fill(0)
      blindingKey.fill(0)
      blinding.destroy()
      kept.clear()
      closeFormer()
    },
  }
}

/** Marks texts that stand for something else; a text that begins with it begins with it twice. */
const mark = '#'

/**
 * JSON that keeps integers of any size. Properties that are `undefined` are left out, as in JSON.
 * @throws TypeError for what JSON cannot hold: a circle, a number that is not finite, bytes, a date
 */
export function toExactJson(value: unknown): string {
  return JSON.stringify(changed(value, toText))
}

/** @throws SyntaxError for a text that `toExactJson` did not write */
export function fromExactJson(text: string): unknown {
  return changed(JSON.parse(text), toValue)
}

function toText(value: unknown): unknown {
  if (typeof value === 'bigint') return mark + value
  if (typeof value === 'string') return value.startsWith(mark) ? mark + value : value
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON`)
  return value
}

function toValue(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  return value.startsWith(mark, 1) ? value.slice(1) : BigInt(value.slice(1))
}

/** A copy in which every value that holds no others is replaced. */
function changed(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return change(value)
  if (Array.isArray(value)) return value.map(item => changed(item, change))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('neither a list nor a plain object')
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change)]))
}
