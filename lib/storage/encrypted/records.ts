import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { Database } from '@/lib/storage/open'
import { type EncryptedStoreName, encryptedStoreNames, stores } from '@/lib/storage/stores'
import { withEncryptedRows } from './database'
import type { setUnreadableAside } from './set-aside'
import type { encryptedStore } from './store'
import type { encryptReadableRows } from './sweep'

/** After the unlock the screens come first. */
const sweepAfterMs = 1_500
/** Between two steps: what the person does meanwhile comes first. */
const pauseMs = 20

export interface EncryptedRecords {
  /** Gives and takes rows as they are. */
  database: Database
  /** The wallet is unlocked: encrypts, a little later and step by step, what need not be readable. */
  unlocked(): void
}

export interface EncryptedRecordsParts {
  /** `null` while the wallet is locked. */
  cipher(): RowCipher | null
  clock: Clock
  faults: Faults
  isWhole: Parameters<typeof encryptReadableRows>[1]['isWhole']
  renewed: Parameters<typeof encryptReadableRows>[1]['renewed']
  /** Loads the script that encrypts. */
  script(): {
    setUnreadableAside: typeof setUnreadableAside
    encryptReadableRows: typeof encryptReadableRows
    encryptedStore: typeof encryptedStore
  }
}

export function createEncryptedRecords(
  raw: Database,
  { cipher, clock, faults, isWhole, renewed, script }: EncryptedRecordsParts,
): EncryptedRecords {
  const onFault = (error: unknown): void => faults.report('database', error)
  let isSweeping = false
  let cancel = (): void => undefined

  /** The person is told of it (`database.set-aside`); the log says that it happened. */
  function onUnreadable(store: EncryptedStoreName, key: string): void {
    script()
      .setUnreadableAside(raw, store, key, { cipher, now: clock.now })
      .then(isSetAside => {
        if (isSetAside) onFault(new Failure('database-damaged', { store }))
      }, onFault)
  }

  function sweep(): void {
    const open = cipher()
    if (isSweeping || open === null) return
    isSweeping = true
    const pause = () => new Promise<void>(resolve => clock.after(pauseMs, resolve))
    void script()
      .encryptReadableRows(raw, {
        ...{ stores, names: encryptedStoreNames },
        ...{ cipher, isWhole, now: clock.now, onUnreadable, pause, renewed },
      })
      // What is left is encrypted after the next unlock or start of the worker.
      .catch(onFault)
      .finally(() => {
        isSweeping = false
        // With another key, rows that were passed may be of the key before.
        if (cipher() !== open) sweep()
      })
  }

  return {
    database: withEncryptedRows(raw, {
      cipher,
      onUnreadable,
      encryptedStore: (...given) => script().encryptedStore(...given),
    }),
    unlocked() {
      cancel()
      cancel = clock.after(sweepAfterMs, sweep)
    },
  }
}
