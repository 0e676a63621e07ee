import * as z from 'zod/mini'
import { type ChannelRecord, channelRecordSchema } from '@/lib/database/payment-records'
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
    channels: z.optional(sealedSchema),
    phraseNames: z.optional(sealedSchema),
  }),
)
const anyVersionSchema = z.lazy(() =>
  z.object({ format: z.literal(backupFormat), version: z.int(), checksum: z.string() }),
)
const accountsSchema = z.array(accountRecordSchema)
const phraseNamesSchema = z.array(z.tuple([z.string(), z.string().check(z.maxLength(64))]))

/** Rows of payment channels; JSON has no integers of 256 bits, so amounts are decimal texts. */
const channelAmounts = ['deposited', 'signed', 'charged', 'claimed'] as const
const channelsSchema = z.array(z.looseObject({}))

const channelsContext = (vaultId: string) => `${backupFormat}|${backupVersion}|${vaultId}|channels`
const phraseNamesContext = (vaultId: string) => `${backupFormat}|${backupVersion}|${vaultId}|phraseNames`
const accountsContext = (vaultId: string) => `${backupFormat}|${backupVersion}|${vaultId}|accounts`

export interface Backup {
  vault: Vault
  /** Decrypts the names, order and hiding of the accounts. @throws Failure `backup-invalid` */
  accounts(dataKey: CryptoKey): Promise<AccountRecord[]>
  /** Decrypts the payment channels; none in a file without them. @throws Failure `backup-invalid` */
  channels(dataKey: CryptoKey): Promise<ChannelRecord[]>
  /** Decrypts the names of the phrases, by their ids; none in a file without them. @throws Failure `backup-invalid` */
  phraseNames(dataKey: CryptoKey): Promise<ReadonlyMap<string, string>>
}

/** Passkeys stay behind: they belong to this device. */
export async function writeBackup(
  vault: Vault,
  dataKey: CryptoKey,
  { accounts, channels }: { accounts: readonly AccountRecord[]; channels: readonly ChannelRecord[] },
  createdAt: number,
): Promise<string> {
  const content = {
    format: backupFormat,
    version: backupVersion,
    createdAt,
    vault: { ...vault, passkeys: [], secrets: vault.secrets.map(({ name: _name, ...secret }) => secret) },
    accounts: await seal(dataKey, utf8(JSON.stringify(accounts)), accountsContext(vault.id)),
    channels: await seal(dataKey, utf8(JSON.stringify(channels, textOfAmount)), channelsContext(vault.id)),
    phraseNames: await seal(dataKey, utf8(JSON.stringify(phraseNames(vault))), phraseNamesContext(vault.id)),
  }
  return `${JSON.stringify({ ...content, checksum: checksumOf(JSON.stringify(content)) }, null, 2)}\n`
}

function phraseNames({ secrets }: Vault): [id: string, name: string][] {
  return secrets.flatMap(({ id, name }): [string, string][] => (name === undefined ? [] : [[id, name]]))
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
    async channels(dataKey) {
      const sealed = checked.data.channels
      if (sealed === undefined) return []
      const plaintext = await unseal(dataKey, sealed, channelsContext(vault.id)).catch(() => {
        throw invalid('damaged')
      })
      const rows = channelsSchema.safeParse(parseJson(new TextDecoder().decode(plaintext)))
      if (!rows.success) throw invalid('damaged')
      return rows.data.map(readChannel)
    },
    async phraseNames(dataKey) {
      const sealed = checked.data.phraseNames
      if (sealed === undefined) return new Map()
      const plaintext = await unseal(dataKey, sealed, phraseNamesContext(vault.id)).catch(() => {
        throw invalid('damaged')
      })
      const names = phraseNamesSchema.safeParse(parseJson(new TextDecoder().decode(plaintext)))
      if (!names.success) throw invalid('damaged')
      return new Map(names.data)
    },
  }
}

function textOfAmount(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

/** @throws Failure `backup-invalid` */
function readChannel(row: Readonly<Record<string, unknown>>): ChannelRecord {
  const amounts = channelAmounts.map(name => {
    const text = row[name]
    if (typeof text !== 'string' || !/^\d{1,78}$/.test(text)) throw invalid('damaged')
    return [name, BigInt(text)] as const
  })
  const channel = channelRecordSchema.safeParse({ ...row, ...Object.fromEntries(amounts) })
  if (!channel.success) throw invalid('damaged')
  return channel.data
}

export function invalid(reason: 'not-a-backup' | 'newer' | 'damaged'): Failure {
  return new Failure('backup-invalid', { reason })
}
