import type { Hex } from 'viem'
import { readDelegate } from './delegation'

/** What is at an address: nothing, a contract, or the account of a person that borrowed code (EIP-7702), whose key still decides. */
export type Code = 'none' | 'delegated' | 'contract'

/** Reads an answer of `eth_getCode`. */
export function readCode(code: Hex): Code {
  if (code === '0x') return 'none'
  return readDelegate(code) === null ? 'contract' : 'delegated'
}

/** Something runs there when it is called; `null` = not known. */
export function runsCode(code: Code | null): boolean | null {
  return code === null ? null : code !== 'none'
}

/** Nobody's key moves what it has; `null` = not known. */
export function isContract(code: Code | null): boolean | null {
  return code === null ? null : code === 'contract'
}
