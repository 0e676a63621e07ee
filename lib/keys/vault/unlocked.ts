import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Deadline } from './deadline'
import type { ClosableRowCipher } from './row-cipher'
import type { OpenSession, Session } from './session'
import type { Vault } from './vault'

/** The vault while it is open. Every opening and every change makes a new object. */
export interface OpenVault {
  readonly vault: Vault
  /** Decrypts and encrypts secrets; not extractable. */
  readonly dataKey: CryptoKey
}

/** The open vault and its lock deadline, with a timer for the deadline while the worker lives. */
export interface Unlocked {
  /** `lockAt`: ms since the epoch, `null` for never. */
  current(): (OpenVault & { readonly lockAt: number | null; readonly rows: ClosableRowCipher }) | null
  /** Opens the session that an earlier worker left, unless its deadline has passed. */
  restore(vault: Vault): Promise<void>
  /** @param dataKey extractable, so that the session can wrap it */
  open(vault: Vault, dataKey: CryptoKey): Promise<void>
  /**
   * Takes the vault under another data key, with its keys of rows; no effect while locked. The deadline stays.
   * @param dataKey extractable
   */
  rekey(vault: Vault, dataKey: CryptoKey): Promise<void>
  /** Takes the next generation of the vault; no effect while locked. */
  replace(vault: Vault): void
  isDue(): boolean
  /** Counts the deadline from now, where that is worth a write. @returns whether the deadline moved */
  touch(): Promise<boolean>
  /**
   * Stores the time until the lock, in minutes, `null` for never, and counts it from now. @returns whether the deadline
   * moved
   */
  setLockAfter(minutes: number | null): Promise<boolean>
  /** Forgets the key at once. */
  forget(): void
  /** Removes what an unlocked vault stored. */
  close(): Promise<void>
}

export function createUnlocked({
  clock,
  session,
  deadline,
  onDue,
  openRows,
}: {
  clock: Clock
  session: Session
  deadline: Deadline
  /** Called when the deadline has passed. */
  onDue(): void
  /** @returns `null` for a vault without a key for its records */
  openRows(vault: Vault, dataKey: CryptoKey): Promise<ClosableRowCipher | null>
}): Unlocked {
  let current: (OpenVault & { lockAt: number | null; rows: ClosableRowCipher }) | null = null
  let cancelTimer: (() => void) | null = null

  const isDue = (): boolean => current !== null && deadline.hasPassed(current.lockAt)

  /** While the worker lives. The background's alarm covers the time when it does not. */
  function armTimer(): void {
    cancelTimer?.()
    const lockAt = current?.lockAt ?? null
    cancelTimer =
      lockAt === null ? null : clock.after(Math.max(0, lockAt - clock.now()), () => (isDue() ? onDue() : armTimer()))
  }

  function set(vault: Vault, { dataKey, lockAt }: OpenSession, rows: ClosableRowCipher): void {
    current?.rows.close()
    current = { vault, dataKey, lockAt, rows }
    armTimer()
  }

  async function moveDeadline(lockAfter: number | null): Promise<boolean> {
    const lockAt = deadline.fromNow(lockAfter)
    await session.extend(lockAt)
    deadline.take(lockAfter)
    if (current === null) return false
    current = { ...current, lockAt }
    armTimer()
    return true
  }

  return {
    current: () => current,
    async restore(vault) {
      const restored = await session.restore(vault.id)
      const isOver = restored === null || deadline.hasPassed(restored.lockAt)
      // A session of the key of before, where the worker died while it took another one, opens nothing.
      const rows = isOver ? null : await openRows(vault, restored.dataKey).catch(() => null)
      if (isOver || rows === null) await session.close()
      else set(vault, restored, rows)
    },
    async open(vault, dataKey) {
      const rows = await openRows(vault, dataKey)
      if (rows === null) throw new Failure('vault-damaged')
      try {
        set(vault, await session.open(vault.id, dataKey, deadline.fromNow()), rows)
      } catch (cause) {
        rows.close()
        throw cause
      }
    },
    async rekey(vault, dataKey) {
      if (current === null) return
      const rows = await openRows(vault, dataKey)
      const opened = await session.open(vault.id, dataKey, current.lockAt)
      // A lock meanwhile closes the session once it has its turn.
      if (current === null || rows === null) rows?.close()
      else set(vault, { ...opened, lockAt: current.lockAt }, rows)
    },
    replace(vault) {
      if (current !== null) current = { ...current, vault }
    },
    isDue,
    async touch() {
      if (current === null || isDue() || !deadline.isWorthMoving(current.lockAt)) return false
      return moveDeadline(deadline.lockAfter())
    },
    async setLockAfter(minutes) {
      if (minutes === deadline.lockAfter()) return false
      const isOpen = current !== null && !isDue()
      await deadline.store(minutes)
      // The chosen time and its deadline change together: a deadline of another choice looks wrong, and would lock.
      if (isOpen) return moveDeadline(minutes)
      deadline.take(minutes)
      return false
    },
    forget() {
      current?.rows.close()
      current = null
      armTimer()
    },
    close: session.close,
  }
}
