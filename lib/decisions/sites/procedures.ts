import { Failure } from '@/lib/base/failure'
import type { Networks } from '@/lib/chain/networks/networks'
import type { ListLookUps } from '@/lib/decisions/lists/types'
import { isGrantableOrigin } from '@/lib/decisions/sites/site-frame'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { HandlersOf } from '@/lib/language/procedures'
import type { Database } from '@/lib/storage/open'
import { descriptorFilesRecordSchema } from '@/lib/storage/records'
import { readSetAside } from '@/lib/storage/set-aside-rows'
import type { Settings } from '@/lib/storage/settings'
import type { Sites } from './sites'

interface SiteParts {
  database: Database
  keyring: Pick<Keyring, 'rows' | 'setLockAfter'>
  lists: Pick<ListLookUps, 'descriptorsFor'>
  /** @param untilMs ms since the epoch; `null`: for good */
  mute(origin: string, untilMs: number | null): Promise<void>
  networks: Pick<Networks, 'defaultNetworkId'>
  settings: Settings
  sites: Sites
}

export function siteProcedures(parts: SiteParts): HandlersOf<'site' | 'descriptor' | 'settings' | 'database'> {
  const { database, keyring, lists, mute, networks, settings, sites } = parts
  return {
    'site.disconnect': ({ origin }) => sites.disconnect(origin),
    'site.set-chain': ({ origin, networkId }) => sites.setChain(origin, networkId),
    async 'site.pose'({ origin, as }) {
      if (!isGrantableOrigin(origin)) throw new Failure('invalid-input', { field: 'origin' })
      await sites.pose(origin, as, networks.defaultNetworkId())
    },
    'site.mute': ({ origin, untilMs }) => mute(origin, untilMs),

    async 'descriptor.list'() {
      const row = descriptorFilesRecordSchema.safeParse(await database.get('settings', 'descriptors'))
      return { files: row.success ? row.data.files : [] }
    },
    'descriptor.listed': async ({ chainId, contract, domain }) => ({
      lists: await lists.descriptorsFor(chainId, contract, domain),
    }),
    async 'descriptor.keep'({ files }) {
      await database.put('settings', { key: 'descriptors', files })
    },

    async 'settings.change'({ lockAfterMinutes, claimWindowEthereum, notifications, confirmations, developerPanel }) {
      await settings.change({
        ...(claimWindowEthereum === undefined ? {} : { claimWindowEthereum }),
        ...(notifications === undefined ? {} : { notifications }),
        ...(confirmations === undefined ? {} : { confirmations }),
        ...(developerPanel === undefined ? {} : { developerPanel }),
        ...(lockAfterMinutes === undefined ? {} : { lockAfterMinutes }),
      })
      if (lockAfterMinutes !== undefined) await keyring.setLockAfter(lockAfterMinutes)
    },

    async 'database.rebuild'() {
      // `repair.ts` does it for a database that cannot be opened. This one is open.
      throw new Failure('vault-exists')
    },
    // `repair.ts` answers for a wallet that did not start. This one did.
    'database.start-failure': async () => ({ reason: '', vaultCopy: 'valid' as const }),
    'database.start-again': async () => undefined,
    async 'database.vault-copy'() {
      throw new Failure('vault-exists')
    },
    'database.set-aside': () => readSetAside(database, keyring.rows()),
  }
}
