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

/** Lends the vault's keys of records, the newest first, and fills them with zeros. @throws Failure `vault-damaged` */
async function withRecordsKeys<Result>(
  { id, recordsKey, formerRecordsKeys = [] }: Vault,
  dataKey: CryptoKey,
  use: (keys: Bytes[]) => Result | Promise<Result>,
): Promise<Result> {
  const keys: Bytes[] = []
  try {
    for (const sealed of [...(recordsKey === undefined ? [] : [recordsKey]), ...formerRecordsKeys])
      keys.push(await unseal(dataKey, sealed, recordsContext(id)))
    return await use(keys)
  } catch (cause) {
    throw new Failure('vault-damaged', {}, { cause })
  } finally {
    for (const key of keys) key.fill(0)
  }
}

/**
 * A new key for the records, and those of before, all encrypted with another data key. Rows are encrypted anew later.
 * @throws Failure `vault-damaged` where a key does not decrypt
 */
export function renewRecordsKey(
  vault: Vault,
  from: CryptoKey,
  to: CryptoKey,
): Promise<Pick<Vault, 'recordsKey' | 'formerRecordsKeys'>> {
  return withRecordsKeys(vault, from, async keys => ({
    recordsKey: await newRecordsKey(vault.id, to),
    formerRecordsKeys: await Promise.all(keys.map(key => seal(to, key, recordsContext(vault.id)))),
  }))
}

/**
 * @returns what seals and opens rows; `null` for a vault of an earlier version, which has no such key yet
 * @throws Failure `vault-damaged` where a key does not decrypt
 */
export function openRecordsKey(
  vault: Vault,
  dataKey: CryptoKey,
  createRowCipher: CreateRowCipher,
): Promise<ClosableRowCipher | null> {
  return withRecordsKeys(vault, dataKey, ([key, ...former]) =>
    key === undefined ? null : createRowCipher(key, ...former),
  )
}
