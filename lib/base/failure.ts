/**
 * Everything that can go wrong and that a person is told about. A code is a key of the message catalogue
 * (`failure_<code>` with `-` as `_`); `details` are the values its sentence needs and never carry a secret.
 */
export const failureCodes = [
  'account-exists',
  'account-unknown',
  'last-account',
  'account-watch-only',
  'approval-changed',
  'approval-gone',
  'backup-invalid',
  'backup-partly',
  'conditions-not-taken',
  'conditions-over',
  'database-damaged',
  'delegate-without-code',
  'disk-full',
  'disk-full-approved',
  'endpoint-error',
  'endpoint-not-json-rpc',
  'endpoint-rate-limited',
  'endpoint-twice',
  'endpoint-unreachable',
  'endpoint-wrong-chain',
  'faucet-refused',
  'fee-above-ceiling',
  'fee-unknown',
  'insufficient-funds',
  'invalid-address',
  'invalid-amount',
  'invalid-input',
  'invalid-private-key',
  'keystore-address',
  'keystore-invalid',
  'keystore-password',
  'keystore-too-costly',
  'keystore-too-large',
  'keystore-unsupported',
  'keystore-version',
  'ledger-app-too-old',
  'ledger-blind-signing-off',
  'ledger-busy',
  'ledger-locked',
  'ledger-not-chosen',
  'ledger-other-account',
  'ledger-rejected',
  'ledger-unplugged',
  'ledger-unreadable',
  'ledger-wrong-app',
  'list-grown',
  'list-moved',
  'list-older',
  'list-refused',
  'list-shrunk',
  'list-stopped',
  'list-too-large',
  'list-too-slow',
  'list-unreachable',
  'list-unreadable',
  'locked',
  'network-unknown',
  'nonce-taken',
  'not-replaceable',
  'passkey-cancelled',
  'passkey-unknown',
  'passkey-unsuitable',
  'password-delayed',
  'password-too-short',
  'payment-above-cap',
  'payment-account-code',
  'payment-challenge-signed',
  'payment-channel-busy',
  'payment-expired',
  'payment-mismatch',
  'phrase-checksum',
  'phrase-exists',
  'phrase-length',
  'phrase-word-unknown',
  'procedure-unknown',
  'refund-refused',
  'replacement-underpriced',
  'signature-refused',
  'signer-other-request',
  'signer-taken-back',
  'signer-unreadable',
  'signer-unsupported',
  'signer-wrong-key',
  'start-failed',
  'transaction-rejected',
  'unknown',
  'vault-damaged',
  'vault-exists',
  'vault-newer',
  'vault-older',
  'worker-restarted',
  'would-revert',
  'wrong-password',
  'wrong-surface',
] as const
export type FailureCode = (typeof failureCodes)[number]
export type FailureDetails = Readonly<Record<string, string | number | boolean | null>>

const brand = Symbol.for('prelude.failure')

/** An error with a code that the screen turns into a sentence. */
export class Failure extends Error {
  readonly [brand] = true

  /** The worker is two scripts, and each has this class: what one of them throws is the same to the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, details: FailureDetails = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.details = details
  }
}

/** @returns the failure; that of a write for which the device has no room; `null` for any other error */
export function failureIn(error: unknown): Failure | null {
  if (error instanceof Failure) return error
  const isFull = typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError'
  return isFull ? new Failure('disk-full', {}, { cause: error }) : null
}
