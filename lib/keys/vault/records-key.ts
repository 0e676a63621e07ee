import { Failure } from '@/lib/base/failure'
import { type Bytes, randomBytes, type Sealed, seal, unseal } from './cipher'
import type { ClosableRowCipher, CreateRowCipher } from './row-cipher'
import { recordsContext, type Vault } from './vault'

/** A new key for the records of the database, encrypted with the vault's data key. */
export async function newRecordsKey(vaultId: string, dataKey: CryptoKey): Promise<Sealed> {
  const key = randomBytes(32)
  try {
    return await seal(dataKey, key, recordsContext(vaultId))
  } finally {
    key.fill(0)
  }
}

/**
 * The same key for the records, encrypted with another data key: rows stay as they are.
 * @returns nothing for a vault of an earlier version, which has no such key yet
 * @throws Failure `vault-damaged` where the key does not decrypt
 */
export async function resealRecordsKey(
  vault: Vault,
  from: CryptoKey,
  to: CryptoKey,
): Promise<Pick<Vault, 'recordsKey'>> {
  if (vault.recordsKey === undefined) return {}
  const key = await unsealKey(vault.id, vault.recordsKey, from)
  try {
    return { recordsKey: await seal(to, key, recordsContext(vault.id)) }
  } finally {
    key.fill(0)
  }
}

/** @throws Failure `vault-damaged` */
function unsealKey(vaultId: string, recordsKey: Sealed, dataKey: CryptoKey): Promise<Bytes> {
  return unseal(dataKey, recordsKey, recordsContext(vaultId)).catch(() => {
    throw new Failure('vault-damaged')
  })
}

/**
 * @returns what seals and opens rows; `null` for a vault of an earlier version, which has no such key yet
 * @throws Failure `vault-damaged` where the key does not decrypt
 */
export async function openRecordsKey(
  { id, recordsKey }: Vault,
  dataKey: CryptoKey,
  createRowCipher: CreateRowCipher,
): Promise<ClosableRowCipher | null> {
  if (recordsKey === undefined) return null
  const key = await unsealKey(id, recordsKey, dataKey)
  try {
    return createRowCipher(key)
  } finally {
    key.fill(0)
  }
}
