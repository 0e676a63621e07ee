import { Failure } from '@/lib/base/failure'
import type { KeyringOptions } from '@/lib/keys/types'
import { createAttempts, wrongPassword } from './attempts'
import { unwrapDataKey, wrapDataKey } from './cipher'
import { chooseDerivation, defaultDerivation, deriveWrappingKey, isOutdated } from './derivation'
import { passwordContext, type Vault } from './vault'

/** The parts of a vault by which a password opens it. */
export type PasswordWrap = Pick<Vault, 'derivation' | 'dataKey'>

/** Opens a vault's data key with a password, and wraps it with another one. */
export interface Passwords {
  /** When a password may be tried again, ms since the epoch; `null` for now. */
  retryAt(): Promise<number | null>
  /**
   * @returns the data key, extractable: it is to be wrapped again, or used and dropped
   * @throws Failure `wrong-password` {retryInMs} | `password-delayed` {retryInMs}
   */
  unwrap(vault: Vault, password: string): Promise<CryptoKey>
  /**
   * Tries all vaults, and counts that as one attempt.
   * @returns of several copies those that it opens, each with its data key.
   * @throws as `unwrap`
   */
  unwrapEach(vaults: readonly Vault[], password: string): Promise<[Vault, CryptoKey][]>
  /** @returns the data key wrapped by the password, at the cost that is the target today */
  wrap(vaultId: string, dataKey: CryptoKey, password: string): Promise<PasswordWrap>
  /** @returns whether guessing the vault's password costs less than the target today */
  isOutdated(vault: Vault): boolean
}

export function createPasswords({
  database,
  clock,
  argon2id,
  derivation: target = defaultDerivation,
}: Pick<KeyringOptions, 'database' | 'clock' | 'argon2id' | 'derivation'>): Passwords {
  const attempts = createAttempts(database, clock)

  async function unwrap(vault: Vault, password: string): Promise<CryptoKey> {
    const key = await deriveWrappingKey(password, vault.derivation, argon2id)
    const context = passwordContext(vault.id, vault.derivation)
    return unwrapDataKey(vault.dataKey, key, context, 'wrap-again').catch(() => {
      throw wrongPassword
    })
  }

  return {
    retryAt: attempts.retryAt,
    unwrap: (vault, password) => attempts.attempt(() => unwrap(vault, password)),
    unwrapEach: (vaults, password) =>
      attempts.attempt(async () => {
        const opened: [Vault, CryptoKey][] = []
        for (const vault of vaults) await unwrap(vault, password).then(key => opened.push([vault, key]), isWrong)
        if (opened.length === 0) throw wrongPassword
        return opened
      }),
    async wrap(vaultId, dataKey, password) {
      const { derivation, wrappingKey } = await chooseDerivation(password, target, { argon2id, clock })
      const context = passwordContext(vaultId, derivation)
      const wrapped = await wrapDataKey(dataKey, wrappingKey, context)
      await unwrapDataKey(wrapped, wrappingKey, context, 'use-only')
      return { derivation, dataKey: wrapped }
    },
    isOutdated: vault => isOutdated(vault.derivation, target),
  }
}

/** @throws whatever is not a wrong password */
function isWrong(error: unknown): void {
  if (error !== wrongPassword) throw error
}

/** Characters, counted as a person counts them. */
export const minimumPasswordLength = 12

/** @throws Failure `password-too-short` {minimum} */
export function requireLength(password: string): void {
  if ([...password].length < minimumPasswordLength)
    throw new Failure('password-too-short', { minimum: minimumPasswordLength })
}
