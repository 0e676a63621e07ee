import type { Address, Hex } from 'viem'
import type { Act, Effect } from '@/lib/base/effects'
import { readAbiValues } from './abi-values'
import { readAct, type StatedCall } from './acts'
import { batchFunctions } from './batch-calls'
import { readCalldata } from './calldata'
import type { ContractLookup } from './contracts'
import { lower, unknown } from './effect-makers'
import type { CallReading, InnerCall, StructuredFunction } from './inner-call'
import { marketFunctions } from './market-calls'
import { permit2Functions } from './permit2-calls'
import { multiSends } from './published-contracts'
import { routerFunctions } from './router-calls'

/** Calls inside calls: each is read as if it had been made by itself, by whom the outer function makes it. */

/** Calls nested deeper than this, or more of them altogether, are not read: the act says so. */
const deepest = 8
const mostCalls = 100
/** Places in data that is not understood at which a call is looked for, and calls that are found there at most. */
const mostPlaces = 512
const mostContained = 8

export interface NestedContext {
  /** The account that effects are told of: what it pays, gets and allows. */
  account: Address
  contractOf: ContractLookup
  /** The name of a function that is in no table of effects; `null` where it is not known. */
  nameOf?(selector: Hex): string | null
}

const functions: Readonly<Record<string, StructuredFunction>> = {
  ...batchFunctions,
  ...permit2Functions,
  ...routerFunctions,
  ...marketFunctions,
}

/**
 * Returns a call with everything inside it that can be read, each with its effects as the account sees them. Never
 * throws: what cannot be read, or is too much to read, is an effect `unknown`.
 *
 * @param call target, value in wei and data of the call; `from` where another than the account makes it,
 *   `isForeignCode` where the target's code runs as the account (`delegatecall`)
 * @param context the account whose gains and losses are told. For a signature that lets a smart account or a forwarder
 *   make the call, this is the account in whose name it is made (the Safe, the user operation's sender, the request's
 *   `from`)
 * @returns the act; `effectsOf` gives all effects of it, `inner` and `contains` hold the calls inside
 */
export function readCall(call: StatedCall & { from?: Address; isForeignCode?: true }, context: NestedContext): Act {
  const { account, contractOf } = context
  const nameOf = (selector: Hex) => functions[selector]?.name ?? context.nameOf?.(selector) ?? null
  const own = lower(account)
  let left = mostCalls
  return read({ ...call, from: lower(call.from ?? own), to: call.to === null ? null : lower(call.to) }, 0)

  function read(inner: Omit<InnerCall, 'to'> & { to: Address | null }, depth: number): Act {
    const { from, to, value, data } = inner
    const whose = from === own ? {} : { caller: from }
    const flat = readAct({ to, value, data }, { account: own, caller: from, contractOf, nameOf })
    if (to === null || data.length < 10) return { ...flat, ...whose, ...asForeign(inner, flat) }
    const opened = open(inner, to, depth)
    if (opened === null) return { ...flat, ...whose, ...asForeign(inner, flat), ...contained(flat, inner, depth) }
    return { ...flat, ...whose, ...opened(flat) }
  }

  /** `null` where the data is none of the functions that hold others, or does not encode one. */
  function open(inner: Omit<InnerCall, 'to'>, to: Address, depth: number): ((flat: Act) => Partial<Act>) | null {
    const selector: Hex = `0x${inner.data.slice(2, 10).toLowerCase()}`
    const known = functions[selector]
    // Without code nothing is done now, and what will be done there is not known.
    if (known === undefined || contractOf(to)?.code === 'none') return null
    const called = { selector, name: known.name }
    const arguments_ = readAbiValues(known.types, `0x${inner.data.slice(10)}`)
    if (arguments_ === 'too-much') return flat => ({ function: called, effects: [...paidIn(flat), tooMuch(to)] })
    if (arguments_ === 'unreadable')
      return flat => ({ function: called, effects: [...paidIn(flat), unknown('unreadable-call', to, selector)] })
    const target = inner.isForeignCode === true ? inner.from : to
    const reading = known.read(arguments_.values, { account: own, caller: inner.from, target, code: to })
    if (reading === null) return null
    return flat => ({ function: called, ...withInside(flat, reading, inner, { to, depth, selector }) })
  }

  function withInside(
    flat: Act,
    reading: CallReading,
    { isForeignCode }: Pick<InnerCall, 'isForeignCode'>,
    { to, depth, selector }: { to: Address; depth: number; selector: Hex },
  ): Partial<Act> {
    const { calls = [], acts = [], effects = [], isWhole } = reading
    const isTrusted = isForeignCode !== true || multiSends.includes(to)
    const isTooMuch = calls.length + acts.length > left || (calls.length > 0 && depth >= deepest)
    if (!isTooMuch) left -= calls.length + acts.length
    return {
      effects: [
        // What the flat reading knows of the same function stays, as the new code of an upgrade.
        ...flat.effects.filter(({ kind }) => kind !== 'unknown'),
        ...effects,
        ...(isWhole || !isTrusted ? [] : [unknown('unknown-call', to, selector)]),
        ...(isTrusted ? [] : [unknown('foreign-code', to, selector)]),
        ...(isTooMuch ? [tooMuch(to)] : []),
      ],
      inner: isTooMuch ? [] : [...acts, ...calls.map(each => read(each, depth + 1))],
      ...(isForeignCode === true ? { isForeignCode } : {}),
    }
  }

  /** Calls that the data of an unknown function encodes exactly, at any place where an encoder would put them. */
  function contained(flat: Act, { data, from, to }: Omit<InnerCall, 'to'> & { to: Address | null }, depth: number) {
    const isUnknown = flat.effects.some(({ kind }) => kind === 'unknown')
    if (!isUnknown || depth >= deepest) return {}
    const found: Act[] = []
    let target = to
    for (let place = 0; place < mostPlaces && found.length < mostContained; place += 1) {
      const at = 10 + place * 64
      const word = data.slice(at, at + 64)
      if (word.length < 64) break
      // The contract that a call is for stands before its data.
      if (/^0{24}(?!0{16})/.test(word)) target = lower(`0x${word.slice(24)}`)
      const bytes = bytesAt(data, at)
      if (bytes === null || !isKnown(bytes) || left === 0) continue
      left -= 1
      const act = read({ from, to: target, value: 0n, data: bytes }, depth + 1)
      if (act.effects.every(effect => effect.kind !== 'unknown' || effect.reason === 'unknown-call')) found.push(act)
    }
    return found.length === 0 ? {} : { contains: found }
  }
}

/** Bytes with their length before them and zeros after them. */
function bytesAt(data: Hex, at: number): Hex | null {
  const length = BigInt(`0x${data.slice(at, at + 64)}`)
  const start = at + 64
  if (length < 4n || length > BigInt(data.length - start) / 2n) return null
  const end = start + Number(length) * 2
  const filled = start + Math.ceil(Number(length) / 32) * 64
  return filled <= data.length && /^0*$/.test(data.slice(end, filled)) ? `0x${data.slice(start, end)}` : null
}

/** A call that moves or gives away something, or holds calls. */
function isKnown(data: Hex): boolean {
  const { kind } = readCalldata(data)
  return kind === 'known' || Object.hasOwn(functions, data.slice(0, 10).toLowerCase())
}

/** Code of another contract runs in the caller's place: nothing that its function is named after is known of it. */
function asForeign({ isForeignCode }: Pick<InnerCall, 'isForeignCode'>, flat: Act): Partial<Act> {
  if (isForeignCode !== true) return {}
  const selector = flat.function?.selector ?? null
  return { isForeignCode, effects: [...paidIn(flat), unknown('foreign-code', flat.target, selector)] }
}

/** The currency that goes with the call. */
function paidIn({ effects, value }: Act): Effect[] {
  const [first] = effects
  return value > 0n && first !== undefined ? [first] : []
}

function tooMuch(target: Address): Effect {
  return unknown('too-much', target, null)
}

/** Acts inside an act, however deep, with those that its data only contains. */
export function actsInside(act: Act): Act[] {
  return [...act.inner, ...(act.contains ?? [])].flatMap(each => [each, ...actsInside(each)])
}
