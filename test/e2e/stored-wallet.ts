import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import { scryptAsync } from '@noble/hashes/scrypt'
import type { CDPSession, Page } from '@playwright/test'
import { argon2id } from 'hash-wasm'
import { createKeystores } from '../../lib/keys/accounts/keystore.ts'
import { createKeyring } from '../../lib/keys/keyring.ts'
import { importWrappingKey, unwrapDataKey, wrapDataKey } from '../../lib/keys/vault/cipher.ts'
import { deriveWrappingKey } from '../../lib/keys/vault/derivation.ts'
import { createRowCipher } from '../../lib/keys/vault/row-cipher.ts'
import { passwordContext, readCopy } from '../../lib/keys/vault/vault.ts'
import { type Database, openDatabase } from '../../lib/storage/open.ts'

interface StoredStore {
  name: string
  keyPath: string | string[] | null
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  rows: unknown[]
}

/** What the wallet keeps in the browser. */
export interface StoredWallet {
  version: number
  stores: StoredStore[]
  local: Record<string, unknown>
  session: Record<string, unknown>
  /** The bytes of the key that wraps the data key in `session`. */
  sessionKey: number[]
}

/** The derivation costs little; the first unlock with the password makes it as dear as that of any wallet. */
const cheapDerivation = { memoryKiB: 16, minimumIterations: 1, maximumIterations: 1, targetMs: 1 }

/**
 * What the wallet keeps when a person has imported this phrase, unlocked. The wallet's own keyring makes it here: that
 * takes a tenth of the processor time of the screens of first run.
 */
export async function storedWallet(phrase: string, password: string): Promise<StoredWallet> {
  const database = await openDatabase(`stored-${crypto.randomUUID()}`)
  const [local, session] = [createStore(), createStore()]
  const keyring = createKeyring({
    database,
    sessionStore: session,
    mirrorStore: local,
    clock: { now: Date.now, after: () => () => undefined },
    argon2id,
    keystores: createKeystores(scryptAsync),
    createRowCipher,
    faults: { report: (_place, error) => raise(error) },
    askDevice: () => raise('no device'),
    backupRecords: { read: () => raise('no backup'), prepare: () => raise('no backup') },
    derivation: cheapDerivation,
    verifyApproval: () => raise('no signature'),
  })
  await keyring.create({ password, phrase })

  // The session of the keyring above is of no use: no code can read its key out.
  const copy = readCopy((await database.get('keyring', 'vault'))?.value)
  if (copy.state !== 'valid') raise(new Error('The keyring stored no vault.'))
  const { vault } = copy
  const passwordKey = await deriveWrappingKey(password, vault.derivation, argon2id)
  const context = passwordContext(vault.id, vault.derivation)
  const dataKey = await unwrapDataKey(vault.dataKey, passwordKey, context, 'wrap-again')
  const sessionKey = new Uint8Array(randomBytes(32))
  const bytes = [...sessionKey]
  const wrapped = await wrapDataKey(dataKey, await importWrappingKey(sessionKey), `prelude-session|${vault.id}`)
  await session.set('keyring-session', { ...Object(await session.get('keyring-session')), dataKey: wrapped })
  await database.delete('keyring', 'session-key')

  const stored = {
    version: database.version,
    stores: await storesOf(database),
    local: local.entries(),
    session: session.entries(),
    sessionKey: bytes,
  }
  database.close()
  return stored
}

async function storesOf(database: Database): Promise<StoredStore[]> {
  const stores: StoredStore[] = []
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).store
    const { keyPath, autoIncrement } = store
    const indexes = [...store.indexNames].map(index => store.index(index))
    stores.push({
      ...{ name, keyPath, autoIncrement, rows: await store.getAll() },
      indexes: indexes.map(({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry })),
    })
  }
  return stores
}

function createStore() {
  const values = new Map<string, unknown>()
  return {
    get: async (key: string) => values.get(key),
    set: async (key: string, value: unknown) => void values.set(key, value),
    remove: async (key: string) => void values.delete(key),
    entries: () => Object.fromEntries(values),
  }
}

function raise(error: unknown): never {
  throw error instanceof Error ? error : new Error(`A wallet that is only stored has ${error}.`)
}

/**
 * Replaces all that the extension has kept by this wallet.
 * @param page one of the extension's own, without a script; no other one is open, and its worker is stopped
 */
export async function putStoredWallet(page: Page, session: CDPSession, stored: StoredWallet): Promise<void> {
  const origin = new URL(page.url()).origin
  await page.evaluate(forgetEverything)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb,local_storage,cache_storage',
  })
  await page.evaluate(putEverything, stored)
}

/** Runs in the page: what an extension can leave outside its origin's storage. */
async function forgetEverything(): Promise<void> {
  const rules = chrome.declarativeNetRequest
  const ids = (found: { id: number }[]) => ({ removeRuleIds: found.map(({ id }) => id) })
  const notifications = Object.keys(await chrome.notifications.getAll())
  const { permissions = [] } = await chrome.permissions.getAll()
  const optional = chrome.runtime.getManifest().optional_permissions ?? []
  await Promise.all([
    chrome.alarms.clearAll(),
    chrome.storage.local.clear(),
    chrome.storage.session.clear(),
    chrome.scripting.unregisterContentScripts(),
    chrome.action.setBadgeText({ text: '' }),
    rules.getDynamicRules().then(found => rules.updateDynamicRules(ids(found))),
    rules.getSessionRules().then(found => rules.updateSessionRules(ids(found))),
    chrome.permissions.remove({ permissions: permissions.filter(name => optional.includes(name as never)) as never }),
    ...notifications.map(id => chrome.notifications.clear(id)),
  ])
}

/** Runs in the page. */
async function putEverything({ version, stores, local, session, sessionKey }: StoredWallet): Promise<void> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(sessionKey), { name: 'AES-GCM' }, false, [
    'wrapKey',
    'unwrapKey',
  ])
  const opening = indexedDB.open('prelude', version)
  await new Promise<void>((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('The database of the last wallet is still open.'))
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes, rows } of stores) {
        const store = opening.result.createObjectStore(name, { keyPath, autoIncrement })
        for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
        for (const row of rows) store.put(row)
        if (name === 'keyring') store.put({ key: 'session-key', value: key })
      }
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  await Promise.all([chrome.storage.local.set(local), chrome.storage.session.set(session)])
}
