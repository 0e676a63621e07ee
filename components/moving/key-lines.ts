import { parseJson } from '@/lib/base/json'

/** A private key in a text. */
export interface FoundKey {
  /** 64 hex digits after `0x`. */
  privateKey: string
  /** Counted from 1. */
  line: number
  /** Its text had not 64 digits: zeros in front are cut or too many. Only its address tells whether it is a key. */
  isMended: boolean
}

/** Private keys as a person pastes several. */
export interface KeyLines {
  /** Each once. */
  keys: FoundKey[]
  /** Lines, counted from 1, in which no key was found. */
  faults: number[]
}

const mostKeys = 200

/** Words beside 64 digits that are no key. */
const otherWords =
  /(?<![a-z])(?:tx(?:id|n|s)?|transa[ck]tion\w*|\w*hash\w*|salt|mac|ciphertext|iv|digest|checksum|sig(?:nature)?|\w*root|topics?|proof|(?:sha|keccak)-?\d*)(?![a-z])/i
const keyWords = /priv(?:ate|at)?|secret key/i

/**
 * One or more keys a line, also with names or commas beside them. Empty lines are passed over, and so are digits that
 * the words beside them, or the line above, call something else, such as a transaction's hash.
 */
export function readKeyLines(text: string): KeyLines {
  const keys = new Map<string, FoundKey>()
  const faults: number[] = []
  let above = ''
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const found = keysOf(line, above)
    for (const { digits, isMended } of found) {
      const known = keys.get(digits)
      if (keys.size >= mostKeys && known === undefined) continue
      const isSurer = known === undefined || (known.isMended && !isMended)
      if (isSurer) keys.set(digits, { privateKey: `0x${digits}`, line: index + 1, isMended })
    }
    if (found.length === 0 && line.trim() !== '') faults.push(index + 1)
    if (line.trim() !== '') above = line
  }
  return { keys: [...keys.values()], faults }
}

function keysOf(line: string, above: string): { digits: string; isMended: boolean }[] {
  const found = [...line.matchAll(/(?<![0-9a-z])(?:0x)?([0-9a-f]{61,66})(?![0-9a-z])/gi)]
  let end = 0
  return found.flatMap((match, place) => {
    const next = found[place + 1]
    const before = line.slice(end, match.index)
    end = match.index + match[0].length
    // Words after the last digits of a line are about them, other words about the digits that follow.
    const words = `${before} ${next === undefined ? line.slice(end) : ''}`
    const label = /\p{Letter}/u.test(words) || /[0-9a-f]{61}/i.test(above) ? words : above
    if (otherWords.test(label) && !keyWords.test(label)) return []
    const written = (match[1] ?? '').toLowerCase()
    const digits = written.replace(/^0+/, '').padStart(64, '0')
    return digits.length === 64 ? [{ digits, isMended: written.length !== 64 }] : []
  })
}

/**
 * The keystores in a text: one, or a list as web3.js writes it.
 * @returns each as JSON text of its own; `null` for a text that is no keystore
 */
export function keystoresOf(text: string): string[] | null {
  // Cut off or written in another way, it is still no list of keys.
  if (!/["']?(?:ciphertext|kdfparams|cipherparams)["']?\s*:/i.test(text)) return null
  const parsed = parseJson(text.replace(/^\ufeff/, ''))
  return Array.isArray(parsed) ? parsed.map(each => JSON.stringify(each)) : [text]
}
