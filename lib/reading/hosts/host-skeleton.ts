import { plainLetters } from './plain-letters.ts'

/**
 * The skeleton of a host: two hosts that look alike have the same one.
 * @see Unicode TS #39 §4
 */
export function skeleton(host: string): string {
  return plainLetters(toUnicode(host))
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replace(/[01l]/g, found => ({ '0': 'o', '1': 'i', l: 'i' })[found] ?? found)
    .replaceAll('-', '')
}

/** The host with its `xn--` labels decoded. A label that is not valid Punycode stays as it is. */
export function toUnicode(host: string): string {
  return host
    .toLowerCase()
    .split('.')
    .map(label => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.')
}

// Parameters of Punycode, RFC 3492 §5.
const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const initialN = 128

/** @see RFC 3492 §6.2 */
function decodePunycode(text: string): string | null {
  const delimiter = text.lastIndexOf('-')
  const output = Array.from(text.slice(0, Math.max(0, delimiter)), character => character.codePointAt(0) ?? 0)
  let n = initialN
  let i = 0
  let bias = initialBias
  for (let at = delimiter + 1; at < text.length; ) {
    const before = i
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digitOf(text[at])
      at += 1
      if (digit === null) return null
      i += digit * weight
      const threshold = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff) return null
    }
    const length = output.length + 1
    bias = adapt(i - before, length, before === 0)
    n += Math.floor(i / length)
    i %= length
    if (n > 0x10ffff) return null
    output.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...output)
}

function digitOf(character: string | undefined): number | null {
  if (character === undefined) return null
  if (/[a-z]/.test(character)) return character.charCodeAt(0) - 97
  return /\d/.test(character) ? Number(character) + 26 : null
}

/** @see RFC 3492 §6.1 */
function adapt(given: number, points: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(given / damp) : given >> 1
  delta += Math.floor(delta / points)
  let k = 0
  while (delta > ((base - tMin) * tMax) >> 1) {
    delta = Math.floor(delta / (base - tMin))
    k += base
  }
  return k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
