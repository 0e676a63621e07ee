import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { type Bytes, bytesOf } from '@/lib/keys/vault/cipher'
import {
  newSecretId,
  type PhraseSecret,
  phraseSecret,
  type Secret,
  sealSecret,
  wipe,
  withSecret,
} from '@/lib/keys/vault/secrets'
import type { OpenVault } from '@/lib/keys/vault/unlocked'
import type { VaultSecret } from '@/lib/keys/vault/vault'
import type { AccountRecord } from '@/lib/storage/records'
import { belongsTo, newAccount } from './account-rows'
import { accountPath } from './derived-keys'
import type { KeptPhrase } from './phrase'
import { addressAt, asPhrase, findPhrase, type KeyAt, withKeys } from './private-keys'
import { addressOfPrivateKey, isPrivateKey } from './secp256k1'

/** An address that a secret gives. */
export type Candidate = Pick<AccountRecord, 'address' | 'source'>

/** Lends the keys of a phrase (absent: the first) to `use`. @throws Failure `account-unknown` */
export async function withPhrase<Result>(
  { vault, dataKey }: OpenVault,
  phraseId: string | undefined,
  use: (keyAt: KeyAt, id: string) => Result,
): Promise<Result> {
  const entry = findPhrase(vault, phraseId)
  return withSecret(vault, dataKey, entry, secret => withKeys(asPhrase(secret), keyAt => use(keyAt, entry.id)))
}

/** The address of a phrase at a path. */
export function candidateAt(keyAt: KeyAt, phraseId: string, path: string): Candidate {
  return { address: addressAt(keyAt, path), source: { kind: 'phrase', phraseId, path } }
}

/** @returns the account that a secret gives first: a key its own address, a phrase the one of index 0 */
export async function firstAccount(secret: Secret, { id }: { id: string }): Promise<Candidate> {
  if (secret.kind === 'key') return { address: addressOfPrivateKey(secret.privateKey), source: { kind: 'key' } }
  const path = accountPath(0)
  const address = await withKeys(secret, keyAt => addressAt(keyAt, path))
  return { address, source: { kind: 'phrase', phraseId: id, path } }
}

/** @returns the first account of each phrase without accounts, and that of each key without one */
export async function missingAccounts(
  { vault, dataKey }: OpenVault,
  present: readonly AccountRecord[],
  createdAt: number,
): Promise<AccountRecord[]> {
  const missing: AccountRecord[] = []
  for (const entry of vault.secrets) {
    const known = [...present, ...missing]
    if (known.some(row => belongsTo(row, entry))) continue
    const { address, source } = await withSecret(vault, dataKey, entry, secret => firstAccount(secret, entry))
    const row = known.find(each => each.address === address)
    if (entry.kind === 'phrase') missing.push(newAccount(known, address, source, createdAt))
    // A file may hold a key twice.
    else if (!vault.secrets.some(({ id }) => id === row?.keyId)) {
      const isOthers = row !== undefined && row.source.kind !== 'watch'
      missing.push({ ...(isOthers ? row : newAccount(known, address, source, createdAt)), keyId: entry.id })
    }
  }
  return missing
}

/**
 * @returns the first phrase of a new vault, encrypted, with its first account
 */
export async function firstPhrase(
  vaultId: string,
  dataKey: CryptoKey,
  { phrase, passphrase }: { phrase: KeptPhrase; passphrase: string },
  createdAt: number,
): Promise<{ secret: VaultSecret; account: AccountRecord }> {
  const secret = phraseSecret(phrase, passphrase)
  try {
    const id = newSecretId()
    const { address, source } = await firstAccount(secret, { id })
    return {
      secret: await sealSecret(vaultId, dataKey, secret, { id, createdAt }),
      account: newAccount([], address, source, createdAt),
    }
  } finally {
    wipe(secret)
  }
}

/** @returns under which id the vault has this phrase with this passphrase; `null` where it has not */
export async function knownPhraseId({ vault, dataKey }: OpenVault, secret: PhraseSecret): Promise<string | null> {
  for (const entry of vault.secrets.filter(each => each.kind === 'phrase')) {
    const same = await withSecret(vault, dataKey, entry, known => {
      const { phrase, passphrase } = asPhrase(known)
      return isEqual(phrase.bytes, secret.phrase.bytes) && isEqual(passphrase, secret.passphrase)
    })
    if (same) return entry.id
  }
  return null
}

function isEqual(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/**
 * @param text 64 hex digits, with or without `0x`
 * @throws Failure `invalid-private-key`
 */
export function parsePrivateKey(text: string): Bytes {
  const hex = text.trim().replace(/^0x/i, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Failure('invalid-private-key')
  const bytes = bytesOf(hex)
  if (!isPrivateKey(bytes)) {
    bytes.fill(0)
    throw new Failure('invalid-private-key')
  }
  return bytes
}

/** @returns the address of the phrase at the lowest index that is not listed and not another account's */
export function nextCandidate(
  keyAt: KeyAt,
  phraseId: string,
  taken: { indexes: ReadonlySet<number>; addresses: ReadonlySet<Address> },
): Candidate {
  for (let index = 0; ; index++) {
    if (taken.indexes.has(index)) continue
    const candidate = candidateAt(keyAt, phraseId, accountPath(index))
    if (!taken.addresses.has(candidate.address)) return candidate
  }
}
