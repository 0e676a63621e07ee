import type { AccountRecord } from '@/lib/storage/records'
import { newRecordsKey } from './records-key'
import { newSecretId, sealSecret, withSecret } from './secrets'
import type { Vault, VaultSecret } from './vault'

/**
 * A vault of an earlier version as one of today: with a key for records, and with random ids for the private keys that
 * were named by their addresses.
 * @returns it, with the account rows that change because of it; `null` where it is up to date
 * @throws Failure `vault-damaged` where a key does not decrypt
 */
export async function upgraded(
  vault: Vault,
  dataKey: CryptoKey,
  accounts: () => Promise<AccountRecord[]>,
): Promise<{ vault: Vault; put: AccountRecord[] } | null> {
  const isNamed = ({ id, kind }: VaultSecret) => kind === 'key' && id.startsWith('0x')
  if (vault.recordsKey !== undefined && !vault.secrets.some(isNamed)) return null
  const rows = await accounts()
  const put: AccountRecord[] = []
  const secrets: VaultSecret[] = []
  for (const entry of vault.secrets) {
    if (!isNamed(entry)) {
      secrets.push(entry)
      continue
    }
    const place = { id: newSecretId(), createdAt: entry.createdAt }
    secrets.push(await withSecret(vault, dataKey, entry, secret => sealSecret(vault.id, dataKey, secret, place)))
    const row = rows.find(({ address }) => address === entry.id)
    if (row !== undefined) put.push({ ...row, keyId: place.id })
  }
  return { vault: { ...vault, recordsKey: vault.recordsKey ?? (await newRecordsKey(vault.id, dataKey)), secrets }, put }
}
