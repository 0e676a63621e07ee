import type { Address, Hex } from 'viem'

/** Where the key of an account is that no vault holds. */
export interface DeviceKey {
  /** As `m/44'/60'/0'/0/0`. */
  path: string
  /** The first 4 bytes of the hash of the device's master public key, 8 hex digits (BIP-32 §Key identifiers). */
  fingerprint: string
}

/** An account whose key is on a device. */
export interface DeviceAccount extends DeviceKey {
  address: Address
}

/** What `data` is. @see EIP-4527 §Sending the unsigned data from wallet to signer, `data-type` */
export type SignedContent = 'transaction' | 'typed-data' | 'message' | 'typed-transaction'

/** What a device is to sign: exactly the bytes that were approved (invariant 15). */
export interface SigningRequest extends DeviceAccount {
  /** A UUID: 16 bytes, hex without `0x`; the same for the same bytes of the same approval. */
  id: string
  approvalId: string
  chainId: number
  content: SignedContent
  /** The unsigned transaction, the JSON text of the typed data as UTF-8, or the bytes of the message. */
  data: Hex
}

/**
 * Asks a device, through a page: the worker has no camera. Resolves with what `accept` returned. `accept` throws for a
 * signature that is not the account's: then it waits on.
 * @throws Failure `signer-taken-back`, `locked`
 */
export type AskDevice = <Result>(request: SigningRequest, accept: (signature: Hex) => Result) => Promise<Result>
