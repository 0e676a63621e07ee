import type { Address, Hex } from 'viem'

/** How a device is reached: through QR codes that both sides show (EIP-4527), or as a Ledger by cable (WebHID). */
export type DeviceKind = 'qr' | 'ledger'

/** Where the key of an account is that no vault holds. `path` as `m/44'/60'/0'/0/0`. */
export type DeviceKey =
  | {
      kind: 'qr'
      path: string
      /** The first 4 bytes of the hash of the device's master public key, 8 hex digits (BIP-32 §Key identifiers). */
      fingerprint: string
    }
  | { kind: 'ledger'; path: string }

/** An account whose key is on a device. */
export type DeviceAccount = DeviceKey & { address: Address }

/** @param kind of an account, or of where its key comes from */
export function isDeviceKind(kind: string): kind is DeviceKind {
  return kind === 'qr' || kind === 'ledger'
}

/** What `data` is. @see EIP-4527 §Sending the unsigned data from wallet to signer, `data-type` */
export type SignedContent = 'transaction' | 'typed-data' | 'message' | 'typed-transaction'

/** What a device is to sign: exactly the bytes that were approved (invariant 15). */
export type SigningRequest = DeviceAccount & {
  /** A UUID: 16 bytes, hex without `0x`; the same for the same bytes of the same approval. */
  id: string
  approvalId: string
  chainId: number
  content: SignedContent
  /** The unsigned transaction, the JSON text of the typed data as UTF-8, or the bytes of the message. */
  data: Hex
}

/** One for a device that is reached through QR codes. */
export type QrSigningRequest = Extract<SigningRequest, { kind: 'qr' }>

/**
 * Asks a device, through a page: the worker has no camera. Resolves with what `accept` returned. `accept` throws for a
 * signature that is not the account's: then it waits on.
 * @throws Failure `signer-taken-back`, `locked`
 */
export type AskDevice = <Result>(request: SigningRequest, accept: (signature: Hex) => Result) => Promise<Result>
