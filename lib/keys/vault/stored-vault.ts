import { Failure } from '@/lib/base/failure'
import { openRecordsKey } from './records-key'
import type { CreateRowCipher } from './row-cipher'
import { withSecret } from './secrets'
import type { Vault } from './vault'
import type { AccountChanges, LoadedVault, VaultStorage } from './vault-storage'

/** The vault as it is stored, kept in memory once it was loaded. Its secrets stay encrypted. */
export interface StoredVault {
  load(): Promise<LoadedVault>
  state(): LoadedVault['state']
  /** The copies of a damaged vault that the password may open; `null` where the vault is not damaged. */
  doubted(): readonly Vault[] | null
  /** @returns `null` where there is none. @throws Failure `vault-damaged` | `vault-newer` */
  get(): Vault | null
  /** @throws Failure `vault-exists` | `vault-newer`, unless there is no vault or a damaged one */
  requireVacancy(): void
  /**
   * Stores the vault, and rows of accounts in the same transaction, after every secret in it was decrypted from what
   * was read back.
   * @throws Failure `vault-damaged`, with the old vault unchanged
   */
  write(vault: Vault, dataKey: CryptoKey, accounts: AccountChanges): Promise<void>
  /** Keeps a damaged vault under another name, so that a new one can be written. */
  setDamagedAside(): Promise<void>
  erase(): Promise<void>
}

export function createStoredVault(vaultStorage: VaultStorage, createRowCipher: CreateRowCipher): StoredVault {
  let loaded: LoadedVault = { state: 'none' }

  return {
    async load() {
      loaded = await vaultStorage.load()
      return loaded
    },
    state: () => loaded.state,
    doubted: () => (loaded.state === 'damaged' ? loaded.doubted : null),
    get() {
      if (loaded.state === 'newer') throw new Failure('vault-newer')
      if (loaded.state === 'damaged') throw new Failure('vault-damaged')
      return loaded.state === 'valid' ? loaded.vault : null
    },
    requireVacancy() {
      if (loaded.state === 'valid') throw new Failure('vault-exists')
      if (loaded.state === 'newer') throw new Failure('vault-newer')
    },
    async write(vault, dataKey, accounts) {
      const tryEverySecret = async (readBack: Vault) => {
        for (const secret of readBack.secrets) await withSecret(readBack, dataKey, secret, () => undefined)
        const rows = await openRecordsKey(readBack, dataKey, createRowCipher)
        rows?.close()
      }
      await vaultStorage.replace(vault, tryEverySecret, accounts)
      loaded = { state: 'valid', vault }
    },
    async setDamagedAside() {
      if (loaded.state === 'damaged') await vaultStorage.setDamagedAside()
    },
    async erase() {
      await vaultStorage.erase()
      loaded = { state: 'none' }
    },
  }
}
