import type { Database } from '@/lib/database/open'
import type { AccountRecord } from '@/lib/database/records'
import { Failure } from '@/lib/values/failure'
import { loadOnce } from '@/lib/values/once'
import { createQueue } from '@/lib/values/queue'
import { createAttempts, wrongPassword } from './attempts'
import { unwrapDataKey, wrapDataKey } from './cipher'
import { createDeadline } from './deadline'
import { chooseDerivation, defaultDerivation, deriveWrappingKey, isOutdated } from './derivation'

import { withSecret } from './secrets'
import { createSession, type OpenSession } from './session'
import type { KeyringChange, KeyringOptions, KeyringState } from './types'
import { passwordContext, type Vault } from './vault'
import { createVaultStorage, type LoadedVault } from './vault-storage'

/** The vault while it is open. A new object for every opening and every change. */
export interface OpenVault {
  readonly vault: Vault
  /** Decrypts and encrypts secrets; cannot be read out. */
  readonly dataKey: CryptoKey
}

export type PasswordWrap = Pick<Vault, 'derivation' | 'dataKey'>

/**
 * Who may use the data key, and until when: password, passkey, the session that outlives the worker, the deadline. The rest of the keyring asks here.
 *
 * Whatever changes something runs through `exclusive`, one at a time. Locking forgets the key at once, even while something else is running.
 */
export interface Access {
  readonly exclusive: <Result>(task: () => Promise<Result>) => Promise<Result>
  state(): Promise<KeyringState>
  onChange(listener: (change: KeyringChange) => void): () => void
  notify(change: KeyringChange): void
  /** The stored vault, open or not. @throws Failure `vault-damaged` | `vault-newer`; `null` when there is none */
  stored(): Promise<Vault | null>
  /** @throws Failure `locked` and those of `stored` */
  opened(): Promise<OpenVault>
  /** @throws Failure `locked` when it was locked since; call it before anything leaves that was made with it */
  stillOpen(open: OpenVault): void

  // Only inside `exclusive`:
  /** @throws Failure `vault-exists` | `vault-newer`, unless there is no vault or only a damaged one */
  requireVacancy(): Promise<void>
  /** Checks the password. `dataKey` is extractable: it is to be wrapped, or used and dropped. */
  withPassword<Result>(password: string, use: (vault: Vault, dataKey: CryptoKey) => Promise<Result>): Promise<Result>
  /** The data key wrapped by a password, at the cost that is asked today. */
  wrapForPassword(vaultId: string, dataKey: CryptoKey, password: string): Promise<PasswordWrap>
  /** Stores the next generation, after every secret in it was decrypted from what was read back. Resolves with it. */
  save(vault: Vault, dataKey: CryptoKey, accounts?: readonly AccountRecord[]): Promise<Vault>
  /** A vault where there was none. */
  establish(vault: Vault, dataKey: CryptoKey, accounts: readonly AccountRecord[]): Promise<void>
  /** From now on it is unlocked. `dataKey` must be extractable. */
  open(vault: Vault, dataKey: CryptoKey): Promise<void>
  unlock(password: string): Promise<void>
  erase(): Promise<void>

  // Never inside `exclusive`, behind which they wait:
  lock(): Promise<void>
  touch(): Promise<void>
  setLockAfter(minutes: number | null): Promise<void>
}

export function createAccess(options: Omit<KeyringOptions, 'verifyApproval'>): Access {
  const { clock, derivation: target = defaultDerivation } = options
  const database: Database = options.database
  const onFault = (error: unknown): void => options.faults.report('keys', error)
  const storage = createVaultStorage(database, options.mirrorStore, onFault)
  const session = createSession(database, options.sessionStore, onFault)
  const attempts = createAttempts(database, clock)
  const deadline = createDeadline(database, clock)
  const exclusive = createQueue()
  const listeners = new Set<(change: KeyringChange) => void>()

  let loaded: LoadedVault = { state: 'none' }
  let current: (OpenVault & { lockAt: number | null }) | null = null
  let cancelTimer: (() => void) | null = null

  const notify = (change: KeyringChange) => {
    for (const listener of listeners) listener(change)
  }

  /** Reads what is stored, once in a worker's life. */
  const ready = loadOnce(load)
  async function load(): Promise<void> {
    await deadline.load()
    loaded = await storage.load()
    if (loaded.state !== 'valid') return
    const restored = await session.restore(loaded.vault.id)
    if (restored === null || deadline.hasPassed(restored.lockAt)) await session.close()
    else setOpen(loaded.vault, restored)
  }

  function setOpen(vault: Vault, { dataKey, lockAt }: OpenSession): void {
    current = { vault, dataKey, lockAt }
    armTimer()
  }
  /** While the worker lives; the background's alarm covers the time when it does not. */
  function armTimer(): void {
    cancelTimer?.()
    const lockAt = current?.lockAt ?? null
    cancelTimer = lockAt === null ? null : clock.after(Math.max(0, lockAt - clock.now()), whenDue)
  }
  function whenDue(): void {
    const locking = lockIfDue()
    if (locking === null) armTimer()
    // A session store that fails here leaves a session whose deadline has passed: it is never restored.
    else locking.catch(onFault)
  }

  /** Whether it had to be locked. The key is forgotten at once; what remains to be cleared is in the promise. */
  function lockIfDue(): Promise<void> | null {
    if (current === null || !deadline.hasPassed(current.lockAt)) return null
    return lock()
  }

  function forget(): void {
    current = null
    armTimer()
  }

  async function stored(): Promise<Vault | null> {
    await ready()
    if (loaded.state === 'newer') throw new Failure('vault-newer')
    if (loaded.state === 'damaged') throw new Failure('vault-damaged')
    return loaded.state === 'valid' ? loaded.vault : null
  }
  async function existing(): Promise<Vault> {
    const vault = await stored()
    if (vault === null) throw new Failure('locked')
    return vault
  }

  async function open(vault: Vault, dataKey: CryptoKey): Promise<void> {
    setOpen(vault, await session.open(vault.id, dataKey, deadline.fromNow()))
    notify('session')
  }

  async function lock(): Promise<void> {
    let wasOpen = current !== null
    forget()
    await exclusive(async () => {
      await ready().catch(onFault)
      wasOpen ||= current !== null
      forget()
      await session.close()
    })
    if (wasOpen) notify('session')
  }

  async function write(vault: Vault, dataKey: CryptoKey, accounts: readonly AccountRecord[]): Promise<void> {
    const tryEverySecret = async (readBack: Vault) => {
      for (const secret of readBack.secrets) await withSecret(readBack, dataKey, secret, () => undefined)
    }
    await storage.replace(vault, tryEverySecret, accounts)
    loaded = { state: 'valid', vault }
    if (current !== null) current = { ...current, vault }
  }

  async function wrapForPassword(vaultId: string, dataKey: CryptoKey, password: string): Promise<PasswordWrap> {
    const { derivation, wrappingKey } = await chooseDerivation(password, target, options)
    const context = passwordContext(vaultId, derivation)
    const wrapped = await wrapDataKey(dataKey, wrappingKey, context)
    await unwrapDataKey(wrapped, wrappingKey, context, 'use-only')
    return { derivation, dataKey: wrapped }
  }

  async function save(vault: Vault, dataKey: CryptoKey, accounts: readonly AccountRecord[] = []): Promise<Vault> {
    const next = { ...vault, generation: vault.generation + 1 }
    await write(next, dataKey, accounts)
    return next
  }

  const withPassword: Access['withPassword'] = async (password, use) => {
    const vault = await existing()
    const dataKey = await attempts.attempt(async () => {
      const key = await deriveWrappingKey(password, vault.derivation, options.argon2id)
      const context = passwordContext(vault.id, vault.derivation)
      return unwrapDataKey(vault.dataKey, key, context, 'wrap-again').catch(() => {
        throw wrongPassword
      })
    })
    return use(vault, dataKey)
  }

  return {
    exclusive,
    notify,
    stored,
    wrapForPassword,
    save,
    withPassword,
    open,
    lock,

    async state() {
      await ready()
      await lockIfDue()
      const retryAt = await attempts.retryAt()
      if (loaded.state !== 'valid') return { vault: loaded.state, lockAt: null, retryAt }
      if (current === null) return { vault: 'locked', lockAt: null, retryAt }
      return { vault: 'unlocked', lockAt: current.lockAt, retryAt }
    },

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async opened() {
      await existing()
      // Not awaited: this may run inside `exclusive`, behind which the lock waits.
      lockIfDue()?.catch(onFault)
      if (current === null) throw new Failure('locked')
      return { vault: current.vault, dataKey: current.dataKey }
    },

    stillOpen({ dataKey }) {
      if (current?.dataKey !== dataKey) throw new Failure('locked')
    },

    async requireVacancy() {
      await ready()
      if (loaded.state === 'valid') throw new Failure('vault-exists')
      if (loaded.state === 'newer') throw new Failure('vault-newer')
    },

    async establish(vault, dataKey, accounts) {
      if (loaded.state === 'damaged') await storage.setDamagedAside()
      await write(vault, dataKey, accounts)
      await open(vault, dataKey)
      notify('accounts')
    },

    async erase() {
      forget()
      await session.close()
      await storage.erase()
      loaded = { state: 'none' }
      await deadline.load()
      notify('session')
      notify('accounts')
    },

    unlock: password =>
      withPassword(password, async (vault, dataKey) => {
        const upToDate = isOutdated(vault.derivation, target)
          ? await save({ ...vault, ...(await wrapForPassword(vault.id, dataKey, password)) }, dataKey)
          : vault
        await open(upToDate, dataKey)
      }),

    touch: () =>
      exclusive(async () => {
        await ready()
        if (current === null || deadline.hasPassed(current.lockAt)) return
        if (deadline.isWorthMoving(current.lockAt)) await moveDeadline()
      }),

    setLockAfter: minutes =>
      exclusive(async () => {
        await ready()
        if (minutes === deadline.lockAfter()) return
        const isOver = current === null || deadline.hasPassed(current.lockAt)
        await deadline.store(minutes)
        // The choice and the deadline made from it hold from the same moment on: held against another choice, a deadline looks wrong, and locks.
        if (isOver) deadline.take(minutes)
        else await moveDeadline(minutes)
      }),
  }

  async function moveDeadline(lockAfter = deadline.lockAfter()): Promise<void> {
    const lockAt = deadline.fromNow(lockAfter)
    await session.extend(lockAt)
    deadline.take(lockAfter)
    if (current === null) return
    current = { ...current, lockAt }
    armTimer()
    notify('deadline')
  }
}
