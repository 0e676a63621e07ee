import type { Hex } from 'viem'
import { readSingleString, readWords, wordToAddress } from '@/lib/values/abi'
import { cleanForeignText } from '@/lib/values/foreign-text'

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

const errorSelector = '0x08c379a0'
const panicSelector = '0x4e487b71'

/** Solidity's panic codes (language documentation, "Panic via assert and Error via require"). */
const arithmeticPanics: ReadonlySet<bigint> = new Set([0x11n, 0x12n])

/** Custom errors by selector: ERC-6093, OpenZeppelin's, those of tokens with a holder policy, and of payment contracts. */
const knownErrors: Readonly<Record<Hex, readonly [name: string, code: RevertCode | null]>> = {
  '0xe450d38c': ['ERC20InsufficientBalance', 'balance-low'],
  '0x96c6fd1e': ['ERC20InvalidSender', 'sender-refused'],
  '0xec442f05': ['ERC20InvalidReceiver', 'recipient-refused'],
  '0xfb8f41b2': ['ERC20InsufficientAllowance', 'allowance-low'],
  '0xe602df05': ['ERC20InvalidApprover', 'sender-refused'],
  '0x94280d62': ['ERC20InvalidSpender', 'spender-refused'],
  '0x7e273289': ['ERC721NonexistentToken', null],
  '0x64283d7b': ['ERC721IncorrectOwner', 'not-yours'],
  '0x177e802f': ['ERC721InsufficientApproval', 'not-yours'],
  '0x62791302': ['ERC2612ExpiredSignature', 'signature-expired'],
  '0x4b800e46': ['ERC2612InvalidSigner', 'signature-wrong'],
  '0xd93c0665': ['EnforcedPause', 'paused'],
  '0x118cdaa7': ['OwnableUnauthorizedAccount', 'not-owner'],
  '0x3ee5aeb5': ['ReentrancyGuardReentrantCall', null],
  '0xa43fec12': ['PolicyForbids', 'policy-forbids'],
  '0xfd8c4245': ['ContractPaused', 'paused'],
  '0xdb42144d': ['InsufficientBalance', 'balance-low'],
  '0x192b9e4e': ['InsufficientAllowance', 'allowance-low'],
  '0x9cfea583': ['InvalidReceiver', 'recipient-refused'],
  '0x4e15efda': ['InvalidSpender', 'spender-refused'],
  '0xbd2a913c': ['ExpiredSignature', 'signature-expired'],
  '0x7ba5ffb5': ['InvalidSigner', 'signature-wrong'],
  '0xb9b2a425': ['FeatureNotActivated', null],
  '0x46d71cf4': ['AmountExceedsMaximum', 'amount-above-maximum'],
  '0x3b6405f4': ['NotMerchant', 'not-owner'],
  '0x5d25aea6': ['OrderAlreadyCaptured', 'already-done'],
  '0xbd6afbc9': ['BatchAlreadyProcessed', 'already-done'],
  '0xa9854bc9': ['InvalidArrayLengths', null],
  '0x800c7e91': ['InvalidBasisPoints', null],
  '0x5531b495': ['TooManyRecipients', null],
}

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
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const rest: Hex = `0x${data.slice(10)}`
  if (selector === errorSelector) {
    const text = readSingleString(rest)
    if (text !== null) return readWording(text)
  }
  if (selector === panicSelector) {
    const [panic, ...more] = readWords(rest) ?? []
    if (panic !== undefined && more.length === 0)
      return { reason: `Panic 0x${panic.toString(16)}`, code: arithmeticPanics.has(panic) ? 'arithmetic' : 'assertion' }
  }
  if (Object.hasOwn(knownErrors, selector)) {
    const [name, code] = knownErrors[selector] ?? ['', null]
    return { reason: name, code }
  }
  return { reason: nameUnknown(selector, rest), code: null }
}

/** A reason in words: of `Error(string)`, or in the message of a node that hides the data. */
export function readWording(text: string): Revert {
  const reason = cleanForeignText(text, 200)
  return { reason, code: knownWords.find(([pattern]) => pattern.test(reason))?.[1] ?? null }
}

/** An error nobody here knows: its selector, and its arguments where they are obviously numbers or addresses. */
function nameUnknown(selector: Hex, rest: Hex): string {
  const words = readWords(rest) ?? []
  if (words.length === 0 || words.length > 3) return selector
  const shown = words.map(word => {
    const address = wordToAddress(word)
    if (address !== null && word >> 96n !== 0n) return address
    return word < 1n << 128n ? word.toString() : null
  })
  return shown.includes(null) ? selector : `${selector}(${shown.join(', ')})`
}
