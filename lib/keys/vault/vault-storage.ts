import type { Address } from 'viem'
import * as z from 'zod/mini'
import { Failure, failureIn } from '@/lib/base/failure'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { AccountRecord } from '@/lib/storage/records'
import { copyOf, type ReadCopy, readCopy, type Vault } from './vault'

/** Rows of the store `keyring`. */
const rows = {
  vault: 'vault',
  /** Written beside the vault and read back before it takes its place. */
  next: 'vault-next',
  /** A vault that was damaged when a new one replaced it, kept with its ciphertext. */
  setAside: 'vault-damaged',
} as const
const mirrorKey = 'vault-mirror'
/** Beside the mirror: id and generation of the vault that was stored last, by which an older one in both is noticed. */
const seenKey = 'vault-seen'

export type LoadedVault =
  | { state: 'none' }
  /** `doubted`: the copies that the password may open although their checksums are wrong, the newest first. */
  | { state: 'damaged'; doubted: Vault[] }
  | { state: 'newer' }
  | { state: 'valid'; vault: Vault }

/** Rows that go with a vault, in one transaction. */
export interface AccountChanges {
  put?: readonly AccountRecord[]
  remove?: readonly Address[]
}

export interface VaultStorage {
  /**
   * Reads both copies, takes the newest valid one and repairs the other with it. A copy that cannot be *read* (as
   * opposed to one that is damaged) never leads to `damaged`: the error is passed on, so that nobody is offered to
   * start anew because of it.
   */
  load(): Promise<LoadedVault>
  /**
   * Writes the vault beside the old one, reads it back, lets `verify` try it, and only then swaps it in together with
   * what changes among the accounts.
   * @throws Failure `vault-damaged` when what was read back is not usable; the old vault is untouched
   */
  replace(vault: Vault, verify: (readBack: Vault) => Promise<void>, accounts?: AccountChanges): Promise<void>
  /** Keeps what is damaged under another name. */
  setDamagedAside(): Promise<void>
  /** Removes every copy and every account. */
  erase(): Promise<void>
}

/** @returns the second copy of the vault; `unreadable`: the browser does not give it */
export async function readMirror(mirrorStore: KeyValueStore): Promise<ReadOrNot> {
  try {
    return readCopy(await mirrorStore.get(mirrorKey))
  } catch {
    // The caller is told, and deletes nothing because of it.
    return { state: 'unreadable' }
  }
}

export function createVaultStorage(
  database: Database,
  mirrorStore: KeyValueStore,
  onFault: (error: unknown) => void,
): VaultStorage {
  async function rowValue(key: string): Promise<unknown> {
    return (await database.get('keyring', key))?.value
  }

  async function write(key: string, vault: Vault): Promise<void> {
    const transaction = database.transaction('keyring', 'readwrite', { durability: 'strict' })
    await committed(transaction, [transaction.store.put({ key, value: copyOf(vault) })])
  }

  /** The mirror is optional: a write that fails now is repaired at the next start. */
  async function writeMirror(vault: Vault): Promise<void> {
    try {
      await mirrorStore.set(mirrorKey, copyOf(vault))
      await mirrorStore.set(seenKey, seenOf(vault))
    } catch (cause) {
      onFault(cause)
    }
  }

  async function sayIfOlder(newest: Vault): Promise<void> {
    const { data: seen } = seenSchema.safeParse(await mirrorStore.get(seenKey))
    if (seen?.id === newest.id && seen.generation > newest.generation) onFault(new Failure('vault-older'))
  }

  return {
    async load() {
      const [primary, mirror] = await Promise.all([
        rowValue(rows.vault).then(readCopy),
        mirrorStore.get(mirrorKey).then(readCopy, (cause: unknown) => ({ state: 'unreadable' as const, cause })),
      ])
      if (primary.state === 'newer' || mirror.state === 'newer') return { state: 'newer' }
      if (mirror.state === 'unreadable') onFault(mirror.cause)
      const newest = newestOf(primary, mirror)
      if (newest !== null) {
        // A repair for which there is no room is made at the next start.
        if (!isSame(primary, newest)) await write(rows.vault, newest).catch(onFault)
        if (mirror.state !== 'unreadable') {
          await sayIfOlder(newest).catch(onFault)
          if (!isSame(mirror, newest)) await writeMirror(newest)
        }
        return { state: 'valid', vault: newest }
      }
      if (mirror.state === 'unreadable') throw mirror.cause
      if (primary.state === 'absent' && mirror.state === 'absent') return { state: 'none' }

      // Both are lost. A write that was cut off before its swap may have left a whole vault behind.
      const next = readCopy(await rowValue(rows.next))
      if (next.state !== 'valid') {
        const doubted = [primary, mirror].flatMap(copy => (copy.state === 'doubted' ? [copy.vault] : []))
        return { state: 'damaged', doubted: doubted.sort((a, b) => (isNewer(a, b) ? -1 : 1)) }
      }
      await write(rows.vault, next.vault)
      await writeMirror(next.vault)
      return { state: 'valid', vault: next.vault }
    },

    async replace(vault, verify, { put = [], remove = [] } = {}) {
      await write(rows.next, vault)
      try {
        const readBack = readCopy(await rowValue(rows.next))
        if (readBack.state !== 'valid' || !isSame(readBack, vault)) throw new Failure('vault-damaged')
        await verify(readBack.vault)
      } catch (cause) {
        await database.delete('keyring', rows.next)
        throw failureIn(cause) ?? new Failure('vault-damaged')
      }
      const swap = database.transaction(['keyring', 'accounts'], 'readwrite', { durability: 'strict' })
      await committed(swap, [
        swap.objectStore('keyring').put({ key: rows.vault, value: copyOf(vault) }),
        swap.objectStore('keyring').delete(rows.next),
        ...put.map(account => swap.objectStore('accounts').put(account)),
        ...remove.map(address => swap.objectStore('accounts').delete(address)),
      ])
      await writeMirror(vault)
    },

    async setDamagedAside() {
      const primary = await rowValue(rows.vault)
      const mirror = await mirrorStore.get(mirrorKey)
      await database.put('keyring', { key: rows.setAside, value: { primary, mirror } })
    },

    async erase() {
      // The mirror first: the other way round, dying in between would bring the vault back from it.
      await mirrorStore.remove(mirrorKey)
      await mirrorStore.remove(seenKey)
      const transaction = database.transaction(['keyring', 'accounts'], 'readwrite', { durability: 'strict' })
      await Promise.all([
        transaction.objectStore('keyring').clear(),
        transaction.objectStore('accounts').clear(),
        transaction.done,
      ])
    },
  }
}

const seenSchema = z.lazy(() => z.object({ id: z.string(), generation: z.number() }))
const seenOf = ({ id, generation }: Vault) => ({ id, generation })

type ReadOrNot = ReadCopy | { state: 'unreadable' }

function newestOf(...copies: ReadOrNot[]): Vault | null {
  let newest: Vault | null = null
  for (const copy of copies) {
    if (copy.state === 'valid' && (newest === null || isNewer(copy.vault, newest))) newest = copy.vault
  }
  return newest
}

/** Generations count within one vault; of two vaults the one made later is meant. */
function isNewer(a: Vault, b: Vault): boolean {
  return a.id === b.id ? a.generation > b.generation : a.createdAt > b.createdAt
}

function isSame(copy: ReadOrNot, vault: Vault): boolean {
  return copy.state === 'valid' && copy.vault.id === vault.id && copy.vault.generation === vault.generation
}
