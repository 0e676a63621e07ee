import { noFaults } from '@/lib/faults/faults.fixture'
import 'fake-indexeddb/auto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { scryptAsync } from '@noble/hashes/scrypt'
import { argon2id } from 'hash-wasm'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test } from 'vitest'
import { setDamagedRowsAside } from '@/lib/database/inspection'
import { type Database, databaseVersion, openDatabase, storeNames } from '@/lib/database/open'
import { createSettings } from '@/lib/database/settings'
import { systemClock, wallClock } from '@/lib/values/clock'
import { firstNetworkOf } from '@/lib/values/network-id'
import { defaultDerivation } from './derivation'
import { fillPaymentRows } from './golden-payment-rows.fixture'
import { fillRows } from './golden-rows.fixture'
import { createKeyring } from './keyring'
import { firstAddress, memoryStore, noRecords, password, phrase, watched } from './keyring.fixture'

/**
 * Golden databases: what each released version left on a person's disk, as its own code wrote it. They are never
 * written again; a new version of the database adds one with `PRELUDE_WRITE_GOLDEN=1 npx vitest run
 * lib/keyring/upgrade.test.ts`, which refuses to touch one that is there.
 */
const folder = 'test/fixtures/database'
const fileOf = (version: number) => `${folder}/v${version}.json`
const versions = Array.from({ length: databaseVersion }, (_, index) => index + 1)

interface GoldenDatabase {
  version: number
  stores: {
    name: string
    keyPath: string | null
    autoIncrement: boolean
    indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
    rows: unknown[]
  }[]
  /** `storage.local` of the time. */
  mirror: [string, string][]
}

/** JSON has no integers of 256 bits. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? { $bigint: `${item}` } : item), 1)
const fromJson = (text: string): GoldenDatabase =>
  JSON.parse(text, (_key, item) => (typeof item?.$bigint === 'string' ? BigInt(item.$bigint) : item))

let database: Database | null = null
afterEach(async () => {
  if (database === null) return
  database.close()
  await deleteDB(database.name)
  database = null
})

const unusedApproval = () => Promise.reject(new Error('no approval here'))
const importedKey = `0x${'5f'.repeat(32)}` as const

async function restore(golden: GoldenDatabase): Promise<{ name: string; mirrorStore: ReturnType<typeof memoryStore> }> {
  const name = `golden-${crypto.randomUUID()}`
  const old = await openDB(name, golden.version, {
    upgrade(created) {
      for (const { name: storeName, keyPath, autoIncrement, indexes } of golden.stores) {
        const store = created.createObjectStore(storeName, { keyPath, autoIncrement })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
      }
    },
  })
  for (const store of golden.stores) for (const row of store.rows) await old.add(store.name, row)
  old.close()
  const mirrorStore = memoryStore()
  for (const [key, text] of golden.mirror) mirrorStore.entries.set(key, text)
  return { name, mirrorStore }
}

test.each(versions)('version %i has its golden database', version => {
  expect(existsSync(fileOf(version))).toBe(true)
})

describe.each(versions)('a disk as version %i left it', version => {
  const golden = () => fromJson(readFileSync(fileOf(version), 'utf8'))

  test('becomes a database of today, and no row is lost or damaged', async () => {
    const before = golden()
    const { name } = await restore(before)
    database = await openDatabase(name)
    expect(database.version).toBe(databaseVersion)
    expect([...database.objectStoreNames].sort()).toEqual([...storeNames].sort())
    expect(await setDamagedRowsAside(database, wallClock)).toEqual({})
    for (const { name: store, rows } of before.stores) {
      expect(await database.count(store as (typeof storeNames)[number])).toBe(rows.length)
    }
  })

  test('has everything of the network that had its chain id', async () => {
    const { name } = await restore(golden())
    database = await openDatabase(name)
    const chainId = 84538453
    const networkId = firstNetworkOf(chainId)
    const { hash, from } = (await database.get('transactions', 'approval-1')) ?? { hash: '', from: '' }
    const known = { networkId, chainId, id: 'approval-1' }
    expect(await database.getFromIndex('transactions', 'hash', [networkId, hash])).toMatchObject(known)
    expect(await database.getAllFromIndex('transactions', 'nonce', [networkId, 0, from, 0])).toMatchObject([known])
    const account = IDBKeyRange.bound([networkId], [networkId, []])
    expect(await database.countFromIndex('transactions', 'account', account)).toBe(2)
    expect(await database.get('networks', networkId)).toMatchObject({ id: networkId, chainId, name: 'Preview' })
    expect(await database.get('epochs', networkId)).toMatchObject({ networkId, epoch: 0 })
    expect(await database.get('fees', networkId)).toMatchObject({ networkId })
    expect(await createSettings(database).read()).toMatchObject({ selectedNetworkId: networkId })
    expect(await database.getAll('sites')).toMatchObject([{ networkId }])
    expect(await database.getAll('approvals')).toMatchObject([known])
    if (version < 2) return
    expect(await database.countFromIndex('authorizations', 'account', [networkId, from])).toBe(2)
    expect(await database.getAll('payments')).toMatchObject([{ networkId, chainId }])
    expect((await database.getAll('paymentSites'))[0]?.payees).toMatchObject([{ networkId }])
    const blocks = IDBKeyRange.bound([networkId], [networkId, []])
    expect(await database.countFromIndex('transfers', 'block', blocks)).toBe(1)
  })

  test('holds rows of every kind that version had', () => {
    const empty = golden().stores.filter(({ name, rows }) => name !== 'damaged' && rows.length === 0)
    expect(empty).toEqual([])
  })

  test('opens with its password, and every key is there', async () => {
    const { name, mirrorStore } = await restore(golden())
    database = await openDatabase(name)
    const keyring = createKeyring({
      database,
      mirrorStore,
      sessionStore: memoryStore(),
      clock: systemClock,
      argon2id,
      scrypt: scryptAsync,
      verifyApproval: unusedApproval,
      askDevice: () => Promise.reject(new Error('no device in this test')),
      backupRecords: noRecords,
      faults: noFaults,
    })
    expect(await keyring.state()).toMatchObject({ vault: 'locked' })
    await keyring.unlock(password)
    expect(await keyring.accounts()).toMatchObject([
      { address: firstAddress, name: 'Everyday', kind: 'phrase' },
      { kind: 'phrase', hidden: true },
      { kind: 'key' },
      { address: watched, kind: 'watch' },
    ])
    expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
    const imported = (await keyring.accounts())[2]
    expect(await keyring.revealKey(password, imported?.address ?? watched)).toBe(importedKey)
    expect((await keyring.passkeys())?.credentials).toMatchObject([{ credentialId: 'golden-credential' }])
    await keyring.lock()
    await keyring.unlockWithPasskey('golden-credential', new Uint8Array(32).fill(7))
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
  })

  test('opens from the mirror alone', async () => {
    const { mirrorStore } = await restore(golden())
    database = await openDatabase(`golden-${crypto.randomUUID()}`)
    const keyring = createKeyring({
      database,
      mirrorStore,
      sessionStore: memoryStore(),
      clock: systemClock,
      argon2id,
      scrypt: scryptAsync,
      verifyApproval: unusedApproval,
      askDevice: () => Promise.reject(new Error('no device in this test')),
      backupRecords: noRecords,
      faults: noFaults,
    })
    await keyring.unlock(password)
    expect((await keyring.accounts())[0]).toMatchObject({ address: firstAddress, kind: 'phrase' })
  })
})

// Not a test that is skipped: without the wish for a new file there is nothing to do.
if (process.env.PRELUDE_WRITE_GOLDEN === '1')
  test('write the golden database of this version', async () => {
    const file = fileOf(databaseVersion)
    expect(existsSync(file)).toBe(false)
    database = await openDatabase(`golden-${crypto.randomUUID()}`)
    const mirrorStore = memoryStore()
    const keyring = createKeyring({
      database,
      mirrorStore,
      sessionStore: memoryStore(),
      clock: systemClock,
      argon2id,
      scrypt: scryptAsync,
      verifyApproval: unusedApproval,
      askDevice: () => Promise.reject(new Error('no device in this test')),
      backupRecords: noRecords,
      faults: noFaults,
      derivation: { ...defaultDerivation, maximumIterations: defaultDerivation.minimumIterations },
    })
    await keyring.create({ password, phrase })
    await keyring.renameAccount(firstAddress, 'Everyday')
    const second = await keyring.addAccount('Savings')
    await keyring.hideAccount(second, true)
    await keyring.importKey(importedKey)
    await keyring.watchAddress(watched)
    await keyring.addPasskeyWrap({ password, credentialId: 'golden-credential', prfOutput: new Uint8Array(32).fill(7) })
    await keyring.setLockAfter(30)
    await keyring.lock()
    await fillRows(database)
    await fillPaymentRows(database)

    const transaction = database.transaction(storeNames)
    const stores = await Promise.all(
      [...database.objectStoreNames].map(async name => {
        const store = transaction.objectStore(name)
        return {
          name,
          keyPath: store.keyPath,
          autoIncrement: store.autoIncrement,
          indexes: [...store.indexNames].map(indexName => {
            const { keyPath, unique, multiEntry } = store.index(indexName as never)
            return { name: indexName, keyPath, unique, multiEntry }
          }),
          rows: await store.getAll(),
        }
      }),
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, `${toJson({ version: databaseVersion, stores, mirror: [...mirrorStore.entries] })}\n`)
  })
