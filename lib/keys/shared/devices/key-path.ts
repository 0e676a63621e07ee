import { listOf, mapOf, uint32Of, untagged } from './fields'
import { type Cbor, Tagged } from './ur/cbor'

/** A path of derivation and the fingerprint of the master key it begins at. @see BCR-2020-007, `crypto-keypath` */
export interface KeyPath {
  /** A number below 2^31, or `*` for any number. */
  steps: readonly { index: number | '*'; hardened: boolean }[]
  /** The first 4 bytes of the hash of the master public key; `null` where the device names none. */
  fingerprint: number | null
}

const tag = 304

/** @param path as `m/44'/60'/0'/0/0` @param fingerprint 8 hex digits */
export function encodeKeyPath(path: string, fingerprint: string): Tagged {
  const steps = path
    .split('/')
    .slice(1)
    .flatMap((step): Cbor[] => [Number.parseInt(step, 10), step.endsWith("'")])
  return new Tagged(
    tag,
    new Map<number, Cbor>([
      [1, steps],
      [2, Number.parseInt(fingerprint, 16)],
    ]),
  )
}

/** @returns `null` where it is no path */
export function readKeyPath(value: Cbor | undefined): KeyPath | null {
  const map = mapOf(untagged(value))
  const components = listOf(map?.get(1))
  if (map === null || components === null || components.length % 2 !== 0 || components.length > 20) return null
  const steps: { index: number | '*'; hardened: boolean }[] = []
  for (let at = 0; at < components.length; at += 2) {
    const [index, hardened] = [components[at], components[at + 1]]
    const isAny = Array.isArray(index) && index.length === 0
    if (typeof hardened !== 'boolean' || !(isAny || isIndex(index))) return null
    steps.push({ index: isIndex(index) ? index : '*', hardened })
  }
  return { steps, fingerprint: uint32Of(map.get(2)) }
}

function isIndex(value: Cbor | undefined): value is number {
  return typeof value === 'number' && value >= 0 && value < 0x8000_0000
}

/** @returns as `44'/60'/0'`, without the `m/` */
export function pathText(steps: KeyPath['steps']): string {
  return steps.map(({ index, hardened }) => `${index}${hardened ? "'" : ''}`).join('/')
}

/** @returns 8 hex digits */
export function fingerprintText(fingerprint: number): string {
  return fingerprint.toString(16).padStart(8, '0')
}
