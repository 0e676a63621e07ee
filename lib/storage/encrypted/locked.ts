import { Failure } from '@/lib/base/failure'
import type { EncryptedRule } from '@/lib/storage/stores'
import { type Cursor, isEncrypted, type RawStore } from './rows'

/**
 * A store of encrypted rows, or an index of one, while the wallet is locked: its readable rows, as far as the rule lets
 * them be read and written. What the lock refuses ends the transaction, so that nothing of it is written.
 */
export function lockedView(store: RawStore, rule: EncryptedRule, target: object = store): object {
  const keyPath = String(store.keyPath)
  const isVisible = (row: unknown) => typeof row !== 'object' || row === null || !isEncrypted(row, keyPath)

  async function visible(found: unknown): Promise<unknown> {
    if (Array.isArray(found)) return found.filter(isVisible)
    return isCursor(found) ? visibleAt(found) : found
  }

  /** The cursor at the next row that is visible. */
  async function visibleAt(cursor: Cursor): Promise<Cursor | null> {
    let at: Cursor | null = cursor
    while (at !== null && !isVisible(at.value)) at = await at.continue()
    if (at === null) return null
    const { value } = at
    const next = at.continue.bind(at)
    return {
      value,
      async continue() {
        const further = await next()
        return further === null ? null : visibleAt(further)
      },
    }
  }

  const refused = async () => refuse(store.transaction)

  return new Proxy(target, {
    get(_, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        if (name === 'index') return lockedView(store, rule, value.apply(target, given))
        const isWrite = name === 'put' || name === 'add' || name === 'delete'
        const isFree = name === 'clear' || name === 'count'
        const isRefused = !isFree && rule.locked !== 'written' && (isWrite || rule.locked === 'closed')
        return isRefused ? refused() : value.apply(target, given).then(visible)
      }
    },
  })
}

/** @throws Failure `locked`, and ends the transaction */
export function refuse(transaction: { abort(): void; done: Promise<void> }): never {
  abort(transaction)
  throw new Failure('locked')
}

/** Ends a transaction of which nothing may be written. */
export function abort(transaction: { abort(): void; done: Promise<void> }): void {
  // `done` rejects too; the caller is told why.
  transaction.done.catch(() => undefined)
  try {
    transaction.abort()
  } catch {
    // It has ended: what was read is not given away.
  }
}

function isCursor(found: unknown): found is Cursor {
  return typeof found === 'object' && found !== null && 'value' in found && 'continue' in found
}
