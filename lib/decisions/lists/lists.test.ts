import 'fake-indexeddb/auto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteDB } from 'idb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import type { ListView } from '@/lib/language/lists'
import { packBundledHosts } from '@/lib/reading/list-formats/bundled-hosts'
import { listPresets } from '@/lib/reading/list-formats/presets'
import { type Database, openDatabase } from '@/lib/storage/open'
import { type ListPath, type ListServer, manyHosts, startListServer } from '@/test/list-server'
import { createLists } from './lists'

const bundled = packBundledHosts({ source: 'bundled', date: '2026-02-03', licence: 'MIT' }, ['drainer.example'])
const dayMs = 86_400_000

let server: ListServer
let database: Database
/** Moves the date. */
let later = 0
/** How much faster waits pass. */
let haste = 1
const clock: Clock = {
  now: () => systemClock.now() + later,
  after: (ms, task) => systemClock.after(ms / haste, task),
}
const faults = recordFaults()
const held = { now: 0 }
const keepAlive = {
  hold() {
    held.now += 1
    return () => {
      held.now -= 1
    }
  },
}
const open = () => createLists({ database, clock, faults, keepAlive, readBundled: async () => bundled })

beforeAll(async () => {
  server = await startListServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  later = 0
  haste = 1
  server.requests.length = 0
  database = await openDatabase(`lists-${crypto.randomUUID()}`)
})
afterEach(async () => {
  database.close()
  await deleteDB(database.name)
})

async function only(lists: ReturnType<typeof open>): Promise<ListView> {
  const [list, second] = (await lists.view()).lists
  if (list === undefined || second !== undefined) throw new Error('not one list')
  return list
}
const listing = async (host: string, lists = open()) => (await lists.ofHost(host, [])).listed

describe('a list of 300,000 hosts', () => {
  it('is fetched, found in, and still there for the next worker', async () => {
    const lists = open()
    await lists.add({ kind: 'fraud-hosts', name: 'Many', url: server.url('hosts') })
    expect(await only(lists)).toMatchObject({ count: 300_000, date: '2026-02-03', on: true, failure: null })
    const worker = open()
    const hosts = manyHosts(300_000)
    for (const host of [hosts[0], hosts[123_456], hosts[299_999]]) {
      const found = { entry: host, list: 'Many', date: '2026-02-03' }
      expect(await listing(host ?? '', worker)).toEqual(found)
      expect(await listing(`www.wallet.${host}`, worker)).toEqual(found)
    }
    expect(await listing('honest.example', worker)).toBeNull()
    expect(await listing('drainer.example', worker)).toMatchObject({ list: 'bundled' })
    expect(held.now).toBe(0)
  })
})

describe('once a day', () => {
  it('it asks whether the list has changed, and takes it only then', async () => {
    const file = (count: number, etag: string) => ({ body: JSON.stringify(manyHosts(count)), etag })
    const url = server.serve('daily', file(10, '"a"'))
    const lists = open()
    await lists.add({ kind: 'fraud-hosts', name: 'Daily', url })
    await lists.updateDue()
    expect(server.requests).toHaveLength(1)

    later = dayMs + 1
    await open().updateDue()
    expect(server.requests[1]?.headers['if-none-match']).toBe('"a"')
    expect(await only(open())).toMatchObject({ count: 10, failure: null })

    server.serve('daily', file(12, '"b"'))
    later = 2 * dayMs + 2
    await open().updateDue()
    expect(await only(open())).toMatchObject({ count: 12 })
    expect(await listing(manyHosts(12)[11] ?? '')).toMatchObject({ list: 'Daily' })
  })

  it('a list that is switched off is neither fetched nor looked up in', async () => {
    const url = server.serve('off', { body: '["a.example","b.example"]' })
    const lists = open()
    await lists.add({ kind: 'fraud-hosts', name: 'Off', url })
    const { id } = await only(lists)
    await lists.switch(id, false)
    later = 10 * dayMs
    await lists.updateDue()
    expect(server.requests).toHaveLength(1)
    expect(await listing('a.example', lists)).toBeNull()
    await lists.remove(id)
    expect(await database.count('listEntries')).toBe(0)
  })
})

describe('a list that goes wrong keeps what it had', () => {
  const good = { body: JSON.stringify(manyHosts(100)), etag: '"1"', lastModified: 'Tue, 03 Feb 2026 10:00:00 GMT' }
  const broken: [string, ListPath | null, object | null, object][] = [
    ['HTML instead of JSON', 'html', null, { code: 'list-unreadable', details: { reason: 'html' } }],
    ['a redirect to another host', 'redirect', null, { code: 'list-moved' }],
    ['a slow drip', 'drip', null, { code: 'list-too-slow' }],
    ['truncated JSON', 'truncated', null, { code: 'list-unreadable', details: { reason: 'json' } }],
    ['a connection that breaks', 'cut-off', null, { code: 'list-unreachable' }],
    ['no end', 'flood', null, { code: 'list-too-large', details: { megabytes: 32 } }],
    ['HTTP 404', 'missing', null, { code: 'list-refused', details: { status: 404 } }],
    ['bytes that are no text', 'binary', null, { code: 'list-unreadable', details: { reason: 'text' } }],
    [
      'half of it gone',
      null,
      { body: JSON.stringify(manyHosts(49)) },
      { code: 'list-shrunk', details: { before: 100, now: 49 } },
    ],
    ['nothing in it', null, { body: '[]' }, { code: 'list-unreadable', details: { reason: 'count' } }],
    [
      'an older date',
      null,
      { body: JSON.stringify(manyHosts(100)), lastModified: 'Mon, 02 Feb 2026 10:00:00 GMT' },
      { code: 'list-older' },
    ],
    ['entries that are no hosts', null, { body: '["a b c","<script>","x y"]' }, { code: 'list-unreadable' }],
    [
      'another shape',
      null,
      { body: '{"error":"rate limit"}' },
      { code: 'list-unreadable', details: { reason: 'shape' } },
    ],
  ]

  it.each(broken)('%s', async (_, path, file, failure) => {
    const lists = open()
    const url = server.serve('changing', good)
    await lists.add({ kind: 'fraud-hosts', name: 'Changing', url })
    const { id } = await only(lists)
    if (path === null) server.serve('changing', { body: '', ...file })
    else await database.put('lists', { ...(await row(id)), url: server.url(path) })
    if (path === 'drip') haste = 500
    const worker = open()
    await worker.update(id)
    expect(await only(worker)).toMatchObject({ count: 100, date: '2026-02-03', failure, isFetching: false })
    expect(await listing(manyHosts(100)[99] ?? '', worker)).toMatchObject({ list: 'Changing' })
    // It is tried again after six hours, not at once.
    const asked = server.requests.length
    await worker.updateDue()
    expect(server.requests).toHaveLength(asked)
    expect(held.now).toBe(0)
  })

  async function row(id: string) {
    const record = await database.get('lists', id)
    if (record === undefined) throw new Error('no such list')
    return record
  }

  const growing = async (first: object, second: object) => {
    const lists = open()
    const url = server.serve('growing', { body: JSON.stringify(manyHosts(100)), ...first })
    await lists.add({ kind: 'fraud-hosts', name: 'Growing', url })
    server.serve('growing', { body: JSON.stringify(manyHosts(100)), ...second })
    const { id } = await only(lists)
    await lists.update(id)
    return { lists, id }
  }

  it('far more than before is as doubtful as far less, and taken where the person says so', async () => {
    const { lists, id } = await growing({}, { body: JSON.stringify(manyHosts(1_201)) })
    const failure = { code: 'list-grown', details: { before: 100, now: 1_201 } }
    expect(await only(lists)).toMatchObject({ count: 100, failure })
    await lists.update(id, true)
    expect(await only(lists)).toMatchObject({ count: 1_201, failure: null })
  })

  it('a date beyond tomorrow is no date: the next honest list is taken', async () => {
    const honest = new Date(clock.now()).toUTCString()
    const { lists } = await growing({ lastModified: 'Fri, 01 Jan 2100 00:00:00 GMT' }, { lastModified: honest })
    expect(server.requests.at(-1)?.headers['if-modified-since']).toBeUndefined()
    expect(await only(lists)).toMatchObject({ failure: null, date: new Date(honest).toISOString().slice(0, 10) })
  })

  it('nor does a row with such a date keep an honest list out', async () => {
    const { lists, id } = await growing({}, {})
    await database.put('lists', { ...(await row(id)), lastModified: 'Fri, 01 Jan 2100 00:00:00 GMT' })
    server.serve('growing', { body: JSON.stringify(manyHosts(99)), lastModified: new Date(clock.now()).toUTCString() })
    const worker = open()
    await worker.update(id)
    expect(await only(worker)).toMatchObject({ count: 99, failure: null })
    expect(await only(lists)).toBeDefined()
  })

  it('a clock that was ahead keeps no list from being fetched', async () => {
    const { lists, id } = await growing({}, {})
    await database.put('lists', { ...(await row(id)), checkedAt: clock.now() + 300 * dayMs })
    const asked = server.requests.length
    await open().updateDue()
    expect(server.requests).toHaveLength(asked + 1)
    expect(await only(lists)).toBeDefined()
  })

  it('a list in which the worker ended twice is switched off and says so, until it is switched on again', async () => {
    const { id } = await growing({}, {})
    // A worker that ended while it read leaves the row so.
    await database.put('lists', { ...(await row(id)), begun: 1, checkedAt: clock.now() })
    const asked = server.requests.length
    await open().updateDue()
    expect(server.requests).toHaveLength(asked)
    await database.put('lists', { ...(await row(id)), begun: 2 })
    later = dayMs
    const worker = open()
    await worker.updateDue()
    expect(server.requests).toHaveLength(asked)
    expect(await only(worker)).toMatchObject({ on: false, count: 100, failure: { code: 'list-stopped' } })
    await worker.switch(id, true)
    await worker.update(id)
    expect(await only(worker)).toMatchObject({ on: true, failure: null })
    expect((await row(id)).begun).toBe(0)
  })

  it('a list that fails at the first attempt is not added', async () => {
    const lists = open()
    const url = server.url('html')
    await expect(lists.add({ kind: 'fraud-hosts', name: 'Html', url })).rejects.toMatchObject({
      code: 'list-unreadable',
    })
    expect((await lists.view()).lists).toEqual([])
  })

  it.each(['http://lists.example/a.json', 'ftp://lists.example/a', 'https://me:secret@lists.example/', 'a.json'])(
    'an address that is not safe is refused before any request: %s',
    async url => {
      await expect(open().add({ kind: 'fraud-hosts', name: 'Unsafe', url })).rejects.toMatchObject({
        code: 'invalid-input',
      })
    },
  )
})

describe('other kinds of lists', () => {
  const token = { chainId: 8453, address: `0x${'Ab'.repeat(20)}`, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
  const tokens = (timestamp: string, more = {}) =>
    JSON.stringify({ name: 'Tokens', timestamp, version: { major: 1, minor: 0, patch: 0 }, tokens: [token], ...more })

  it('tokens are found by a symbol that reads the same', async () => {
    const lists = open()
    await lists.import({ kind: 'tokens', name: 'My tokens', text: tokens('2026-05-01T10:00:00.000Z') })
    const found = await lists.tokensNamed(8453, 'USDС')
    expect(found).toMatchObject([{ symbol: 'USDC', decimals: 6, listing: { list: 'My tokens', date: '2026-05-01' } }])
    expect(await lists.tokensNamed(1, 'USDC')).toEqual([])
  })

  it('a list of tokens with an earlier timestamp is refused', async () => {
    const url = server.serve('tokens', { body: tokens('2026-05-01T10:00:00.000Z') })
    const lists = open()
    await lists.add({ kind: 'tokens', name: 'Tokens', url })
    server.serve('tokens', { body: tokens('2026-04-01T10:00:00.000Z') })
    await lists.update((await only(lists)).id)
    expect(await only(lists)).toMatchObject({ date: '2026-05-01', failure: { code: 'list-older' } })
  })

  it('addresses are found in any spelling', async () => {
    const lists = open()
    const address = `0x${'Cd'.repeat(20)}` as const
    await lists.import({ kind: 'fraud-addresses', name: 'Drainers', text: JSON.stringify([{ address, comment: 'x' }]) })
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    expect(await lists.ofAddress(`0x${'cD'.repeat(20)}`)).toMatchObject({ list: 'Drainers', date })
    expect(await lists.ofAddress(`0x${'ef'.repeat(20)}`)).toBeNull()
  })

  it('chains are found by id and by name', async () => {
    const lists = open()
    const chain = {
      name: 'Example Mainnet',
      chainId: 424_242,
      nativeCurrency: { symbol: 'EXM' },
      rpc: ['https://a.example/x'],
    }
    await lists.import({ kind: 'chains', name: 'Chains', text: JSON.stringify([chain]) })
    const found = { chainId: 424_242, name: 'Example Mainnet', hosts: ['a.example'], listing: { list: 'Chains' } }
    expect(await lists.chainsLike(424_242, 'Other')).toMatchObject([found])
    expect(await lists.chainsLike(5_555_555, 'EXAMPLE network')).toMatchObject([found])
    expect(await lists.chainsLike(8453, 'Mine')).toMatchObject([{ chainId: 8453, name: 'Base', symbol: 'ETH' }])
  })

  it('a registry of descriptors is read from the archive of its repository, as tar writes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'registry-'))
    try {
      const long = `registry/${'a-long-name-'.repeat(12)}/calldata-a.json`
      for (const path of ['registry/lido/calldata-stETH.json', 'ercs/erc20.json', 'README.md', long]) {
        mkdirSync(join(folder, 'top', path, '..'), { recursive: true })
        writeFileSync(join(folder, 'top', path), `{"path":"${path}"}`)
      }
      execFileSync('tar', ['--format=pax', '-czf', join(folder, 'registry.tar.gz'), '-C', folder, 'top'])
      const archive = readFileSync(join(folder, 'registry.tar.gz'))
      const lists = open()
      const url = server.serve('registry', { body: archive })
      await lists.add({ kind: 'descriptors', name: 'Registry', url })
      expect(await only(lists)).toMatchObject({ count: 3 })
      const rows = await database.getAll('listEntries')
      expect(rows.map(({ key, value }) => [key, value])).toEqual(
        ['ercs/erc20.json', long, 'registry/lido/calldata-stETH.json'].map(path => [path, `{"path":"${path}"}`]),
      )
      const short = server.serve('short', { body: archive.subarray(0, archive.length - 60) })
      await expect(lists.add({ kind: 'descriptors', name: 'Short', url: short })).rejects.toMatchObject({
        code: 'list-unreadable',
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('descriptors of a registry are found by contract or domain, with what they include', async () => {
    const contract = `0x${'aB'.repeat(20)}` as const
    const deployments = [{ chainId: 1, address: contract }]
    const text = JSON.stringify({
      'registry/shop/calldata-shop.json': { includes: '../../ercs/base.json', context: { contract: { deployments } } },
      'registry/shop/eip712-order.json': {
        includes: ['./common.json', 'missing.json'],
        context: { eip712: { domain: { name: 'Shop' } } },
      },
      'registry/shop/common.json': { includes: ['../shop/eip712-order.json'], display: {} },
      'ercs/base.json': { display: { formats: {} } },
      'registry/other/calldata-other.json': { context: { contract: { deployments: [{ chainId: 1 }] } } },
    })
    const lists = open()
    await lists.import({ kind: 'descriptors', name: 'Registry', text })
    expect(await only(lists)).toMatchObject({ count: 5 })
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    const [found, none] = await lists.descriptorsFor(1, `0x${'Ab'.repeat(20)}`, null)
    expect(none).toBeUndefined()
    expect(found).toMatchObject({ list: 'Registry', date, descriptors: ['registry/shop/calldata-shop.json'] })
    expect(found?.files.map(({ name }) => name)).toEqual(['registry/shop/calldata-shop.json', 'ercs/base.json'])
    const [message] = await lists.descriptorsFor(0, null, 'Shop')
    expect(message?.files.map(({ name }) => name)).toEqual([
      'registry/shop/eip712-order.json',
      'registry/shop/common.json',
    ])
    expect(await lists.descriptorsFor(10, contract, 'Shops')).toEqual([])
    await lists.switch((await only(lists)).id, false)
    expect(await lists.descriptorsFor(1, contract, 'Shop')).toEqual([])
  })

  it.each([
    ['fraud-hosts', '# a comment\n0.0.0.0 one.example\n||two.example^\nthree.example\n', 3],
    ['fraud-hosts', '{"deny":["one.example","https://www.two.example/path"],"allow":[]}', 2],
    ['fraud-hosts', '{"version":2,"blacklist":["one.example"],"whitelist":["x.example"]}', 1],
    ['fraud-hosts', JSON.stringify({ domains: ['müller.example', 'A.Example.'] }), 2],
  ] as const)('%s are read from %j', async (kind, text, count) => {
    const lists = open()
    await lists.import({ kind, name: 'File', text })
    expect(await only(lists)).toMatchObject({ count, url: null })
    // The same file again is the same list.
    await lists.import({ kind, name: 'File', text })
    expect(await only(lists)).toMatchObject({ count })
  })
})

describe('the presets', () => {
  it('are off until the person subscribes', async () => {
    const lists = open()
    await lists.updateDue()
    expect(await lists.view()).toMatchObject({ bundled: { source: 'bundled', count: 1 }, lists: [] })
    expect(server.requests).toEqual([])
  })

  it('have addresses, keepers, licences and sizes, each list once', () => {
    expect(new Set(listPresets.map(({ id }) => id)).size).toBe(listPresets.length)
    expect(new Set(listPresets.map(({ url }) => url)).size).toBe(listPresets.length)
    for (const { url, keeper, licence, name, megabytes } of listPresets) {
      expect(URL.parse(url)?.protocol).toBe('https:')
      for (const text of [keeper, name]) expect(text).not.toBe('')
      // One keeper names no licence.
      expect(licence === null).toBe(keeper === 'ScamSniffer')
      expect(licence).not.toBe('')
      expect(megabytes).toBeGreaterThan(0)
    }
  })
})

it('says that the bundled list cannot be read, and still finds in the others', async () => {
  const lists = createLists({ database, clock, faults, keepAlive, readBundled: async () => Uint8Array.of(0x7b, 0x0a) })
  expect(await lists.ofHost('drainer.example', [])).toMatchObject({ isUnlisted: true, listed: null })
  await lists.import({ kind: 'fraud-hosts', name: 'File', text: '["drainer.example"]' })
  expect(await lists.ofHost('drainer.example', [])).toMatchObject({ isUnlisted: false, listed: { list: 'File' } })
  expect((await lists.view()).bundled).toBeNull()
  expect(faults.seen[0]).toMatchObject({ where: 'fraud-list' })
})
