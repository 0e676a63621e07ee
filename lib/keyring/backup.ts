import * as z from 'zod/mini'
import { type AccountRecord, accountRecordSchema } from '@/lib/database/records'
import { Failure } from '@/lib/values/failure'
import { parseJson } from '@/lib/values/json'
import { seal, sealedSchema, unseal, utf8 } from './cipher'
import { checksumOf, readVault, type Vault } from './vault'

/** The file is described in BACKUP.md; a change of it is a new version there and here. */
const backupFormat = 'prelude-backup'
const backupVersion = 1

const contentSchema = z.lazy(() =>
  z.object({
    format: z.literal(backupFormat),
    version: z.literal(backupVersion),
    createdAt: z.number(),
    vault: z.unknown(),
    accounts: sealedSchema,
  }),
)
const anyVersionSchema = z.lazy(() =>
  z.object({ format: z.literal(backupFormat), version: z.int(), checksum: z.string() }),
)
const accountsSchema = z.array(accountRecordSchema)

const accountsContext = (vaultId: string) => `${backupFormat}|${backupVersion}|${vaultId}|accounts`

export interface Backup {
  vault: Vault
  /** Decrypts the names, order and hiding of the accounts. @throws Failure `backup-invalid` */
  accounts(dataKey: CryptoKey): Promise<AccountRecord[]>
}

/** Passkeys stay behind: they belong to this device. */
export async function writeBackup(
  vault: Vault,
  dataKey: CryptoKey,
  accounts: readonly AccountRecord[],
  createdAt: number,
): Promise<string> {
  const content = {
    format: backupFormat,
    version: backupVersion,
    createdAt,
    vault: { ...vault, passkeys: [] },
    accounts: await seal(dataKey, utf8(JSON.stringify(accounts)), accountsContext(vault.id)),
  }
  return `${JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) }, null, 2)}\n`
}

/** @throws Failure `backup-invalid` {reason: 'not-a-backup' | 'newer' | 'damaged'} */
export function readBackup(text: string): Backup {
  const parsed = parseJson(text)
  const any = anyVersionSchema.safeParse(parsed)
  if (!any.success || typeof parsed !== 'object' || parsed === null) throw invalid('not-a-backup')
  if (any.data.version > backupVersion) throw invalid('newer')

  const { checksum: _checksum, ...content } = { checksum: undefined, ...parsed }
  const checked = contentSchema.safeParse(content)
  if (!checked.success || checksumOf(JSON.stringify(content)) !== any.data.checksum) throw invalid('damaged')
  const read = readVault(checked.data.vault)
  if (read.state === 'newer') throw invalid('newer')
  if (read.state !== 'valid') throw invalid('damaged')

  const { vault } = read
  return {
    vault,
    async accounts(dataKey) {
      const plaintext = await unseal(dataKey, checked.data.accounts, accountsContext(vault.id)).catch(() => {
        throw invalid('damaged')
      })
      const accounts = accountsSchema.safeParse(parseJson(new TextDecoder().decode(plaintext)))
      if (!accounts.success) throw invalid('damaged')
      return accounts.data
    },
  }
}

export function invalid(reason: 'not-a-backup' | 'newer' | 'damaged'): Failure {
  return new Failure('backup-invalid', { reason })
}
