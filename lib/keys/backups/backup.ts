import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { parseJson } from '@/lib/base/json'
import { seal, sealedSchema, unseal, utf8 } from '@/lib/keys/vault/cipher'
import { checksumOf, readVault, type Vault } from '@/lib/keys/vault/vault'
import { type ChannelRecord, channelRecordSchema } from '@/lib/storage/payment-records'
import { type AccountRecord, accountRecordSchema } from '@/lib/storage/records'

/**
 * The file is described in BACKUP.md. A part that an older reader may leave out is optional; any other change is a new
 * version there and here.
 */
const backupFormat = 'prelude-backup'
const backupVersion = 1
/**
 * The version of a file that holds the vault and nothing else: version 1 needs the accounts, which a locked wallet
 * cannot seal.
 */
const vaultOnlyVersion = 2

const contentSchema = z.lazy(() =>
  z.object({
    format: z.literal(backupFormat),
    version: z.literal([backupVersion, vaultOnlyVersion]),
    createdAt: z.number(),
    vault: z.unknown(),
    accounts: z.optional(sealedSchema),
    channels: z.optional(sealedSchema),
    phraseNames: z.optional(sealedSchema),
    records: z.optional(sealedSchema),
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

/** The encrypted parts beside the vault. */
type Part = 'accounts' | 'channels' | 'phraseNames' | 'records'
const contextOf = (vaultId: string, part: Part) => `${backupFormat}|${backupVersion}|${vaultId}|${part}`

export interface Backup {
  vault: Vault
  /** When the file was saved, ms since the epoch. */
  createdAt: number
  /**
   * Decrypts the names, order and hiding of the accounts; `null` in a file of the vault alone.
   * @throws Failure `backup-invalid`
   */
  accounts(dataKey: CryptoKey): Promise<AccountRecord[] | null>
  /** Decrypts the payment channels; none in a file without them. @throws Failure `backup-invalid` */
  channels(dataKey: CryptoKey): Promise<ChannelRecord[]>
  /** Decrypts the names of the phrases, by their ids; none in a file without them. @throws Failure `backup-invalid` */
  phraseNames(dataKey: CryptoKey): Promise<ReadonlyMap<string, string>>
  /** Decrypts what `BackupRecords` gave; `undefined` in a file without it. @throws Failure `backup-invalid` */
  records(dataKey: CryptoKey): Promise<unknown>
}

export async function writeBackup(
  vault: Vault,
  dataKey: CryptoKey,
  parts: { accounts: readonly AccountRecord[]; channels: readonly ChannelRecord[]; records: unknown },
  createdAt: number,
): Promise<string> {
  const sealPart = (part: Part, value: unknown) =>
    seal(dataKey, utf8(JSON.stringify(value, textOfAmount)), contextOf(vault.id, part))
  const content = {
    format: backupFormat,
    version: backupVersion,
    createdAt,
    vault: portable(vault),
    accounts: await sealPart('accounts', parts.accounts),
    channels: await sealPart('channels', parts.channels),
    phraseNames: await sealPart('phraseNames', phraseNames(vault)),
    records: await sealPart('records', parts.records),
  }
  return textOf(content)
}

/**
 * The keys as a file, of a wallet that is locked or did not start. Their accounts come back without names; channels and
 * records do not.
 */
export function writeVaultBackup(vault: Vault, createdAt: number): string {
  return textOf({ format: backupFormat, version: vaultOnlyVersion, createdAt, vault: portable(vault) })
}

/** Passkeys stay behind: they belong to this device. Names are not in a file in the clear. */
function portable(vault: Vault): Vault {
  return { ...vault, passkeys: [], secrets: vault.secrets.map(({ name: _name, ...secret }) => secret) }
}

function textOf(content: object): string {
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
  if (any.data.version > vaultOnlyVersion) throw invalid('newer')

  const { checksum: _checksum, ...content } = { checksum: undefined, ...parsed }
  const checked = contentSchema.safeParse(content)
  if (!checked.success || checksumOf(JSON.stringify(content)) !== any.data.checksum) throw invalid('damaged')
  if ((checked.data.accounts === undefined) !== (checked.data.version === vaultOnlyVersion)) throw invalid('damaged')
  const read = readVault(checked.data.vault)
  if (read.state === 'newer') throw invalid('newer')
  if (read.state !== 'valid') throw invalid('damaged')

  const { vault } = read
  const parts = checked.data
  /** The value of a part; `undefined` where the file does not have it. */
  async function openPart(dataKey: CryptoKey, part: Part): Promise<unknown> {
    const sealed = parts[part]
    if (sealed === undefined) return undefined
    const plaintext = await unseal(dataKey, sealed, contextOf(vault.id, part)).catch(() => {
      throw invalid('damaged')
    })
    return parseJson(new TextDecoder().decode(plaintext))
  }
  return {
    vault,
    createdAt: parts.createdAt,
    async accounts(dataKey) {
      return parts.accounts === undefined ? null : readAs(accountsSchema, await openPart(dataKey, 'accounts'))
    },
    async channels(dataKey) {
      return readAs(channelsSchema, (await openPart(dataKey, 'channels')) ?? []).map(readChannel)
    },
    async phraseNames(dataKey) {
      return new Map(readAs(phraseNamesSchema, (await openPart(dataKey, 'phraseNames')) ?? []))
    },
    records: dataKey => openPart(dataKey, 'records'),
  }
}

/** @throws Failure `backup-invalid` */
function readAs<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const read = z.safeParse(schema, value)
  if (!read.success) throw invalid('damaged')
  return read.data
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
