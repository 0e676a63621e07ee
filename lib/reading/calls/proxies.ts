import type { Address, Hex } from 'viem'
import { readSingleWord, wordToAddress } from '@/lib/base/abi'

/** A contract that runs the code of another one, in its own place and with its own storage. */
export type CodeProxy =
  /** The code itself names what it runs, and cannot change (EIP-1167). */
  | { kind: 'minimal'; runs: Address }
  /** Its storage names what it runs (ERC-1967). Any contract can claim it, and it can change. */
  | { kind: 'upgradeable'; runs: Address }
  /** Its storage names the contract that decides what it runs (ERC-1967). Any contract can claim it. */
  | { kind: 'beacon'; beacon: Address }

/** @see EIP-1167, Specification */
const minimalCode = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

/**
 * What a proxy runs.
 * @param code the code at its address
 * @param implementation the word in the storage slot `eip1967.proxy.implementation`; `null` where it is not known
 * @param beacon the word in the storage slot `eip1967.proxy.beacon`; `null` where it is not known
 * @returns `null` for a contract that is no proxy of these kinds
 * @see ERC-1967, Specification
 */
export function readProxy(code: Hex, implementation: Hex | null, beacon: Hex | null): CodeProxy | null {
  const [, fixed] = minimalCode.exec(code.toLowerCase()) ?? []
  if (fixed !== undefined) return { kind: 'minimal', runs: `0x${fixed}` }
  const runs = addressIn(implementation)
  if (runs !== null) return { kind: 'upgradeable', runs }
  const decider = addressIn(beacon)
  return decider === null ? null : { kind: 'beacon', beacon: decider }
}

/** The address in a storage slot; `null` for an empty one, and for a word that is no address. */
function addressIn(slot: Hex | null): Address | null {
  const word = slot === null ? null : readSingleWord(slot)
  return word === null || word === 0n ? null : wordToAddress(word)
}
