import type { Hex } from 'viem'
import { readSingleString, readWords, wordToAddress } from '@/lib/base/abi'
import { cleanForeignText } from '@/lib/base/foreign-text'
import * as errors from '@/lib/base/signatures/errors'

/** Why a call reverted. */
export interface Revert {
  /** The contract's own words cleaned, or the name of its error; empty when it gave none. */
  reason: string
  /** Key of the message catalogue (`revert_<code>`) for reasons that have a sentence of ours. */
  code: RevertCode | null
}

export type RevertCode =
  | 'balance-low'
  | 'allowance-low'
  | 'sender-refused'
  | 'recipient-refused'
  | 'spender-refused'
  | 'policy-forbids'
  | 'paused'
  | 'not-owner'
  | 'not-yours'
  | 'signature-expired'
  | 'signature-wrong'
  | 'authorization-used'
  | 'amount-above-maximum'
  | 'already-done'
  | 'arithmetic'
  | 'assertion'

/** Solidity's panic codes (language documentation, "Panic via assert and Error via require"). */
const arithmeticPanics: ReadonlySet<bigint> = new Set([0x11n, 0x12n])

type CustomError = Exclude<keyof typeof errors, 'SolidityError' | 'SolidityPanic'>

/** Custom errors by name, with the code of the sentence that says them; `null` where the name has to do. */
const customErrors: Readonly<Record<CustomError, RevertCode | null>> = {
  ERC20InsufficientBalance: 'balance-low',
  ERC20InvalidSender: 'sender-refused',
  ERC20InvalidReceiver: 'recipient-refused',
  ERC20InsufficientAllowance: 'allowance-low',
  ERC20InvalidApprover: 'sender-refused',
  ERC20InvalidSpender: 'spender-refused',
  ERC721NonexistentToken: null,
  ERC721IncorrectOwner: 'not-yours',
  ERC721InsufficientApproval: 'not-yours',
  ERC2612ExpiredSignature: 'signature-expired',
  ERC2612InvalidSigner: 'signature-wrong',
  EnforcedPause: 'paused',
  OwnableUnauthorizedAccount: 'not-owner',
  ReentrancyGuardReentrantCall: null,
  PolicyForbids: 'policy-forbids',
  ContractPaused: 'paused',
  InsufficientBalance: 'balance-low',
  InsufficientAllowance: 'allowance-low',
  InvalidReceiver: 'recipient-refused',
  InvalidSpender: 'spender-refused',
  ExpiredSignature: 'signature-expired',
  InvalidSigner: 'signature-wrong',
  FeatureNotActivated: null,
  AmountExceedsMaximum: 'amount-above-maximum',
  NotMerchant: 'not-owner',
  OrderAlreadyCaptured: 'already-done',
  BatchAlreadyProcessed: 'already-done',
  InvalidArrayLengths: null,
  InvalidBasisPoints: null,
  TooManyRecipients: null,
}

const selectorsOf: ReadonlyMap<string, string> = new Map(Object.entries(errors))
const revertsBySelector: ReadonlyMap<string | undefined, Revert> = new Map(
  Object.entries(customErrors).map(([reason, code]) => [selectorsOf.get(reason), { reason, code }]),
)

/** What well-known contracts say in words. */
const knownWords: readonly (readonly [RegExp, RevertCode])[] = [
  [/exceeds balance|insufficient balance|^balance$/i, 'balance-low'],
  [/exceeds allowance|insufficient allowance|^allowance$/i, 'allowance-low'],
  [/blacklisted|blocklisted/i, 'policy-forbids'],
  [/paused/i, 'paused'],
  [/caller is not the owner|not authorized|unauthorized/i, 'not-owner'],
  [/authorization is used or canceled/i, 'authorization-used'],
  [/(?:permit|authorization|signature) (?:is )?expired/i, 'signature-expired'],
  [/invalid signature/i, 'signature-wrong'],
]

export function readRevert(data: Hex): Revert {
  if (data === '0x') return { reason: '', code: null }
  const selector = data.slice(0, 10).toLowerCase()
  const rest: Hex = `0x${data.slice(10)}`
  if (selector === errors.SolidityError) {
    const text = readSingleString(rest)
    if (text !== null) return readWording(text)
  }
  if (selector === errors.SolidityPanic) {
    const [panic, ...more] = readWords(rest) ?? []
    if (panic !== undefined && more.length === 0)
      return { reason: `Panic 0x${panic.toString(16)}`, code: arithmeticPanics.has(panic) ? 'arithmetic' : 'assertion' }
  }
  return revertsBySelector.get(selector) ?? { reason: nameUnknown(selector, rest), code: null }
}

/** A reason in words: of `Error(string)`, or in the message of a node that hides the data. */
export function readWording(text: string): Revert {
  const reason = cleanForeignText(text, 200)
  return { reason, code: knownWords.find(([pattern]) => pattern.test(reason))?.[1] ?? null }
}

/** An error that no table knows: its selector, and its arguments where they are obviously numbers or addresses. */
function nameUnknown(selector: string, rest: Hex): string {
  const words = readWords(rest) ?? []
  if (words.length === 0 || words.length > 3) return selector
  const shown = words.map(word => {
    const address = wordToAddress(word)
    if (address !== null && word >> 96n !== 0n) return address
    return word < 1n << 128n ? word.toString() : null
  })
  return shown.includes(null) ? selector : `${selector}(${shown.join(', ')})`
}
