import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { Failure } from '@/lib/base/failure'
import type { Account } from '@/lib/keys/shared/account'
import type { VaultSecret } from '@/lib/keys/vault/vault'
import { type AccountRecord, accountRecordSchema } from '@/lib/storage/records'
import { accountIndex } from './derived-keys'

/** The stored values that are accounts, in their order. */
export function readAccounts(stored: readonly unknown[]): AccountRecord[] {
  return stored
    .flatMap(row => {
      const parsed = accountRecordSchema.safeParse(row)
      return parsed.success ? [parsed.data] : []
    })
    .sort((a, b) => a.order - b.order)
}

/** A further account: last in the order, or in the place of the one that had its address. */
export function newAccount(
  present: readonly AccountRecord[],
  address: Address,
  source: AccountRecord['source'],
  createdAt: number,
  name?: string,
): AccountRecord {
  const known = present.find(row => row.address === address)
  return {
    address,
    source,
    name: name === undefined ? (known?.name ?? `Account ${present.length + 1}`) : cleanName(name),
    order: known?.order ?? Math.max(-1, ...present.map(row => row.order)) + 1,
    hidden: false,
    createdAt,
    ...(known?.keyId !== undefined && { keyId: known.keyId }),
  }
}

/** Whether this account is listed because of that secret. */
export function belongsTo({ address, keyId = address, source }: AccountRecord, entry: VaultSecret): boolean {
  // An imported key whose address a phrase gives as well may be listed as the phrase's.
  return entry.kind === 'phrase' ? source.kind === 'phrase' && source.phraseId === entry.id : keyId === entry.id
}

/** The secrets that of all accounts only these are listed because of. */
export function secretsOnlyOf(
  accounts: readonly AccountRecord[],
  all: readonly AccountRecord[],
  secrets: readonly VaultSecret[],
): VaultSecret[] {
  return secrets.filter(entry => {
    const because = all.filter(account => belongsTo(account, entry))
    return because.length > 0 && because.every(account => accounts.includes(account))
  })
}

/** @throws Failure `account-exists` */
export function refuseKnown(
  present: readonly AccountRecord[],
  address: Address,
  except: readonly AccountRecord['source']['kind'][],
): void {
  const known = present.find(row => row.address === address)
  if (known !== undefined && !except.includes(known.source.kind)) throw new Failure('account-exists')
}

/** Indexes of a phrase's accounts that are listed. */
export function indexesOf(present: readonly AccountRecord[], phraseId: string): number[] {
  return present.flatMap(({ source }) => {
    if (source.kind !== 'phrase' || source.phraseId !== phraseId) return []
    const index = accountIndex(source.path)
    return index === null ? [] : [index]
  })
}

/** The account in the form that screens list. */
export function toAccount({ address, name, hidden, createdAt, source }: AccountRecord): Account {
  return {
    address: getAddress(address),
    name,
    kind: source.kind,
    hidden,
    phraseId: source.kind === 'phrase' ? source.phraseId : null,
    path: 'path' in source ? source.path : null,
    device: 'device' in source ? source.device : null,
    createdAt,
  }
}

/** @throws Failure `invalid-input` */
export function cleanName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > 64) throw new Failure('invalid-input')
  return trimmed
}
