import type { Address } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { RpcError } from '@/lib/base/rpc/errors'
import type { SignedTypedData } from '@/lib/decisions/kinds/carrying-out'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'

/** A signature that was just made and has gone nowhere yet. */
export interface GivenSignature extends Omit<SignedTypedData, 'paymentId'> {
  paymentId: string | null
  /** Where the typed data does not name the token: a voucher is for the token of its channel. */
  token?: Address
}

/** The newest block and its clock, Unix seconds, beside the device's. */
export interface ChainTime {
  number: number
  chainSeconds: number
  /** The device's clock when the chain said so, ms. */
  readAt: number
  /** From one block to the next, over the last hundred; `null` where that was not asked. */
  blockMs: number | null
}

/**
 * Every signature that lets somebody else move money, and what became of it. Reading needs the network: those methods
 * reject with an `RpcError`, and what is known stays as it was.
 */
export interface Ledger {
  /**
   * Keeps what a signature allows, strictly: it may leave the wallet only after this resolved. The same one again
   * changes nothing. Resolves with its rows: none for typed data that lets nobody take anything.
   */
  record(given: GivenSignature): Promise<AuthorizationRecord[]>
  get(id: string): Promise<AuthorizationRecord | undefined>
  /** The rows of an account, newest first. */
  rows(networkId: NetworkId, account: Address): Promise<AuthorizationRecord[]>
  /**
   * What an account signed outside of HTTP 402 payments and may still be taken, as far as is known, or was signed
   * since the worker started.
   */
  standing(account: Address): Promise<AuthorizationRecord[]>
  /** Asks the chain about everything that is open. */
  reconcile(networkId: NetworkId, account: Address): Promise<void>
  /** The same for one row: what is said of it afterwards is what the chain says now. */
  check(id: string): Promise<AuthorizationRecord | undefined>
  /** Hears of what happens to open rows while somebody looks or a payment is under way. Returns the end of it. */
  follow(networkId: NetworkId, account: Address): () => void
  /**
   * How far what is open was read: `Infinity` where nothing is, `null` before. `failure`: why the last reading failed.
   */
  reading(networkId: NetworkId, account: Address): Promise<{ to: number | null; failure: RpcError | null }>
  time(networkId: NetworkId): ChainTime | null
  /** A row, or the chain's clock, changed. */
  onChange(listener: (networkId: NetworkId) => void): () => void
}
