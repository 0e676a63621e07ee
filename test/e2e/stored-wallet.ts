import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { argon2id } from 'hash-wasm'
import { readPhrase } from '../../lib/keys/accounts/phrase.ts'
import { firstPhrase } from '../../lib/keys/accounts/secret-accounts.ts'
import { generateDataKey, importWrappingKey, wrapDataKey } from '../../lib/keys/vault/cipher.ts'
import { defaultLockAfterMinutes } from '../../lib/keys/vault/deadline.ts'
import { chooseDerivation, defaultDerivation } from '../../lib/keys/vault/derivation.ts'
import { newRecordsKey } from '../../lib/keys/vault/records-key.ts'
import { copyOf, emptyVault, passwordContext } from '../../lib/keys/vault/vault.ts'
import { databaseVersion } from '../../lib/storage/open.ts'
import type { Launched } from '../commands/extension.ts'
import { password } from './wallet.ts'

/** What the wallet keeps in the browser when a phrase was imported, unlocked. */
interface Stored {
  version: number
  rows: { keyring: unknown[]; accounts: unknown[] }
  local: Record<string, unknown>
  session: Record<string, unknown>
  /** The bytes of the key that wraps the data key in `session`. */
  sessionKey: number[]
  /** When the alarm rings that locks it. */
  lockAt: number
}

/**
 * Puts a wallet with this phrase into an extension that was installed just now, unlocked, as the first run leaves it:
 * its pages and the derivation of the password's key take as much processor time as a test. One file of the
 * extension stays open in place of the first-run page.
 */
export async function storeWallet(wallet: Launched, installed: Page, phrase: string): Promise<void> {
  await installed.goto(wallet.address('manifest.json'))
  await installed.evaluate(putRows, await storedWallet(phrase))
  // The worker has found no wallet when it started.
  await wallet.endBackground()
}

type OpenableVault = Awaited<ReturnType<typeof openableVault>>
let openable: Promise<OpenableVault> | undefined

/** An empty vault that the password opens, at the least cost that the wallet takes. */
async function openableVault() {
  const target = { ...defaultDerivation, maximumIterations: defaultDerivation.minimumIterations }
  const clock = { now: Date.now, after: () => () => undefined }
  const { derivation, wrappingKey } = await chooseDerivation(password, target, { argon2id, clock })
  const id = randomBytes(16).toString('hex')
  const dataKey = await generateDataKey()
  const vault = emptyVault({
    id,
    createdAt: Date.now(),
    derivation,
    dataKey: await wrapDataKey(dataKey, wrappingKey, passwordContext(id, derivation)),
    prfSalt: randomBytes(32).toString('hex'),
    recordsKey: await newRecordsKey(id, dataKey),
  })
  return { vault, dataKey }
}

/** Made with the wallet's own code; the vaults of one process differ in their phrase alone. */
async function storedWallet(phrase: string): Promise<Stored> {
  openable ??= openableVault()
  const { vault: empty, dataKey } = await openable
  const createdAt = Date.now()
  const read = await readPhrase(phrase, file => readFile(`public${file}`))
  const { secret, account } = await firstPhrase(empty.id, dataKey, { phrase: read, passphrase: '' }, createdAt)
  const vault = { ...empty, createdAt, secrets: [secret] }
  const sessionKey = new Uint8Array(randomBytes(32))
  const bytes = [...sessionKey]
  const wrapped = await wrapDataKey(dataKey, await importWrappingKey(sessionKey), `prelude-session|${vault.id}`)
  const lockAt = createdAt + defaultLockAfterMinutes * 60_000
  return {
    version: databaseVersion,
    rows: { keyring: [{ key: 'vault', value: copyOf(vault) }], accounts: [account] },
    local: { 'vault-mirror': copyOf(vault), 'vault-seen': { id: vault.id, generation: vault.generation } },
    session: { 'keyring-session': { vaultId: vault.id, dataKey: wrapped, lockAt } },
    sessionKey: bytes,
    lockAt,
  }
}

/** Runs in the page. */
async function putRows({ version, rows, local, session, sessionKey, lockAt }: Stored): Promise<void> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(sessionKey), { name: 'AES-GCM' }, false, [
    'wrapKey',
    'unwrapKey',
  ])
  /** `null` as long as the worker has not made it. */
  const open = () =>
    new Promise<IDBDatabase | null>(resolve => {
      const opening = indexedDB.open('prelude', version)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve(null)
      opening.onsuccess = () => resolve(opening.result)
    })
  let database = await open()
  while (database === null) database = await open()
  const writing = database.transaction(['keyring', 'accounts'], 'readwrite')
  await new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve()
    writing.onabort = () => reject(writing.error)
    for (const row of [...rows.keyring, { key: 'session-key', value: key }]) writing.objectStore('keyring').put(row)
    for (const row of rows.accounts) writing.objectStore('accounts').put(row)
  })
  database.close()
  await Promise.all([
    chrome.storage.local.set(local),
    chrome.storage.session.set(session),
    chrome.alarms.create('lock', { when: lockAt }),
  ])
}
