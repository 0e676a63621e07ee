import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { newAccount, readAccounts } from '@/lib/keys/accounts/account-rows'
import { addressOfPrivateKey } from '@/lib/keys/accounts/secp256k1'
import { knownPhraseId, missingAccounts } from '@/lib/keys/accounts/secret-accounts'
import type { BackupRecords, Keyring } from '@/lib/keys/shared/keyring'
import type { Argon2id } from '@/lib/keys/types'
import type { Access } from '@/lib/keys/vault/access'
import { unwrapDataKey } from '@/lib/keys/vault/cipher'
import { deriveWrappingKey } from '@/lib/keys/vault/derivation'
import { newSecretId, type Secret, sealSecret, withSecret } from '@/lib/keys/vault/secrets'
import type { OpenVault } from '@/lib/keys/vault/unlocked'
import { passwordContext, type Vault, type VaultSecret } from '@/lib/keys/vault/vault'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { AccountRecord } from '@/lib/storage/records'
import { type Backup, invalid, readBackup, writeBackup } from './backup'

/** A backup whose every secret can be decrypted. */
interface OpenBackup {
  vault: Vault
  createdAt: number
  dataKey: CryptoKey
  /** For a file without accounts: the first account of each phrase, and the account of each key. */
  accounts: readonly AccountRecord[]
  channels: Awaited<ReturnType<Backup['channels']>>
  /** Adds what else is in it. */
  restore(): Promise<void>
}

/** The wallet as a file, a wallet from such a file, and what such a file adds to a wallet. */
export function createBackups({
  access,
  database,
  clock,
  argon2id,
  records,
}: {
  access: Access
  database: Database
  clock: Clock
  argon2id: Argon2id
  records: BackupRecords
}): Pick<Keyring, 'exportBackup' | 'importBackup' | 'mergeBackup' | 'checkBackup'> {
  const { exclusive } = access
  const accountRows = async (): Promise<AccountRecord[]> => readAccounts(await database.getAll('accounts'))

  async function putNewChannels(channels: OpenBackup['channels']): Promise<void> {
    const transaction = database.transaction('channels', 'readwrite', { durability: 'strict' })
    const known = await Promise.all(channels.map(({ key }) => transaction.store.getKey(key)))
    await committed(
      transaction,
      channels.filter((_, index) => known[index] === undefined).map(channel => transaction.store.put(channel)),
    )
  }

  /** Stores what a file holds beside its keys, which are stored. @throws Failure `backup-partly` */
  async function putRest({ channels, restore }: Pick<OpenBackup, 'channels' | 'restore'>): Promise<void> {
    try {
      await putNewChannels(channels)
      await restore()
    } catch (cause) {
      throw new Failure('backup-partly', {}, { cause })
    }
  }

  /** @throws Failure `backup-invalid` | `wrong-password` */
  async function openBackup(text: string, password: string): Promise<OpenBackup> {
    const backup = readBackup(text)
    const { vault } = backup
    const wrappingKey = await deriveWrappingKey(password, vault.derivation, argon2id)
    const context = passwordContext(vault.id, vault.derivation)
    const dataKey = await unwrapDataKey(vault.dataKey, wrappingKey, context, 'wrap-again').catch(() => {
      throw new Failure('wrong-password', { retryInMs: 0 })
    })
    const stored = await backup.accounts(dataKey)
    const channels = await backup.channels(dataKey)
    for (const secret of vault.secrets) {
      await withSecret(vault, dataKey, secret, () => undefined).catch(() => {
        throw invalid('damaged')
      })
    }
    const names = await backup.phraseNames(dataKey)
    const secrets = vault.secrets.map(secret => {
      const name = names.get(secret.id)
      return name === undefined ? secret : { ...secret, name }
    })
    const restore = records.prepare(await backup.records(dataKey))
    const accounts = stored ?? (await missingAccounts({ vault, dataKey }, [], clock.now()))
    return { vault: { ...vault, secrets }, createdAt: backup.createdAt, dataKey, accounts, channels, restore }
  }

  return {
    exportBackup: password =>
      exclusive(() =>
        access.withPassword(password, async (vault, dataKey) => {
          const [accounts, channels] = [await accountRows(), await database.getAll('channels')]
          return writeBackup(vault, dataKey, { accounts, channels, records: await records.read() }, clock.now())
        }),
      ),

    importBackup: (text, password) =>
      exclusive(async () => {
        await access.requireVacancy()
        const { vault, dataKey, accounts, channels, restore } = await openBackup(text, password)
        await access.establish({ ...vault, passkeys: [], createdAt: clock.now() }, dataKey, accounts)
        await putRest({ channels, restore })
      }),

    async checkBackup(text, password) {
      const open = await access.opened()
      const { accounts, createdAt } = await openBackup(text, password)
      access.stillOpen(open)
      const isThere = new Set(accounts.map(({ address }) => address))
      return { createdAt, lacks: (await accountRows()).filter(({ address }) => !isThere.has(address)).length }
    },

    async mergeBackup(text, password) {
      access.stillOpen(await access.opened())
      // Outside `exclusive`, so that nothing else waits for the derivation.
      const backup = await openBackup(text, password)
      return exclusive(async () => {
        // It may have been locked meanwhile.
        const open = await access.opened()
        const present = await accountRows()
        const { secrets, idOf } = await newSecrets(backup, open, present)
        const added = newAccounts(backup.accounts, present, idOf, clock.now())
        await access.save({ ...open.vault, secrets: [...open.vault.secrets, ...secrets] }, open.dataKey, { put: added })
        access.notify('accounts')
        await putRest(backup)
        return added.map(({ address }) => getAddress(address))
      })
    },
  }
}

/**
 * Encrypts the secrets that the open vault has not.
 * @returns them, and under which id the open vault has, or gets, each phrase of the backup and each key that it adds
 */
async function newSecrets(
  { vault, dataKey }: OpenBackup,
  open: OpenVault,
  present: readonly AccountRecord[],
): Promise<{ secrets: VaultSecret[]; idOf: ReadonlyMap<string, string> }> {
  const secrets: VaultSecret[] = []
  const idOf = new Map<string, string>()
  const added = new Set<Address>()
  const isTaken = (id: string) => open.vault.secrets.some(each => each.id === id)
  const add = async (secret: Secret, id: string, { createdAt, name }: VaultSecret) => {
    const sealed = await sealSecret(open.vault.id, open.dataKey, secret, { id, createdAt })
    secrets.push(name === undefined ? sealed : { ...sealed, name })
  }
  for (const entry of vault.secrets)
    await withSecret(vault, dataKey, entry, async secret => {
      if (secret.kind === 'key') {
        const address = addressOfPrivateKey(secret.privateKey)
        if (present.some(row => row.address === address && row.source.kind !== 'watch') || added.has(address)) return
        added.add(address)
        const id = newSecretId()
        idOf.set(entry.id, id)
        return add(secret, id, entry)
      }
      const known = await knownPhraseId(open, secret)
      const id = known ?? (isTaken(entry.id) ? newSecretId() : entry.id)
      idOf.set(entry.id, id)
      if (known === null) await add(secret, id, entry)
    })
  return { secrets, idOf }
}

/** The accounts of the backup that are not there, after those that are, with their names. */
function newAccounts(
  accounts: readonly AccountRecord[],
  present: readonly AccountRecord[],
  idOf: ReadonlyMap<string, string>,
  now: number,
): AccountRecord[] {
  const added: AccountRecord[] = []
  for (const { address, keyId: oldId = address, source, name, hidden } of accounts.toSorted(
    (a, b) => a.order - b.order,
  )) {
    const known = present.find(row => row.address === address)
    // A watched account gets the key that the backup has.
    if (known !== undefined && (known.source.kind !== 'watch' || source.kind === 'watch')) continue
    const phraseId = source.kind === 'phrase' ? idOf.get(source.phraseId) : undefined
    if (source.kind === 'phrase' && phraseId === undefined) continue
    const placed = source.kind === 'phrase' && phraseId !== undefined ? { ...source, phraseId } : source
    const keyId = idOf.get(oldId)
    const account = newAccount([...present, ...added], address, placed, now, known?.name ?? name)
    added.push({ ...account, hidden, ...(keyId !== undefined && { keyId }) })
  }
  return added
}
