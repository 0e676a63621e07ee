import type { Address, Hash } from 'viem'
import { lowerCaseAddress } from './hex'

/**
 * `Simple7702Account` of ERC-4337 version 0.8: the one contract whose code an account may run so that several calls
 * happen together (EIP-7702). It has no owner, no storage and no upgrade; only the account itself, and EntryPoint for
 * what the account signed, make it do something.
 * @see https://github.com/eth-infinitism/account-abstraction/releases/tag/v0.8.0
 */
export const batchDelegate: Address = '0xe6cae83bde06e4c305530e199d7217f42808555b'

/** keccak-256 of its runtime code, as its authors publish it. */
export const batchDelegateCode: Hash = '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3'

/** The one contract that it lets act beside the account: what its `entryPoint()` answers on every chain. */
export const batchDelegateEntryPoint: Address = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'

/** Names no contract: an authorization of it ends a delegation (EIP-7702 §Behavior). */
export const noDelegate: Address = `0x${'0'.repeat(40)}`

/** Code of an account that delegates: these three bytes and the address (EIP-7702 §Delegation designation). */
export const designator = '0xef0100'

/** Nothing else is ever signed as a delegate, whoever asks. */
export function isPermittedDelegate(delegate: Address): boolean {
  return [batchDelegate, noDelegate].includes(lowerCaseAddress(delegate))
}
