import { type Cbor, type CborMap, Tagged } from './ur/cbor'

/** Reads of the fields of a registry item. Each gives `null` for an absent field or one of another kind. */

export function mapOf(value: Cbor | undefined): CborMap | null {
  return value instanceof Map ? value : null
}

export function listOf(value: Cbor | undefined): readonly Cbor[] | null {
  return Array.isArray(value) ? value : null
}

/** @param length that the bytes must have; any, where left out */
export function bytesOf(value: Cbor | undefined, length?: number): Uint8Array | null {
  return value instanceof Uint8Array && (length === undefined || value.length === length) ? value : null
}

export function textOf(value: Cbor | undefined): string | null {
  return typeof value === 'string' ? value : null
}

export function uint32Of(value: Cbor | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= 0xffffffff ? value : null
}

/** The value inside any tags. Devices differ in which they write. */
export function untagged(value: Cbor | undefined): Cbor | undefined {
  return value instanceof Tagged ? untagged(value.value) : value
}
