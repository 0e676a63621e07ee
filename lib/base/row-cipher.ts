/**
 * Encrypts rows with a key of the vault. Only an unlocked wallet has one; `lib/keys` makes it and keeps the key.
 * Synchronous, because a database transaction ends when anything but the database is awaited in it.
 */
export interface RowCipher {
  /** Ciphers of the keys before, the newest first, while rows may be encrypted with them. */
  readonly former: readonly RowCipher[]
  /**
   * A keyed hash: the same text at the same place gives the same hash, which tells nothing without the key.
   * @param place the field whose value it is
   */
  blind(place: string, text: string): string
  /** @param context authenticated with the row: what was encrypted for one place opens in no other */
  encrypt(row: unknown, context: string): Uint8Array<ArrayBuffer>
  /** @returns `null` where it was encrypted with no key of these for this context, or was changed since */
  decrypt(encrypted: Uint8Array, context: string): { row: unknown } | null
}
