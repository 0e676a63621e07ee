import type { Address, Hex } from 'viem'
import type { DeviceAccount } from '@/lib/base/devices'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { PasskeysView, PhraseCheck, PhraseView, SessionView } from '@/lib/language/views'
import type { Account } from './account'
import type { Signer } from './signing'

export interface KeyringState extends SessionView {
  vault: 'none' | 'locked' | 'unlocked' | 'damaged' | 'newer'
}

/** What changed: who may see what (`session`), only the time of locking (`deadline`), or the list of accounts. */
export type KeyringChange = 'session' | 'deadline' | 'accounts'

export interface Keyring extends Signer {
  /** Where it stands; restores the unlock after a worker's death, and locks when the deadline has passed. */
  state(): Promise<KeyringState>
  /** Every change, after it is stored. Returns the end of listening. */
  onChange(listener: (change: KeyringChange) => void): () => void
  /** Seals and opens rows of the database; `null` while locked, and before `state` was first read. */
  rows(): RowCipher | null
  /** Forgets the former keys of these rows; no effect where the key changed or was forgotten since. */
  rowsRenewed(rows: RowCipher): Promise<void>

  /** What words are that a person takes for a recovery phrase. Nothing is kept. */
  checkPhrase(text: string): Promise<PhraseCheck>
  /** A new English BIP-39 phrase. Nothing is kept. */
  generatePhrase(words?: 12 | 24): Promise<string>
  /**
   * Makes the vault with its first account and unlocks it. Allowed when there is none, or both copies are damaged (they
   * are set aside).
   * @throws Failure `vault-exists` | `password-too-short` | `phrase-length` | `phrase-word-unknown` {position from 1} |
   * `phrase-checksum`
   */
  create(input: { password: string; phrase: string; passphrase?: string | undefined }): Promise<void>
  /**
   * @throws Failure `wrong-password` {retryInMs} | `password-delayed` {retryInMs}: not tried | `vault-damaged` |
   * `vault-newer`
   */
  unlock(password: string): Promise<void>
  lock(): Promise<void>
  /** Another key for every secret, and for rows from now on. Passkeys end: they wrap the key of before. */
  changePassword(password: string, newPassword: string): Promise<void>
  /** Forgets every key and account on this device. `eraseDatabase` of `lib/storage` forgets the rest. */
  erase(): Promise<void>

  /** `phraseId` absent: the first. */
  revealPhrase(password: string, phraseId?: string): Promise<{ phrase: string; passphrase: string | null }>
  revealKey(password: string, address: Address): Promise<Hex>
  /**
   * The salts of an account's payment channels, counted from 0: the same on every device that has its key.
   * @throws Failure `locked`, `account-unknown`, `account-watch-only`, or `signer-unsupported` where the key is on a
   * device
   */
  channelSalts(account: Address, count: number): Promise<Hex[]>
  /** The text of an encrypted backup file (BACKUP.md). It opens with the same password. */
  exportBackup(password: string): Promise<string>
  /**
   * Restores vault and accounts and unlocks. Allowed as for `create`.
   * @throws Failure `vault-exists` | `wrong-password` | `backup-invalid` {reason: 'not-a-backup' | 'damaged' | 'newer'}
   * @throws Failure `backup-partly`: keys and accounts are stored, and not all of the rest. `mergeBackup` adds it.
   */
  importBackup(backup: string, password: string): Promise<void>
  /**
   * Adds the keys, phrases and accounts of a backup that are not in the open wallet. Nothing of the wallet is replaced,
   * but an address that was only watched gets its key.
   * @param password of the file
   * @returns the added accounts
   * @throws Failure as `importBackup`, but for `vault-exists`
   */
  mergeBackup(backup: string, password: string): Promise<Address[]>

  /**
   * Opens a backup file and every secret in it, and keeps nothing.
   * @param password of the file
   * @returns when it was saved, and how many accounts of the open wallet are not in it
   * @throws Failure as `mergeBackup`
   */
  checkBackup(backup: string, password: string): Promise<{ createdAt: number; lacks: number }>

  /** In their order, hidden ones included; also while locked. With `only` (lower case), those of these addresses. */
  accounts(only?: readonly Address[]): Promise<Account[]>
  phrases(): Promise<PhraseView[]>
  /** @throws Failure `account-unknown` without such a phrase | `invalid-input` for a name of 0 or over 64 characters */
  namePhrase(phraseId: string, name: string): Promise<void>
  /** The next account of a phrase (absent: the first). */
  addAccount(name?: string, phraseId?: string): Promise<Address>
  /**
   * The addresses of a phrase (absent: the first) at paths as a person writes them (`m/44'/60'/1'/0/0`), in the same
   * order; nothing is added.
   * @throws Failure `invalid-input` {field: 'path'} | `account-unknown` without such a phrase
   */
  addressesAtPaths(paths: readonly string[], phraseId?: string): Promise<Address[]>
  /** The account at this path. @throws Failure `account-exists`, and as `addressesAtPaths` */
  addAccountAtPath(path: string, phraseId: string): Promise<Address>
  /**
   * The accounts at these paths, all in one step. Accounts that the wallet has are passed over: the same call again
   * changes nothing. Returns the added addresses.
   * @throws Failure as `addressesAtPaths`: nothing is added then
   */
  addAccountsAtPaths(paths: readonly string[], phraseId?: string): Promise<Address[]>
  /** Adds a recovery phrase with its first account. @throws Failure `phrase-exists` and those of `create` */
  addPhrase(input: { phrase: string; passphrase?: string | undefined }): Promise<{ phraseId: string; address: Address }>
  /** The address of a private key, as `importKey` takes it; nothing is kept. @throws Failure `invalid-private-key` */
  openKey(privateKey: string): Promise<Address>
  /** 32 bytes of hex, with or without `0x`. @throws Failure `invalid-private-key` | `account-exists` */
  importKey(privateKey: string): Promise<Address>
  /**
   * The address whose key a keystore file of version 3 has; nothing is kept.
   * @throws Failure `account-exists`, and those of `readKeystore`
   */
  openKeystore(keystore: string, password: string): Promise<Address>
  /**
   * The account's key as a keystore file of version 3.
   * @param filePassword the file is encrypted with
   * @throws Failure `wrong-password` | `account-unknown` | `password-too-short`
   */
  exportKeystore(password: string, address: Address, filePassword: string): Promise<string>
  /** Adds the account of a keystore file. @throws Failure as `openKeystore` */
  importKeystore(keystore: string, password: string): Promise<Address>
  /** @throws Failure `invalid-address` | `account-exists` */
  watchAddress(address: Address): Promise<Address>
  /**
   * Adds accounts whose keys are on a device; one that was only watched becomes the device's.
   * @param device what it calls itself
   * @returns the added addresses. @throws Failure `account-exists` where the wallet has the key of all of them
   */
  addDeviceAccounts(accounts: readonly DeviceAccount[], device: string | null): Promise<Address[]>
  renameAccount(address: Address, name: string): Promise<void>
  hideAccount(address: Address, hidden: boolean): Promise<void>
  /**
   * Takes an account off the list. With the last account of a key or phrase, that secret leaves the vault, in the same
   * step.
   * @param password needed where a secret goes
   * @throws Failure `account-unknown` | `last-account` where no secret would be left | `invalid-input` without a needed
   * password | `wrong-password`
   */
  removeAccount(address: Address, password?: string): Promise<void>
  /**
   * Takes all accounts of a phrase off the list and the phrase out of the vault, in one step.
   * @returns the addresses of the accounts
   * @throws Failure `account-unknown` without such a phrase | `last-account` where no secret would be left |
   * `wrong-password`
   */
  removePhrase(phraseId: string, password: string): Promise<Address[]>
  /** All or some addresses in the wanted order; the others keep theirs, after them. */
  orderAccounts(addresses: readonly Address[]): Promise<void>

  /** The person is here: moves the deadline. */
  touch(): Promise<void>
  /**
   * Minutes without use until it locks itself, `null` for never. Kept; the same value again does not move the deadline.
   */
  setLockAfter(minutes: number | null): Promise<void>

  /** PRF input of this vault and its passkeys; also while locked. `null` when there is no vault. */
  passkeys(): Promise<PasskeysView | null>
  /**
   * An additional way to unlock, never the only one. The password is asked, since the passkey goes on opening the vault
   * once it is locked or the browser closed. `prfOutput` is 32 bytes.
   */
  addPasskeyWrap(input: { password: string; credentialId: string; prfOutput: Uint8Array; name?: string }): Promise<void>
  /** @throws Failure `passkey-unknown`: not one of this vault, or its output does not fit */
  unlockWithPasskey(credentialId: string, prfOutput: Uint8Array): Promise<void>
  removePasskeyWrap(credentialId: string): Promise<void>
}

/** What is not the keyring's own and goes along in a backup, encrypted: contacts, tokens, networks. */
export interface BackupRecords {
  /** Plain JSON. */
  read(): Promise<unknown>
  /**
   * Checks what `read` gave somewhere else; `undefined`: the file is older and has none.
   * @returns adds what this wallet has not, and replaces nothing
   * @throws Failure `backup-invalid` {reason: 'damaged' | 'newer'}
   */
  prepare(records: unknown): () => Promise<void>
}
