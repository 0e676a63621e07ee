import { systemClock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { ProcedureHandlers } from '@/lib/language/procedures'
import { rebuildDatabase } from '@/lib/storage/open'
import { writeVaultBackup } from './backups/backup'
import { readMirror } from './vault/vault-storage'

/**
 * What pages may ask of a wallet that did not start.
 * @param failure why it did not start
 * @param mirrorStore has the second copy of the vault
 * @param again starts the wallet again
 */
export function repairs(failure: Failure, mirrorStore: KeyValueStore, again: () => void): Partial<ProcedureHandlers> {
  const common: Partial<ProcedureHandlers> = {
    async 'database.start-failure'() {
      const { reason = '' } = failure.details
      return { reason: String(reason), vaultCopy: (await readMirror(mirrorStore)).state }
    },
    async 'database.vault-copy'() {
      const copy = await readMirror(mirrorStore)
      if (copy.state !== 'valid' && copy.state !== 'doubted')
        throw new Failure('vault-damaged', { vaultCopy: copy.state })
      return { backup: writeVaultBackup(copy.vault, systemClock.now()) }
    },
    'database.start-again': async () => again(),
  }
  // Only a damaged database is deleted: after other failures a newer version or another start opens it.
  if (failure.code !== 'database-damaged') return common
  return {
    ...common,
    async 'database.rebuild'({ confirmation }) {
      const { state: vaultCopy } = await readMirror(mirrorStore)
      if (vaultCopy !== 'valid' && confirmation !== 'rebuild-without-keys')
        throw new Failure('vault-damaged', { vaultCopy })
      await rebuildDatabase()
      again()
    },
  }
}
