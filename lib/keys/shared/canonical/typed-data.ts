import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Hex } from 'viem'
import type { TypedData, TypedDataField } from '@/lib/keys/shared/signing'
import { bytesOf, fixedBytesOf } from './bytes'

type Types = ReadonlyMap<string, readonly TypedDataField[]>
type Struct = Readonly<Record<string, unknown>>

/**
 * EIP-712: `0x19 ‖ 0x01 ‖ domainSeparator ‖ hashStruct(message)`. Stricter than the standard's text: a field that is
 * missing, a number out of range, bytes of the wrong length, an unknown type or an array of another length than
 * declared are all refused, never padded or cut.
 */
export function encodeTypedData(typedData: TypedData): Uint8Array {
  for (const name of Object.keys(typedData.types)) {
    if (!/^\w+(?::\w+)*$/.test(name) || isElementary(name)) throw new TypeError(`not a struct's name`)
  }
  const types: Types = new Map([['EIP712Domain', domainFields(typedData.domain)], ...Object.entries(typedData.types)])
  const domainSeparator = hashStruct('EIP712Domain', typedData.domain, types)
  const prefix = Uint8Array.of(0x19, 0x01)
  if (typedData.primaryType === 'EIP712Domain') return concatBytes(prefix, domainSeparator)
  return concatBytes(prefix, domainSeparator, hashStruct(typedData.primaryType, typedData.message, types))
}

/** The digest, to compare with and to look up. What is signed is hashed twice, by `typedDataDigest`. */
export function hashOfTypedData(typedData: TypedData): Hex {
  return `0x${bytesToHex(keccak_256(encodeTypedData(typedData)))}`
}

/** The fields of a domain, for types that leave them out. */
export function domainFields(domain: Struct): TypedDataField[] {
  return domainFieldTypes.filter(({ name }) => domain[name] !== undefined)
}

/** The fields that EIP-712 §Definition of domainSeparator allows in a domain, in its order. */
const domainFieldTypes: readonly TypedDataField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** §Definition of hashStruct: what some contracts know a message by, without a domain. */
export function hashStruct(name: string, struct: Struct, types: Types): Uint8Array {
  const typeHash = keccak_256(utf8ToBytes(encodeType(name, types)))
  const values = fieldsOf(name, types).map(field => {
    if (!Object.hasOwn(struct, field.name)) throw new TypeError('a field is missing')
    return encodeValue(field.type, struct[field.name], types)
  })
  return keccak_256(concatBytes(typeHash, ...values))
}

/** §Definition of encodeType: the type itself, then those it refers to, sorted by name. */
export function encodeType(name: string, types: Types): string {
  const referenced = new Set<string>()
  const visit = (type: string) => {
    const base = type.replace(/(?:\[\d*\])*$/, '')
    if (referenced.has(base) || !types.has(base)) return
    referenced.add(base)
    for (const field of fieldsOf(base, types)) visit(field.type)
  }
  visit(name)
  referenced.delete(name)
  return [name, ...[...referenced].sort()]
    .map(each => {
      const members = fieldsOf(each, types).map(field => `${field.type} ${field.name}`)
      return `${each}(${members.join(',')})`
    })
    .join('')
}

function fieldsOf(name: string, types: Types): readonly TypedDataField[] {
  const fields = types.get(name)
  if (fields === undefined) throw new TypeError('an unknown type')
  return fields
}

/** §Definition of encodeData: 32 bytes for every value. */
function encodeValue(type: string, value: unknown, types: Types): Uint8Array {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, itemType = '', length] = array
    if (!Array.isArray(value)) throw new TypeError('not an array')
    if (length !== '' && value.length !== Number(length)) throw new RangeError('an array of another length')
    return keccak_256(concatBytes(...value.map(item => encodeValue(itemType, item, types))))
  }
  if (types.has(type)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not a struct')
    return hashStruct(type, value as Struct, types)
  }
  return encodeElementary(type, value)
}

function isElementary(type: string): boolean {
  return /^(?:address|bool|string|bytes\d*|u?int\d*)$/.test(type)
}

function encodeElementary(type: string, value: unknown): Uint8Array {
  if (type === 'string' && typeof value === 'string') return keccak_256(utf8ToBytes(wellFormed(value)))
  if (type === 'bytes' && typeof value === 'string') return keccak_256(bytesOf(value))
  if (type === 'bool' && typeof value === 'boolean') return word(value ? 1n : 0n)
  if (type === 'address' && typeof value === 'string') return concatBytes(new Uint8Array(12), fixedBytesOf(value, 20))

  const bytes = /^bytes([1-9]\d?)$/.exec(type)
  if (bytes && Number(bytes[1]) <= 32 && typeof value === 'string') {
    const content = fixedBytesOf(value, Number(bytes[1]))
    return concatBytes(content, new Uint8Array(32 - content.length))
  }
  const integer = /^(u?)int([1-9]\d{0,2})$/.exec(type)
  if (integer) {
    const bits = Number(integer[2])
    if (bits % 8 !== 0 || bits > 256) throw new TypeError('an unknown type')
    const signed = integer[1] === ''
    const number = toInteger(value)
    const magnitude = signed ? bits - 1 : bits
    const lowest = signed ? -(1n << BigInt(magnitude)) : 0n
    if (number < lowest || number >= 1n << BigInt(magnitude)) throw new RangeError('an integer out of range')
    return word(BigInt.asUintN(256, number))
  }
  throw new TypeError('a value that does not fit its type')
}

/** JSON carries large integers as decimal or hex text. */
function toInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(value)) return BigInt(value)
  throw new TypeError('not an integer')
}

/** A lone surrogate has no UTF-8 form: encoders replace it, each in its own way. */
function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('not Unicode text')
  return text
}

function word(value: bigint): Uint8Array {
  return bytesOf(`0x${value.toString(16).padStart(64, '0')}`)
}
