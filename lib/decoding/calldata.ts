import type { Address, Hex } from 'viem'
import { readWords, wordToAddress, wordToBoolean, wordToBytes32 } from '@/lib/values/abi'

/**
 * Strict reading of calldata: a known function is only believed if the data has exactly the length its ABI prescribes, addresses have zero
 * high bytes, booleans are 0 or 1 and numbers fit their type. A contract may read less strictly than that, so what differs is named
 * unreadable and never shown as a harmless call.
 */

/** `bytes` only as the last argument: it is checked, and not given on. */
type Word = 'address' | 'uint256' | 'uint160' | 'uint48' | 'bool' | 'bytes32' | 'bytes'

interface KnownFunction {
  name: string
  words: readonly (readonly [name: string, type: Word])[]
}

const from = ['from', 'address'] as const
const to = ['to', 'address'] as const
const spender = ['spender', 'address'] as const
const amount = ['amount', 'uint256'] as const
const tokenId = ['tokenId', 'uint256'] as const
const data = ['data', 'bytes'] as const

/** Functions that move or give away what a person owns, by selector. */
const knownFunctions = {
  '0xa9059cbb': { name: 'transfer', words: [to, amount] },
  '0x95777d59': { name: 'transferWithMemo', words: [to, amount, ['memo', 'bytes32']] },
  '0x23b872dd': { name: 'transferFrom', words: [from, to, amount] },
  '0x42842e0e': { name: 'safeTransferFrom', words: [from, to, tokenId] },
  '0xb88d4fde': { name: 'safeTransferFromWithData', words: [from, to, tokenId, data] },
  // ERC-1155.
  '0xf242432a': { name: 'safeTransferItems', words: [from, to, tokenId, ['count', 'uint256'], data] },
  '0x095ea7b3': { name: 'approve', words: [spender, amount] },
  '0x39509351': { name: 'increaseAllowance', words: [spender, amount] },
  '0xd73dd623': { name: 'increaseApproval', words: [spender, amount] },
  '0xa457c2d7': { name: 'decreaseAllowance', words: [spender, amount] },
  '0xa22cb465': {
    name: 'setApprovalForAll',
    words: [
      ['operator', 'address'],
      ['approved', 'bool'],
    ],
  },
  '0x87517c45': {
    name: 'permit2Approve',
    words: [['token', 'address'], spender, ['amount', 'uint160'], ['expiration', 'uint48']],
  },
} as const satisfies Record<Hex, KnownFunction>

type Known = (typeof knownFunctions)[keyof typeof knownFunctions]
interface ValueOf {
  address: Address
  uint256: bigint
  uint160: bigint
  uint48: bigint
  bool: boolean
  bytes32: Hex
  bytes: never
}
type ArgumentsOf<Entry extends KnownFunction> = {
  [Pair in Entry['words'][number] as Pair[1] extends 'bytes' ? never : Pair[0]]: ValueOf[Pair[1]]
}
/** A call of a known function, with its arguments by name. */
export type KnownCall = {
  [Entry in Known as Entry['name']]: { name: Entry['name']; args: ArgumentsOf<Entry> }
}[Known['name']]

export type Calldata =
  | { kind: 'none' }
  | { kind: 'known'; selector: Hex; call: KnownCall }
  /** Starts like a known function and is not one. */
  | { kind: 'unreadable'; selector: Hex; name: string }
  /** `selector` is `null` when there are fewer than four bytes. */
  | { kind: 'unknown'; selector: Hex | null }

export function readCalldata(data: Hex): Calldata {
  if (data === '0x') return { kind: 'none' }
  if (data.length < 10) return { kind: 'unknown', selector: null }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const known = findFunction(selector)
  if (known === undefined) return { kind: 'unknown', selector }
  const args = readArguments(`0x${data.slice(10)}`, known)
  if (args === null) return { kind: 'unreadable', selector, name: known.name }
  return { kind: 'known', selector, call: { name: known.name, args } as KnownCall }
}

function findFunction(selector: Hex): KnownFunction | undefined {
  return Object.hasOwn(knownFunctions, selector) ? knownFunctions[selector as keyof typeof knownFunctions] : undefined
}

function readArguments(data: Hex, known: KnownFunction): Record<string, bigint | boolean | Hex> | null {
  const words = readWords(data)
  const { length } = known.words
  if (words === null) return null
  if (known.words.at(-1)?.[1] === 'bytes' ? !endsWithBytes(words, length) : words.length !== length) return null
  const args: Record<string, bigint | boolean | Hex> = {}
  for (const [index, [name, type]] of known.words.entries()) {
    if (type === 'bytes') continue
    const value = readWord(words[index] ?? 0n, type)
    if (value === null) return null
    args[name] = value
  }
  return args
}

/** Bytes as the last argument of so many: right after the others, as long as they say, filled up with zeros. */
function endsWithBytes(words: readonly bigint[], count: number): boolean {
  const size = words[count]
  if (size === undefined || words[count - 1] !== BigInt(count * 32)) return false
  if (BigInt(words.length - count - 1) !== (size + 31n) / 32n) return false
  const filling = (32n - (size % 32n)) % 32n
  return size === 0n || (words.at(-1) ?? 0n) % (1n << (8n * filling)) === 0n
}

function readWord(word: bigint, type: Exclude<Word, 'bytes'>): bigint | boolean | Hex | null {
  switch (type) {
    case 'address':
      return wordToAddress(word)
    case 'bool':
      return wordToBoolean(word)
    case 'bytes32':
      return wordToBytes32(word)
    case 'uint160':
      return word >> 160n === 0n ? word : null
    case 'uint48':
      return word >> 48n === 0n ? word : null
    case 'uint256':
      return word
  }
}
