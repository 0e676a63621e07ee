import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { Bytes } from '@/lib/keys/vault/cipher'
import { type PhraseSecret, type Secret, withSecret } from '@/lib/keys/vault/secrets'
import type { OpenVault } from '@/lib/keys/vault/unlocked'
import type { Vault, VaultSecret } from '@/lib/keys/vault/vault'
import type { Database } from '@/lib/storage/open'
import { type AccountRecord, accountRecordSchema } from '@/lib/storage/records'
import { loadDerivation } from './derived-keys'
import { seedOf } from './phrase'
import { addressOfPrivateKey } from './secp256k1'

/** @throws Failure `account-unknown` */
export async function accountOf(database: Database, address: Address): Promise<AccountRecord> {
  const row = accountRecordSchema.safeParse(await database.get('accounts', lowerCaseAddress(address)))
  if (!row.success) throw new Failure('account-unknown')
  return row.data
}

/**
 * Lends the private key of an account to `use` and fills it with zeros afterwards.
 * @throws Failure `account-watch-only` | `signer-unsupported` where the key is on a device | `vault-damaged` when the
 * vault has no key that gives this address
 */
export async function withPrivateKey<Result>(
  { vault, dataKey }: OpenVault,
  account: AccountRecord,
  use: (privateKey: Bytes) => Result,
): Promise<Result> {
  const { source } = account
  if (source.kind === 'watch') throw new Failure('account-watch-only')
  if (source.kind === 'qr' || source.kind === 'ledger') throw new Failure('signer-unsupported')
  const id = source.kind === 'key' ? (account.keyId ?? account.address) : source.phraseId
  const entry = vault.secrets.find(secret => secret.kind === source.kind && secret.id === id)
  if (entry === undefined) throw new Failure('vault-damaged')
  return withSecret(vault, dataKey, entry, async secret => {
    const privateKey = await privateKeyOf(secret, source.kind === 'phrase' ? source.path : '')
    try {
      if (addressOfPrivateKey(privateKey) !== account.address) throw new Failure('vault-damaged')
      return use(privateKey)
    } finally {
      privateKey.fill(0)
    }
  })
}

async function privateKeyOf(secret: Secret, path: string): Promise<Bytes> {
  if (secret.kind === 'key') return secret.privateKey
  return withKeys(secret, keyAt => keyAt(path))
}

/** Lends the seed of a phrase to `use` and fills it with zeros afterwards. */
export async function withSeed<Result>(secret: PhraseSecret, use: (seed: Bytes) => Result): Promise<Result> {
  const seed = await seedOf(secret.phrase, new TextDecoder().decode(secret.passphrase))
  try {
    return use(seed)
  } finally {
    seed.fill(0)
  }
}

/** The private key at a path, the caller's to fill with zeros. */
export type KeyAt = (path: string) => Bytes

/** Lends the keys of a phrase to `use`. */
export async function withKeys<Result>(secret: PhraseSecret, use: (keyAt: KeyAt) => Result): Promise<Result> {
  const privateKeyAt = await loadDerivation()
  return withSeed(secret, seed => use(path => privateKeyAt(seed, path)))
}

/** The address at a path, lower case. */
export function addressAt(keyAt: KeyAt, path: string): Address {
  const privateKey = keyAt(path)
  try {
    return addressOfPrivateKey(privateKey)
  } finally {
    privateKey.fill(0)
  }
}

/** @throws Failure `account-unknown` when there is no such phrase */
export function findPhrase(vault: Vault, phraseId: string | undefined): VaultSecret {
  const entry = vault.secrets.find(
    secret => secret.kind === 'phrase' && (phraseId === undefined || secret.id === phraseId),
  )
  if (entry === undefined) throw new Failure('account-unknown')
  return entry
}

export function asPhrase(secret: Secret): PhraseSecret {
  if (secret.kind !== 'phrase') throw new Failure('vault-damaged')
  return secret
}
