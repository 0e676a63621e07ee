import { beforeAll, describe, expect, it } from 'vitest'
import { createBackupRecords } from '@/lib/activity/backup-records'
import { createContacts } from '@/lib/activity/contacts'
import { createItems } from '@/lib/activity/tokens/items'
import { createTokenList } from '@/lib/activity/tokens/token-list'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createNetworks } from '@/lib/chain/networks/networks'
import { probeEndpoint } from '@/lib/chain/networks/probe'
import { createDoor } from '@/lib/chain/rpc/door'
import type { ListedTokenView } from '@/lib/language/views'
import { openDatabase } from '@/lib/storage/open'
import { startTestWorker, type TestPage } from './worker.fixture'

const password = 'correct horse battery'
const phrase = 'test test test test test test test test test test test junk'
const baker = '0x2546bcd3c84621e976d8185a91a922ae77ecec30'
const token = `0x${'a1'.repeat(20)}` as const
const own = {
  chainId: 90_210_777,
  name: 'A chain of our own',
  symbol: 'OWN',
  endpoints: [{ http: 'https://rpc.our-own.example/', socket: null }],
  explorerUrl: null,
  faucetUrl: null,
  testing: false,
}

let page: TestPage
let backup: string
beforeAll(async () => {
  const worker = await startTestWorker()
  page = worker.open('tab')
  await page.ask('vault.erase', { confirmation: 'erase' })
  await page.ask('vault.create', { password, phrase })
  const others = Array.from({ length: 9_999 }, (_, index) => ({
    address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    name: `Somebody with quite a long name, number ${index}`,
  }))
  await page.ask('contact.name', { contacts: [{ address: baker, name: 'The baker' }, ...others] })
  await page.ask('network.add', own)
  await page.ask('network.set-endpoints', {
    networkId: 8453,
    endpoints: [{ http: 'https://node.our-own.example/', socket: null }],
  })
  await page.ask('network.edit', {
    networkId: 84532,
    name: 'Our test chain',
    symbol: 'ETH',
    explorerUrl: 'https://sepolia.basescan.org',
    faucetUrl: 'https://faucet.our-own.example/api',
    testing: true,
  })
  const row = { networkId: firstNetworkOf(8453), symbol: 'LOAF', name: 'Loaf', decimals: 6 }
  const listed = { ...row, key: `8453:${token}`, address: token, source: 'person' as const, hidden: true }
  const database = await openDatabase()
  await database.put('tokens', listed)
  const found = `0x${'b2'.repeat(20)}` as const
  await database.put('tokens', { ...listed, key: `8453:${found}`, address: found, source: 'found', hidden: false })
  database.close()
  const answer = await page.ask('vault.export-backup', { password })
  if (answer.kind !== 'result') throw new Error('no backup')
  ;({ backup } = answer.output as { backup: string })
})

const networksNow = async () => (await page.read(['networks'])).networks ?? []
async function tokensNow() {
  const answer = await page.ask('token.everywhere', {})
  if (answer.kind !== 'result') throw new Error('the worker does not say which tokens it lists')
  const { tokens } = answer.output as { tokens: ListedTokenView[] }
  return tokens.map(({ address, symbol, source, hidden }) => ({ address, symbol, source, hidden }))
}

describe('a backup', () => {
  it('brings contacts, tokens and networks back, and names none of them in the clear', async () => {
    for (const word of ['The baker', baker.slice(2), 'our-own', 'LOAF']) expect(backup).not.toContain(word)
    await page.ask('vault.erase', { confirmation: 'erase' })
    expect((await networksNow()).map(({ chainId }) => chainId)).not.toContain(own.chainId)
    expect(await page.ask('vault.import-backup', { backup, password })).toMatchObject({ kind: 'result' })
    const contacts = (await page.read(['contacts'])).contacts ?? []
    expect(contacts).toHaveLength(10_000)
    expect(contacts).toContainEqual(expect.objectContaining({ address: baker, name: 'The baker' }))
    const networks = await networksNow()
    expect(networks.find(({ chainId }) => chainId === own.chainId)).toMatchObject({ ...own, source: 'person' })
    expect(networks.find(({ chainId }) => chainId === 8453)).toMatchObject({
      name: 'Base',
      endpoints: [{ http: 'https://node.our-own.example/' }],
    })
    expect(networks.find(({ chainId }) => chainId === 84532)).toMatchObject({
      ...{ name: 'Our test chain', faucetUrl: 'https://faucet.our-own.example/api', source: 'preset' },
      edited: ['name', 'faucetUrl'],
      endpoints: [{ http: 'https://sepolia.base.org' }],
    })
    // What only arrived is found again by itself.
    expect(await tokensNow()).toEqual([{ address: token, symbol: 'LOAF', source: 'person', hidden: true }])
  })

  it('replaces nothing of the wallet that it is added to', async () => {
    await page.ask('vault.erase', { confirmation: 'erase' })
    await page.ask('vault.create', { password, phrase })
    await page.ask('contact.name', { contacts: [{ address: baker, name: 'Bread' }] })
    await page.ask('network.add', { ...own, name: 'Ours' })
    for (const _time of ['once', 'twice'])
      expect(await page.ask('vault.merge-backup', { backup, password })).toMatchObject({ kind: 'result' })
    const contacts = (await page.read(['contacts'])).contacts ?? []
    expect(contacts).toHaveLength(10_000)
    expect(contacts.find(({ address }) => address === baker)?.name).toBe('Bread')
    expect((await networksNow()).filter(({ chainId }) => chainId === own.chainId)).toMatchObject([{ name: 'Ours' }])
    expect(await tokensNow()).toHaveLength(1)
  })
})

/** The records of a wallet that has nothing but presets. */
async function recordsOf(name: string) {
  const database = await openDatabase(name)
  const networks = await createNetworks({
    ...{ database, clock: systemClock, keepAlive: { hold: () => () => undefined }, localPreview: null },
    door: createDoor({ isAllowed: () => false, clock: systemClock }),
    faults: recordFaults(),
    probeEndpoint,
  })
  const connectionOf = networks.connection
  const tokens = createTokenList({ database, connectionOf })
  const records = createBackupRecords({
    contacts: createContacts({ database, clock: systemClock }),
    tokens,
    items: createItems({ database, connectionOf, now: systemClock.now }),
    networks,
  })
  return { database, networks, records, tokens }
}

describe('records of a backup', () => {
  it('of a second network of a chain do not become those of another one that has the same number here', async () => {
    const fork = { ...own, chainId: 8453, source: 'person' as const }
    const from = await recordsOf('from')
    const { id } = await from.networks.add({ ...fork, name: 'A fork' })
    const listed = { symbol: 'LOAF', name: 'Loaf', decimals: 6, source: 'person' as const, hidden: false }
    await from.database.put('tokens', { ...listed, networkId: id, key: `${id}:${token}`, address: token })

    const here = await recordsOf('here')
    const other = await here.networks.add({ ...fork, name: 'Another fork' })
    expect(other.id).toBe(id)
    const backup = await from.records.read()
    for (const _time of ['once', 'twice']) await here.records.prepare(backup)()
    const forks = here.networks.ofChain(8453).filter(each => each.id < 0)
    expect(forks.map(({ name }) => name)).toEqual(['Another fork', 'A fork'])
    expect(await here.tokens.list(other.id)).toEqual([])
    const restored = forks[1]?.id ?? id
    expect(await here.tokens.everywhere()).toMatchObject([{ networkId: restored, key: `${restored}:${token}` }])
  })

  it('of a newer version, or of no known shape, are refused', async () => {
    const { records } = await recordsOf('records')
    const whole = { ...((await records.read()) as object) }
    expect(() => records.prepare(whole)).not.toThrow()
    const refused = (reason: string) => expect.objectContaining({ code: 'backup-invalid', details: { reason } })
    expect(() => records.prepare({ ...whole, version: 2, contacts: 'in another shape' })).toThrow(refused('newer'))
    expect(() => records.prepare({ ...whole, contacts: [{ address: 'nobody', name: 'x', createdAt: 0 }] })).toThrow(
      refused('damaged'),
    )
  })
})
