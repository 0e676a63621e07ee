import { Failure } from '@/lib/base/failure'
import { randomBytes, type Sealed, seal, unseal } from './cipher'
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
 * @returns what seals and opens rows; `null` for a vault of an earlier version, which has no such key yet
 * @throws Failure `vault-damaged` where the key does not decrypt
 */
export async function openRecordsKey(
  { id, recordsKey }: Vault,
  dataKey: CryptoKey,
  createRowCipher: CreateRowCipher,
): Promise<ClosableRowCipher | null> {
  if (recordsKey === undefined) return null
  const key = await unseal(dataKey, recordsKey, recordsContext(id)).catch(() => {
    throw new Failure('vault-damaged')
  })
  try {
    return createRowCipher(key)
  } finally {
    key.fill(0)
  }
}
