import { type Address, concatHex, fromRlp, type Hash, type Hex, keccak256, toRlp } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import { type PowerChange, readKey, readOperation } from './changes'

/**
 * Reads the bytes of a transaction of a native account (EIP-8130, type 0x79). Two layouts share that type byte and
 * nothing in the bytes names the one that is meant, so they are told apart by the shape of what they hold. Nothing is
 * ever encoded for signing from this: the wallet signs no such transaction (docs/chains.md).
 */

/** `either`: it has neither calls nor account changes nor an open payer, in which alone the two layouts differ. */
export type Wire = 'launch' | 'keystore' | 'either'

/** `value` in wei. The older layout has none. `null` in place of `to` does not occur: no contract is created. */
export interface NativeCall {
  to: Address
  value: bigint
  data: Hex
}

export type AccountChange =
  | { kind: 'create'; code: Hex; changes: PowerChange[] }
  /** `everywhere`: for every chain, not for this one alone. */
  | { kind: 'keys'; everywhere: boolean; sequence: bigint; changes: PowerChange[] }
  /** `null`: what was delegated to is cleared. */
  | { kind: 'delegation'; target: Address | null }

/** Fees in wei per gas. `validAfter` and `validBefore` as they were signed: seconds, or milliseconds from 10¹¹ on. */
export interface NativeTransaction {
  wire: Wire
  hash: Hash
  chainId: bigint
  /** `null`: whoever signed `senderDigest`. */
  sender: Address | null
  nonceKey: bigint
  nonceSequence: bigint
  validAfter: bigint
  validBefore: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  gasLimit: bigint
  accountChanges: AccountChange[]
  /** By phase. A phase happens as a whole or not at all, and none after one that failed. */
  calls: NativeCall[][]
  metadata: Hex
  /** `null`: the sender itself. `open`: whoever signed as payer. */
  payer: Address | 'open' | null
  senderAuth: Hex
  payerAuth: Hex
  /** What the sender signed. */
  senderDigest: Hash
}

/** Why bytes are no such transaction. */
export type NativeFault =
  | 'other-type'
  /** No list, one that is cut off, or one that is not written in the only way that RLP has for it. */
  | 'malformed'
  | 'field-count'
  /** 14 fields, with one `expiry` (until August 2026). */
  | 'june-layout'
  | 'mixed-layouts'
  | 'too-many-phases'
  | (typeof fields)[number]

const fields = [
  ...['chainId', 'sender', 'nonceKey', 'nonceSequence', 'validAfter', 'validBefore', 'maxPriorityFeePerGas'],
  ...['maxFeePerGas', 'gasLimit', 'accountChanges', 'calls', 'metadata', 'payer', 'senderAuth', 'payerAuth'],
] as const satisfies readonly (keyof NativeTransaction)[]

const mostPhases = 1_024

type RlpItem = Hex | readonly RlpItem[]

/** Thrown inside this file alone. */
class Refusal extends Error {
  readonly fault: NativeFault
  constructor(fault: NativeFault) {
    super(fault)
    this.fault = fault
  }
}

/** @returns the transaction, or why the bytes are none of either layout */
export function decodeNative(raw: Hex): NativeTransaction | { fault: NativeFault } {
  try {
    return read(raw)
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault }
    throw error
  }
}

function read(raw: Hex): NativeTransaction {
  if (!/^0x79(?:[\da-f]{2})*$/i.test(raw)) throw new Refusal('other-type')
  const items = rlpList(`0x${raw.slice(4)}`)
  if (items.length === 14) throw new Refusal('june-layout')
  if (items.length !== fields.length) throw new Refusal('field-count')
  const at = new Map(fields.map((field, index) => [field, items[index] ?? '0x']))
  const number = (field: (typeof fields)[number], bytes = 8) => integer(at.get(field), bytes) ?? refuse(field)
  const bytes = (field: (typeof fields)[number]) => text(at.get(field)) ?? refuse(field)
  const layouts = new Set<Wire>()
  const accountChanges = readChanges(at.get('accountChanges'), layouts)
  const calls = readCalls(at.get('calls'), layouts)
  const payer = readPayer(bytes('payer'), layouts)
  if (layouts.size > 1) throw new Refusal('mixed-layouts')
  const [wire = 'either'] = layouts
  return {
    wire,
    hash: keccak256(raw),
    chainId: number('chainId'),
    sender: bytes('sender') === '0x' ? null : (address(at.get('sender')) ?? refuse('sender')),
    nonceKey: number('nonceKey', 32),
    nonceSequence: number('nonceSequence'),
    validAfter: number('validAfter'),
    validBefore: number('validBefore'),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas', 16),
    maxFeePerGas: number('maxFeePerGas', 16),
    gasLimit: number('gasLimit'),
    ...{ accountChanges, calls, payer },
    metadata: bytes('metadata'),
    senderAuth: bytes('senderAuth'),
    payerAuth: bytes('payerAuth'),
    senderDigest: keccak256(concatHex(['0x79', toRlp(items.slice(0, 13))])),
  }
}

function readPayer(payer: Hex, layouts: Set<Wire>): NativeTransaction['payer'] {
  if (payer === '0x') return null
  if (payer !== '0x00') return address(payer) ?? refuse('payer')
  layouts.add('launch')
  return 'open'
}

function readCalls(item: RlpItem | undefined, layouts: Set<Wire>): NativeCall[][] {
  const phases = list(item) ?? refuse('calls')
  if (phases.length > mostPhases) throw new Refusal('too-many-phases')
  return phases.map(phase =>
    (list(phase) ?? refuse('calls')).map(call => {
      const parts = list(call) ?? refuse('calls')
      if (parts.length !== 2 && parts.length !== 3) throw new Refusal('calls')
      layouts.add(parts.length === 2 ? 'keystore' : 'launch')
      return {
        to: address(parts[0]) ?? refuse('calls'),
        value: parts.length === 2 ? 0n : (integer(parts[1], 32) ?? refuse('calls')),
        data: text(parts.at(-1)) ?? refuse('calls'),
      }
    }),
  )
}

function readChanges(item: RlpItem | undefined, layouts: Set<Wire>): AccountChange[] {
  return (list(item) ?? refuse('accountChanges')).map(entry => {
    const change = readChange(list(entry) ?? refuse('accountChanges'), layouts)
    return change ?? refuse('accountChanges')
  })
}

/** The type byte 0x01 is a delegation in the newer layout and a change of keys in the older one. */
function readChange([type, ...parts]: readonly RlpItem[], layouts: Set<Wire>): AccountChange | null {
  // The number 0 is written as a byte of its own, or as nothing.
  const kind = type === '0x' ? '0x00' : type
  if (parts.length === 1 && (kind === '0x01' || kind === '0x02')) {
    layouts.add(kind === '0x01' ? 'launch' : 'keystore')
    const target = address(parts[0], true)
    return target === null ? null : { kind: 'delegation', target: /^0x0*$/.test(target) ? null : target }
  }
  layouts.add('keystore')
  if (kind === '0x00' && parts.length === 3) {
    const [code, actors] = [text(parts[1]), list(parts[2])]
    return code === null || actors === null ? null : { kind: 'create', code, changes: actors.map(readActor) }
  }
  if (kind !== '0x01' || parts.length !== 4) return null
  const [channel, sequence, changes] = [integer(parts[0], 1), integer(parts[1], 8), list(parts[2])]
  if (channel === null || channel > 1n || sequence === null || changes === null || text(parts[3]) === null) return null
  return { kind: 'keys', everywhere: channel === 1n, sequence, changes: changes.map(readChangeOfKeys) }
}

/** An actor or an operation that cannot be read hides no other one. */
function readActor(item: RlpItem): PowerChange {
  const [key, , scope] = list(item) ?? []
  return readKey(text(key), integer(scope, 2))
}

function readChangeOfKeys(item: RlpItem): PowerChange {
  const [kind, payload] = list(item) ?? []
  return readOperation(integer(kind, 1), text(payload))
}

function rlpList(bytes: Hex): readonly RlpItem[] {
  let read: RlpItem
  try {
    read = fromRlp(bytes, 'hex')
  } catch {
    throw new Refusal('malformed')
  }
  if (typeof read === 'string') throw new Refusal('malformed')
  return read
}

function list(item: RlpItem | undefined): readonly RlpItem[] | null {
  return item === undefined || typeof item === 'string' ? null : item
}

function text(item: RlpItem | undefined): Hex | null {
  return typeof item === 'string' ? item : null
}

/** @returns `null` for a list, for more bytes, and for a number that begins with a zero */
function integer(item: RlpItem | undefined, bytes: number): bigint | null {
  const digits = text(item)
  if (digits === null || digits.length > 2 + 2 * bytes || digits.startsWith('0x00')) return null
  return digits === '0x' ? 0n : BigInt(digits)
}

/** @returns `null` for anything but 20 bytes, and for zeros unless they mean something */
function address(item: RlpItem | undefined, mayBeZero = false): Address | null {
  const bytes = text(item)
  if (bytes?.length !== 42 || (!mayBeZero && /^0x0*$/.test(bytes))) return null
  return lowerCaseAddress(bytes)
}

function refuse(fault: NativeFault): never {
  throw new Refusal(fault)
}
