import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { createBackupRecords } from '@/lib/activity/backup-records'
import { type Contacts, createContacts } from '@/lib/activity/contacts'
import { createItems, type Items } from '@/lib/activity/tokens/items'
import { createTokenList, type TokenList } from '@/lib/activity/tokens/token-list'
import type { Clock } from '@/lib/base/clock'
import { failureIn } from '@/lib/base/failure'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createNetworks, type Networks, type NewNetwork } from '@/lib/chain/networks/networks'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { createDoor } from '@/lib/chain/rpc/door'
import { createSites, type Sites } from '@/lib/decisions/sites/sites'
import type { BackupRecords } from '@/lib/keys/shared/keyring'
import { type Database, openDatabase } from '@/lib/storage/open'
import type { ItemRecord, TokenRecord } from '@/lib/storage/records'
import { watchDisk } from '@/test/full-disk'

const clock: Clock = { now: () => 1_700_000_000_000, after: () => () => undefined }
const [anna, bert] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const
const [shop, bank] = ['https://shop.example', 'https://bank.example'] as const
const base = firstNetworkOf(8453)
const endpoint = { http: 'https://node.example/', socket: null }
const network: NewNetwork = {
  ...{ chainId: 4242, name: 'Ours', symbol: 'OWN', endpoints: [endpoint], explorerUrl: null },
  ...{ testing: false, source: 'person' },
}
const own = firstNetworkOf(network.chainId)
const token = (address: TokenRecord['address']): TokenRecord => ({
  ...{ key: `${base}:${address}`, networkId: base, address, symbol: 'LOAF', name: 'Loaf', decimals: 6 },
  ...{ source: 'person', hidden: false },
})
const item = (id: bigint): ItemRecord => ({
  ...{ key: `${base}:${anna}:${id}`, networkId: base, address: anna, tokenId: `${id}`, standard: 'erc721' },
  ...{ symbol: 'ART', name: 'Art', addedAt: Number(id) },
})

interface Rooms {
  database: Database
  contacts: Contacts
  items: Items
  networks: Networks
  records: BackupRecords
  sites: Sites
  tokens: TokenList
}

/** What a worker has in memory after it started on this database. */
async function start(database: Database): Promise<Rooms> {
  const networks = await createNetworks({
    ...{ database, clock, keepAlive: { hold: () => () => undefined }, localPreview: null, faults: recordFaults() },
    door: createDoor({ isAllowed: () => false, clock }),
    probeEndpoint,
  })
  const connectionOf = networks.connection
  const contacts = createContacts({ database, clock })
  const tokens = createTokenList({ database, connectionOf })
  const items = createItems({ database, connectionOf, now: clock.now })
  const records = createBackupRecords({ contacts, items, networks, tokens })
  return { database, contacts, items, networks, records, sites: createSites({ database, clock }), tokens }
}

/** One row of each kind that a change can meet. */
async function filled(): Promise<Rooms> {
  const rooms = await start(await openDatabase(crypto.randomUUID()))
  await rooms.contacts.name([{ address: anna, name: 'Anna' }])
  await rooms.networks.add(network)
  await rooms.sites.connect(shop, [anna, bert], own)
  await rooms.sites.connect(bank, [anna], own)
  await rooms.tokens.restore([token(anna)])
  await rooms.items.restore([item(1n)])
  await rooms.sites.all()
  return rooms
}

async function seen({ contacts, items, networks, sites, tokens }: Rooms) {
  return {
    contacts: await contacts.list(),
    items: await items.everywhere(),
    networks: networks.list(),
    sites: await sites.all(),
    tokens: await tokens.everywhere(),
  }
}

const changes: Record<string, (rooms: Rooms) => Promise<unknown>> = {
  'a contact': ({ contacts }) => contacts.name([{ address: bert, name: 'Bert' }]),
  'several contacts': ({ contacts }) =>
    contacts.name([
      { address: anna, name: 'Anne' },
      { address: bert, name: 'Bert' },
    ]),
  'a removed contact': ({ contacts }) => contacts.remove(anna),
  'a network': ({ networks }) => networks.add({ ...network, chainId: 4343, name: 'Another' }),
  'a second network of a chain': ({ networks }) => networks.add({ ...network, name: 'A fork' }),
  'another name of a network': ({ networks }) => networks.edit(own, { ...network, faucetUrl: null, name: 'Theirs' }),
  'another name of a preset': ({ networks }) => networks.edit(base, { ...network, faucetUrl: null, name: 'Ours' }),
  'other endpoints': ({ networks }) => networks.setEndpoints(base, [endpoint]),
  'a removed network': ({ networks }) => networks.remove(own),
  'a connected site': ({ sites }) => sites.connect('https://new.example', [anna], own),
  'a disconnected site': ({ sites }) => sites.disconnect(shop),
  'all sites disconnected': ({ sites }) => sites.disconnectAll(),
  'a site on another network': ({ sites }) => sites.setChain(shop, base),
  'all sites on another network': ({ sites }) => sites.leaveNetwork(own, base),
  'all sites without an account': ({ sites }) => sites.keepAccounts([bert]),
  'another account of a site': ({ sites }) => sites.chooseAccount(shop, bert),
  'a muted site': ({ sites }) => sites.mute(shop, 1_800_000_000_000),
  'a counted refusal': ({ sites }) => sites.countRefusal('https://new.example', own),
  'another name for a site': ({ sites }) => sites.pose(shop, 'metamask', own),
  'a hidden token': ({ tokens }) => tokens.hide(base, anna, true),
  'restored tokens': ({ tokens }) => tokens.restore([token(anna), token(bert), token(`0x${'c3'.repeat(20)}`)]),
  'a removed item': ({ items }) => items.remove(base, { address: anna, id: 1n }),
  'restored items': ({ items }) => items.restore([item(1n), item(2n), item(3n)]),
}

const tellingOf = (changing: Promise<unknown>): Promise<string> =>
  changing.then(
    () => 'made',
    (error: unknown) => failureIn(error)?.code ?? `no code: ${error}`,
  )

describe.each(Object.entries(changes))('%s, on a disk that is full at any one write,', (_name, change) => {
  it('is told as made and is, or as not made and is not, in memory and on the disk', async () => {
    const model = await filled()
    const before = await seen(model)
    const disk = watchDisk(model.database.name)
    await change(model)
    const writes = disk.writes()
    const after = await seen(model)
    expect(writes).toBeGreaterThan(0)
    expect(after).not.toEqual(before)
    for (let at = 1; at <= writes; at += 1) {
      const rooms = await filled()
      const full = watchDisk(rooms.database.name, write => write === at)
      const told = await tellingOf(change(rooms))
      full.free()
      expect(['made', 'disk-full'], `write ${at}`).toContain(told)
      const right = told === 'made' ? after : before
      expect({ at, told, seen: await seen(rooms) }).toEqual({ at, told, seen: right })
      expect({ at, told, seen: await seen(await start(rooms.database)) }).toEqual({ at, told, seen: right })
    }
  })
})

describe('the records of a backup, on a disk that is full at any one write,', () => {
  it('are told as not restored, and the same file restores what is missing', async () => {
    const source = await filled()
    await source.contacts.name([{ address: bert, name: 'Bert' }])
    await source.networks.setEndpoints(base, [endpoint])
    await source.tokens.restore([token(bert)])
    await source.items.restore([item(2n)])
    const backup = await source.records.read()
    const empty = async () => start(await openDatabase(crypto.randomUUID()))
    const model = await empty()
    const disk = watchDisk(model.database.name)
    await model.records.prepare(backup)()
    const writes = disk.writes()
    const after = await seen(model)
    expect(writes).toBe(8)
    for (let at = 1; at <= writes; at += 1) {
      const rooms = await empty()
      const full = watchDisk(rooms.database.name, write => write === at)
      expect(await tellingOf(rooms.records.prepare(backup)()), `write ${at}`).toBe('disk-full')
      full.free()
      await rooms.records.prepare(backup)()
      expect(await seen(rooms)).toEqual(after)
      expect(await seen(await start(rooms.database))).toEqual(after)
    }
  })
})
