import * as z from 'zod/mini'
import type { Contacts } from '@/lib/activity/contacts'
import type { Items } from '@/lib/activity/tokens/items'
import type { TokenList } from '@/lib/activity/tokens/token-list'
import { checkEndpoints } from '@/lib/base/addresses'
import { Failure } from '@/lib/base/failure'
import { chainOfFirst, type NetworkId } from '@/lib/base/network-id'
import type { Networks } from '@/lib/chain/networks/networks'
import type { BackupRecords } from '@/lib/keys/shared/keyring'
import { contactRecordSchema } from '@/lib/storage/payment-records'
import { itemRecordSchema, networkEntrySchema, tokenRecordSchema } from '@/lib/storage/records'

/** Counts the shapes that older versions cannot read. */
const version = 1

const versionSchema = z.object({ version: z.int() })
const recordsSchema = z.lazy(() =>
  z.object({
    contacts: z.array(contactRecordSchema),
    tokens: z.array(tokenRecordSchema),
    items: z.array(itemRecordSchema),
    networks: z.array(networkEntrySchema),
  }),
)

/** What of the wallet's records goes along in a backup. Tokens that only arrived do not: they are found again. */
export function createBackupRecords({
  contacts,
  tokens,
  items,
  networks,
}: {
  contacts: Contacts
  tokens: Pick<TokenList, 'everywhere' | 'restore'>
  items: Pick<Items, 'everywhere' | 'restore'>
  networks: Pick<Networks, 'own' | 'restore'>
}): BackupRecords {
  return {
    read: async () => ({
      version,
      contacts: await contacts.list(),
      tokens: (await tokens.everywhere()).filter(({ source, hidden }) => source !== 'found' || hidden),
      items: await items.everywhere(),
      networks: networks.own(),
    }),
    prepare(records) {
      if (records === undefined) return async () => undefined
      const newer = versionSchema.safeParse(records)
      if (newer.success && newer.data.version > version) throw new Failure('backup-invalid', { reason: 'newer' })
      const read = recordsSchema.safeParse(records)
      if (!read.success) throw new Failure('backup-invalid', { reason: 'damaged' })
      const { data } = read
      for (const { endpoints } of data.networks) checkEndpoints(endpoints, 'person')
      return async () => {
        const known = new Set((await contacts.list()).map(({ address }) => address))
        const here = await networks.restore(data.networks)
        await contacts.name(data.contacts.filter(({ address }) => !known.has(address)))
        await tokens.restore(data.tokens.flatMap(row => onNetworkHere(row, here)))
        await items.restore(data.items.flatMap(row => onNetworkHere(row, here)))
      }
    },
  }
}

/** The row on the network that its own is here. One on a network that neither has is left out. */
function onNetworkHere<Row extends { networkId: NetworkId }>(
  row: Row,
  here: ReadonlyMap<NetworkId, NetworkId>,
): readonly Row[] {
  const isOfFirst = chainOfFirst(row.networkId) !== undefined
  const networkId = here.get(row.networkId) ?? (isOfFirst ? row.networkId : undefined)
  return networkId === undefined ? [] : [{ ...row, networkId }]
}
