import { Failure } from '@/lib/base/failure'
import { createListeners } from '@/lib/base/listeners'
import { loadOnce } from '@/lib/base/once'
import { createQueue } from '@/lib/base/queue'
import type { RowCipher } from '@/lib/base/row-cipher'
import { readAccounts } from '@/lib/keys/accounts/account-rows'
import type { KeyringChange, KeyringState } from '@/lib/keys/shared/keyring'
import type { KeyringOptions } from '@/lib/keys/types'
import type { AccountRecord } from '@/lib/storage/records'
import { createDeadline } from './deadline'
import { createPasswords, type PasswordWrap } from './passwords'
import { openRecordsKey } from './records-key'
import { createSession } from './session'
import { createStoredVault } from './stored-vault'
import { createUnlocked, type OpenVault } from './unlocked'
import { upgraded } from './upgrade'
import { type Vault, vaultVersion } from './vault'
import { type AccountChanges, createVaultStorage } from './vault-storage'

/**
 * Decides who may use the data key, and until when: by password, by passkey, by the session that survives the worker,
 * up to the deadline. The other parts of the keyring ask here.
 *
 * Changes run through `exclusive`, one at a time. Locking forgets the key at once, even while a change is under way.
 */
export interface Access {
  readonly exclusive: <Result>(task: () => Promise<Result>) => Promise<Result>
  state(): Promise<KeyringState>
  onChange(listener: (change: KeyringChange) => void): () => void
  notify(change: KeyringChange): void
  /** Seals and opens rows of the database; `null` while locked, and before `state` was first read. */
  rows(): RowCipher | null
  /** See `Keyring.rowsRenewed`. */
  rowsRenewed(rows: RowCipher): Promise<void>
  /** The stored vault, open or not; `null` where there is none. @throws Failure `vault-damaged` | `vault-newer` */
  stored(): Promise<Vault | null>
  /** @throws Failure `locked`, and those of `stored` */
  opened(): Promise<OpenVault>
  /**
   * To be called before a result leaves that was made with the open vault. @throws Failure `locked` where it was locked
   * since
   */
  stillOpen(open: OpenVault): void

  // Inside `exclusive` only:
  /** @throws Failure `vault-exists` | `vault-newer`, unless there is no vault or a damaged one */
  requireVacancy(): Promise<void>
  /**
   * Checks the password. `dataKey` is extractable: it is to be wrapped again, or used and dropped.
   * @throws Failure `locked` without a vault, `wrong-password` | `password-delayed`, and those of `stored`
   */
  withPassword<Result>(password: string, use: (vault: Vault, dataKey: CryptoKey) => Promise<Result>): Promise<Result>
  /** @returns the data key wrapped by the password, at the cost that is the target today */
  wrapForPassword(vaultId: string, dataKey: CryptoKey, password: string): Promise<PasswordWrap>
  /**
   * Stores the next generation of the vault. @returns it. @throws Failure `vault-damaged`, with the old vault unchanged
   */
  save(vault: Vault, dataKey: CryptoKey, accounts?: AccountChanges): Promise<Vault>
  /** Stores the next generation of the vault, under another data key. @param dataKey extractable. @throws as `save` */
  rekey(vault: Vault, dataKey: CryptoKey): Promise<void>
  /** Stores the first vault and opens it. It stays locked where only the session cannot be stored. */
  establish(vault: Vault, dataKey: CryptoKey, accounts: readonly AccountRecord[]): Promise<void>
  /** Unlocks. @param dataKey extractable */
  open(vault: Vault, dataKey: CryptoKey): Promise<void>
  unlock(password: string): Promise<void>
  erase(): Promise<void>

  // Outside `exclusive` only, because they wait for it:
  lock(): Promise<void>
  touch(): Promise<void>
  setLockAfter(minutes: number | null): Promise<void>
}

export function createAccess(options: Omit<KeyringOptions, 'verifyApproval' | 'askDevice'>): Access {
  const { clock, database } = options
  const onFault = (error: unknown): void => options.faults.report('keys', error)
  const storedVault = createStoredVault(
    createVaultStorage(database, options.mirrorStore, onFault),
    options.createRowCipher,
  )
  const passwords = createPasswords(options)
  const deadline = createDeadline(database, clock)
  const unlocked = createUnlocked({
    clock,
    session: createSession(database, options.sessionStore, onFault),
    deadline,
    // Where the session store fails here, it keeps a session whose deadline has passed, which is never restored.
    onDue: () => void lock().catch(onFault),
    openRows: (vault, key) => openRecordsKey(vault, key, options.createRowCipher),
  })
  const exclusive = createQueue()
  const listeners = createListeners<[KeyringChange]>()
  const notify = listeners.tell

  const accountRows = async () => readAccounts(await database.getAll('accounts'))

  /** Reads what is stored, once in a worker's life. */
  const ready = loadOnce(async () => {
    await deadline.load()
    const loaded = await storedVault.load()
    if (loaded.state === 'valid') await unlocked.restore(loaded.vault)
  })

  async function stored(): Promise<Vault | null> {
    await ready()
    return storedVault.get()
  }

  async function existing(): Promise<Vault> {
    const vault = await stored()
    if (vault === null) throw new Failure('locked')
    return vault
  }

  async function open(vault: Vault, dataKey: CryptoKey): Promise<void> {
    // Where a secret does not decrypt, the others are of use as they are.
    const next = await upgraded(vault, dataKey, accountRows).catch(onFault)
    const whole = next ? await save(next.vault, dataKey, { put: next.put }) : vault
    await unlocked.open(whole, dataKey)
    notify('session')
  }

  async function lock(): Promise<void> {
    let wasOpen = unlocked.current() !== null
    unlocked.forget()
    // Before other work ends: were this worker killed meanwhile, the next one would be unlocked.
    const closing = unlocked.close().catch(onFault)
    await exclusive(async () => {
      await ready().catch(onFault)
      wasOpen ||= unlocked.current() !== null
      unlocked.forget()
      await closing
      // What was under way may have opened it, or moved its deadline, in between.
      await unlocked.close()
    })
    if (wasOpen) notify('session')
  }

  async function write(vault: Vault, dataKey: CryptoKey, accounts: AccountChanges): Promise<void> {
    await storedVault.write(vault, dataKey, accounts)
    unlocked.replace(vault)
  }

  async function save(vault: Vault, dataKey: CryptoKey, accounts: AccountChanges = {}): Promise<Vault> {
    const next = nextOf(vault)
    await write(next, dataKey, accounts)
    return next
  }

  async function rekey(vault: Vault, dataKey: CryptoKey): Promise<void> {
    const next = nextOf(vault)
    // What is open goes on with the vault of before until it has the key of the new one.
    await storedVault.write(next, dataKey, {})
    await unlocked.rekey(next, dataKey).catch((error: unknown) => {
      // It is changed. Where it cannot be kept open, the new password opens it.
      onFault(error)
      unlocked.forget()
    })
    notify('session')
  }

  const withPassword: Access['withPassword'] = async (password, use) => {
    const vault = await existing()
    return use(vault, await passwords.unwrap(vault, password))
  }

  /** Authenticated encryption says more than a checksum: a copy that opens, with every secret in it, is whole. */
  async function openDoubted(vaults: readonly Vault[], password: string): Promise<void> {
    let failure: unknown = new Failure('vault-damaged')
    const opened = vaults.length === 0 ? [] : await passwords.unwrapEach(vaults, password)
    for (const [vault, dataKey] of opened) {
      await storedVault.setDamagedAside()
      const whole = await save(vault, dataKey).catch((error: unknown) => {
        failure = error
        return null
      })
      if (whole !== null) return open(whole, dataKey)
    }
    throw failure
  }

  return {
    exclusive,
    notify,
    stored,
    wrapForPassword: passwords.wrap,
    save,
    rekey,
    withPassword,
    open,
    lock,

    async state() {
      await ready()
      if (unlocked.isDue()) await lock()
      const retryAt = await passwords.retryAt()
      const state = storedVault.state()
      if (state !== 'valid') return { vault: state, lockAt: null, retryAt }
      const current = unlocked.current()
      if (current === null) return { vault: 'locked', lockAt: null, retryAt }
      return { vault: 'unlocked', lockAt: current.lockAt, retryAt }
    },

    onChange: listeners.add,

    rows: () => (unlocked.isDue() ? null : (unlocked.current()?.rows ?? null)),

    rowsRenewed: rows =>
      exclusive(async () => {
        const open = unlocked.current()
        if (open?.rows !== rows) return
        const { formerRecordsKeys: _, ...vault } = open.vault
        await save(vault, open.dataKey)
        open.rows.closeFormer()
      }),

    async opened() {
      await existing()
      // Not awaited: this may run inside `exclusive`, for which the lock waits.
      if (unlocked.isDue()) lock().catch(onFault)
      const current = unlocked.current()
      if (current === null) throw new Failure('locked')
      return { vault: current.vault, dataKey: current.dataKey }
    },

    stillOpen({ dataKey }) {
      if (unlocked.current()?.dataKey !== dataKey) throw new Failure('locked')
    },

    async requireVacancy() {
      await ready()
      storedVault.requireVacancy()
    },

    async establish(vault, dataKey, accounts) {
      await storedVault.setDamagedAside()
      await write(vault, dataKey, { put: accounts })
      // The wallet is made. Where it cannot be opened now, its password opens it later.
      await open(vault, dataKey).catch((error: unknown) => {
        onFault(error)
        notify('session')
      })
      notify('accounts')
    },

    async erase() {
      unlocked.forget()
      await unlocked.close()
      await storedVault.erase()
      await deadline.load()
      notify('session')
      notify('accounts')
    },

    async unlock(password) {
      await ready()
      const doubted = storedVault.doubted()
      if (doubted !== null) return openDoubted(doubted, password)
      return withPassword(password, async (vault, dataKey) => {
        const upToDate = passwords.isOutdated(vault)
          ? await save({ ...vault, ...(await passwords.wrap(vault.id, dataKey, password)) }, dataKey)
          : vault
        await open(upToDate, dataKey)
      })
    },

    touch: () =>
      exclusive(async () => {
        await ready()
        if (await unlocked.touch()) notify('deadline')
      }),

    setLockAfter: minutes =>
      exclusive(async () => {
        await ready()
        if (await unlocked.setLockAfter(minutes)) notify('deadline')
      }),
  }
}

function nextOf(vault: Vault): Vault {
  return { ...vault, version: vaultVersion, generation: vault.generation + 1 }
}
