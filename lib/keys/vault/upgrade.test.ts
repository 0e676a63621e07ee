import { noFaults, recordFaults } from '@/lib/base/faults.fixture'
import 'fake-indexeddb/auto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { scryptAsync } from '@noble/hashes/scrypt'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { argon2id } from 'hash-wasm'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock, wallClock } from '@/lib/base/clock'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import { firstNetworkOf } from '@/lib/base/network-id'
import { createKeystores } from '@/lib/keys/accounts/keystore'
import { fillPaymentRows } from '@/lib/keys/golden-payment-rows.fixture'
import { fillRows } from '@/lib/keys/golden-rows.fixture'
import { createKeyring } from '@/lib/keys/keyring'
import { firstAddress, memoryStore, noRecords, password, phrase, readList, watched } from '@/lib/keys/keyring.fixture'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { Argon2id } from '@/lib/keys/types'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { encryptReadableRows } from '@/lib/storage/encrypted/sweep'
import { setDamagedRowsAside, shapeCheck } from '@/lib/storage/inspection'
import { type Database, databaseVersion, openDatabase } from '@/lib/storage/open'
import { paymentRowSchemas } from '@/lib/storage/payment-shapes'
import { createSettings } from '@/lib/storage/settings'
import { encryptedStoreNames, storeNames, stores } from '@/lib/storage/stores'
import { defaultDerivation } from './derivation'
import { createRowCipher } from './row-cipher'
import { copyOf, readCopy } from './vault'

/**
 * Golden databases: what each released version left on a person's disk, as its own code wrote it. They are never
 * written again; a new version of the database adds one with `PRELUDE_WRITE_GOLDEN=1 npx vitest run
 * lib/keys/vault/upgrade.test.ts`, which refuses to touch one that is there.
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

/** JSON has no integers of 256 bits, and no bytes. */
const toJson = (value: unknown) =>
  JSON.stringify(
    value,
    (_key, item) => {
      if (item instanceof Uint8Array) return { $bytes: bytesToHex(item) }
      return typeof item === 'bigint' ? { $bigint: `${item}` } : item
    },
    1,
  )
const fromJson = (text: string): GoldenDatabase =>
  JSON.parse(text, (_key, item) => {
    if (typeof item?.$bytes === 'string') return hexToBytes(item.$bytes)
    return typeof item?.$bigint === 'string' ? BigInt(item.$bigint) : item
  })

const isWhole = shapeCheck(() => paymentRowSchemas)
let database: Database | null = null
afterEach(async () => {
  if (database === null) return
  database.close()
  await deleteDB(database.name)
  database = null
})

/** The key of a golden database costs as much as a person's: each is derived once for all tests that open it. */
const derived = new Map<string, Promise<Uint8Array>>()
const argon2idOnce: Argon2id = async options => {
  const { password: secret, salt, iterations, memorySize } = options
  const inputs = [secret, salt, iterations, memorySize].map(String).join(' ')
  const deriving = derived.get(inputs) ?? argon2id(options)
  derived.set(inputs, deriving)
  // A copy: who asked for the key overwrites the bytes afterwards.
  return (await deriving).slice()
}

const unusedApproval = () => Promise.reject(new Error('no approval here'))
function keyringOf(target: Database, mirrorStore: KeyValueStore, faults = noFaults): Keyring {
  return createKeyring({
    database: target,
    mirrorStore,
    sessionStore: memoryStore(),
    clock: systemClock,
    argon2id: argon2idOnce,
    keystores: createKeystores(scryptAsync),
    createRowCipher,
    readList,
    verifyApproval: unusedApproval,
    askDevice: () => Promise.reject(new Error('no device in this test')),
    backupRecords: noRecords,
    faults,
    derivation: { ...defaultDerivation, maximumIterations: defaultDerivation.minimumIterations },
  })
}

/** The database as the rooms of an unlocked wallet see it. */
function openedRows(target: Database, keyring: Keyring): Database {
  const onUnreadable = (store: string, key: string) => expect.unreachable(`${store} ${key} does not open`)
  return withEncryptedRows(target, { cipher: keyring.rows, encryptedStore, onUnreadable })
}

const rowsOf = async (target: Database) =>
  Object.fromEntries(await Promise.all(storeNames.map(async name => [name, await target.getAll(name)])))

/** Everything in a row that says something: texts, and amounts. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf)
  const text = typeof value === 'string' || typeof value === 'bigint' ? `${value}` : ''
  return text.length > 3 ? [text] : []
}

/** Rows as text, the bytes in them as the letters they may be. */
const toText = (rows: unknown[]) =>
  JSON.stringify(rows, (_, item) => (item instanceof Uint8Array ? Buffer.from(item).toString('latin1') : item))

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

test('on a disk of before version 2 of the vault, a key that does not decrypt keeps nobody from the rest', async () => {
  const { name, mirrorStore } = await restore(fromJson(readFileSync(fileOf(databaseVersion), 'utf8')))
  database = await openDatabase(name)
  const row = await database.get('keyring', 'vault')
  const read = readCopy(row?.value)
  if (read.state !== 'valid') throw new Error('there is no vault')
  const flipped = (text: string) => text.replace(/^../, byte => (byte === '00' ? '01' : '00'))
  const secrets = read.vault.secrets.map(secret =>
    secret.kind === 'key'
      ? { ...secret, content: { ...secret.content, ciphertext: flipped(secret.content.ciphertext) } }
      : secret,
  )
  await database.put('keyring', { key: 'vault', value: copyOf({ ...read.vault, secrets }) })
  mirrorStore.entries.clear()
  const faults = recordFaults()
  const keyring = keyringOf(database, mirrorStore, faults)
  await keyring.unlock(password)
  expect((await keyring.revealPhrase(password)).phrase).toBe(phrase)
  expect(keyring.rows()).not.toBeNull()
  expect(faults.seen).toMatchObject([{ error: { code: 'vault-damaged' } }])
})

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
    expect(await setDamagedRowsAside(database, wallClock, isWhole)).toEqual({})
    for (const { name: store, rows } of before.stores) {
      expect(await database.count(store as (typeof storeNames)[number])).toBe(rows.length)
    }
  })

  test('has everything of the network that had its chain id', async () => {
    const { name, mirrorStore } = await restore(golden())
    database = await openDatabase(name)
    const keyring = keyringOf(database, mirrorStore)
    await keyring.unlock(password)
    const opened = openedRows(database, keyring)
    const chainId = 84538453
    const networkId = firstNetworkOf(chainId)
    const { hash, from } = (await opened.get('transactions', 'approval-1')) ?? { hash: '', from: '' }
    const known = { networkId, chainId, id: 'approval-1' }
    expect(await opened.getFromIndex('transactions', 'hash', [networkId, hash])).toMatchObject(known)
    expect(await opened.getAllFromIndex('transactions', 'nonce', [networkId, 0, from, 0])).toMatchObject([known])
    const account = IDBKeyRange.bound([networkId], [networkId, []])
    expect(await opened.countFromIndex('transactions', 'account', account)).toBe(2)
    expect(await opened.get('networks', networkId)).toMatchObject({ id: networkId, chainId, name: 'Preview' })
    expect(await opened.get('epochs', networkId)).toMatchObject({ networkId, epoch: 0 })
    expect(await opened.get('fees', networkId)).toMatchObject({ networkId })
    expect(await createSettings(opened).read()).toMatchObject({ selectedNetworkId: networkId })
    expect(await opened.getAll('sites')).toMatchObject([{ networkId }])
    expect(await opened.getAll('approvals')).toMatchObject([known])
    if (version < 2) return
    expect(await opened.countFromIndex('authorizations', 'account', [networkId, from])).toBe(2)
    expect(await opened.getAll('payments')).toMatchObject([{ networkId, chainId }])
    expect((await opened.getAll('paymentSites'))[0]?.payees).toMatchObject([{ networkId }])
    const blocks = IDBKeyRange.bound([networkId], [networkId, []])
    expect(await opened.countFromIndex('transfers', 'block', blocks)).toBe(1)
  })

  test('holds rows of every kind that version had', () => {
    const empty = golden().stores.filter(({ name, rows }) => name !== 'damaged' && rows.length === 0)
    expect(empty).toEqual([])
  })

  test('opens with its password, and every key is there', async () => {
    const { name, mirrorStore } = await restore(golden())
    database = await openDatabase(name)
    const keyring = keyringOf(database, mirrorStore)
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
    // The vault of before version 2 named it.
    const written = JSON.stringify([await database.getAll('keyring'), ...mirrorStore.entries.values()])
    expect(written.toLowerCase()).not.toContain(imported?.address.slice(2).toLowerCase())
    expect((await keyring.passkeys())?.credentials).toMatchObject([{ credentialId: 'golden-credential' }])
    await keyring.lock()
    await keyring.unlockWithPasskey('golden-credential', new Uint8Array(32).fill(7))
    expect(await keyring.state()).toMatchObject({ vault: 'unlocked' })
  })

  test('is encrypted after the next unlock, and reads the same', async () => {
    const { name, mirrorStore } = await restore(golden())
    const raw = await openDatabase(name)
    database = raw
    const keyring = keyringOf(raw, mirrorStore)
    await keyring.unlock(password)
    const opened = openedRows(raw, keyring)
    const before = await rowsOf(opened)
    const onUnreadable = () => expect.unreachable('every row opens')
    const pause = async () => undefined
    await encryptReadableRows(raw, {
      ...{ stores, names: encryptedStoreNames },
      ...{ cipher: keyring.rows, isWhole, onUnreadable, now: Date.now, pause, renewed: keyring.rowsRenewed },
    })
    expect(await rowsOf(opened)).toEqual(before)
    const readable = await Promise.all(
      encryptedStoreNames.map(async store =>
        (await raw.getAllKeys(store, IDBKeyRange.upperBound('~'))).map(key => `${store} ${key}`),
      ),
    )
    // One in flight, and a page whose requests are paid.
    expect(readable.flat()).toEqual([
      'transactions approval-1',
      ...(version === 1 ? [] : ['paymentSites https://shop.example']),
    ])
    for (const store of encryptedStoreNames) {
      const stored = toText(await raw.getAll(store, IDBKeyRange.lowerBound('~')))
      for (const row of before[store] ?? [])
        for (const told of textsOf(row)) expect(stored, `${store}: ${told}`).not.toContain(told)
    }
  })

  test('opens from the mirror alone', async () => {
    const { mirrorStore } = await restore(golden())
    database = await openDatabase(`golden-${crypto.randomUUID()}`)
    const keyring = keyringOf(database, mirrorStore)
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
    const keyring = keyringOf(database, mirrorStore)
    await keyring.create({ password, phrase })
    await keyring.renameAccount(firstAddress, 'Everyday')
    const second = await keyring.addAccount('Savings')
    await keyring.hideAccount(second, true)
    await keyring.importKey(importedKey)
    await keyring.watchAddress(watched)
    await keyring.addPasskeyWrap({ password, credentialId: 'golden-credential', prfOutput: new Uint8Array(32).fill(7) })
    await keyring.setLockAfter(30)
    await fillRows(openedRows(database, keyring))
    await fillPaymentRows(openedRows(database, keyring))
    await keyring.lock()

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
