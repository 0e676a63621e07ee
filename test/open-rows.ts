import { createHmac } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha'
import type { Page } from '@playwright/test'

/** What a row of the database looks like from outside: as it is, or encrypted beside what it is found by. */
type StoredRow = Record<string, unknown> & { encrypted?: number[] }

/**
 * All rows of a store of the wallet's database. Encrypted ones are opened as SECURITY.md says that they are encrypted,
 * with the key that the stores of an unlocked wallet give, and by other code than the wallet's; while it is locked they
 * are left out.
 * @param page one of the wallet's own
 */
export async function openRows<Row>(page: Page, store: string): Promise<Row[]> {
  const { rows, recordsKey } = await page.evaluate(readStore, store)
  return rows.flatMap((row): Row[] => {
    if (row.encrypted === undefined) return [row as Row]
    return recordsKey === null ? [] : [openRow(row, store, Buffer.from(recordsKey, 'hex')) as Row]
  })
}

function openRow({ encrypted = [], ...found }: StoredRow, store: string, recordsKey: Buffer): unknown {
  const bytes = Uint8Array.from(encrypted)
  const key = createHmac('sha256', recordsKey).update('prelude rows: encrypt').digest()
  const context = JSON.stringify([store, ...Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))])
  const plaintext = xchacha20poly1305(key, bytes.subarray(1, 25), Buffer.from(context)).decrypt(bytes.subarray(25))
  return JSON.parse(Buffer.from(plaintext).toString(), (_, value) => {
    if (typeof value !== 'string' || !value.startsWith('#')) return value
    return value.startsWith('##') ? value.slice(1) : BigInt(value.slice(1))
  })
}

/** Runs in a page of the extension, and sees nothing of this module. */
async function readStore(store: string): Promise<{ rows: StoredRow[]; recordsKey: string | null }> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  const database = await done(indexedDB.open('prelude'))
  const transaction = database.transaction([store, 'keyring'])
  const [found, sessionRow, vaultRow] = await Promise.all([
    done<Record<string, unknown>[]>(transaction.objectStore(store).getAll()),
    done<{ value: CryptoKey } | undefined>(transaction.objectStore('keyring').get('session-key')),
    done<{ value: { text: string } } | undefined>(transaction.objectStore('keyring').get('vault')),
  ])
  database.close()
  const rows = found.map(row => (row.encrypted instanceof Uint8Array ? { ...row, encrypted: [...row.encrypted] } : row))
  const { 'keyring-session': session } =
    await chrome.storage.session.get<Record<string, { dataKey: { iv: string; ciphertext: string } }>>('keyring-session')
  if (session === undefined || sessionRow === undefined || vaultRow === undefined)
    return { rows: rows as StoredRow[], recordsKey: null }

  const vault = JSON.parse(vaultRow.value.text)
  const parameters = (iv: string, context: string) => ({
    name: 'AES-GCM',
    iv: bytes(iv),
    additionalData: new TextEncoder().encode(context),
  })
  const dataKey = await crypto.subtle.unwrapKey(
    'raw',
    bytes(session.dataKey.ciphertext),
    sessionRow.value,
    parameters(session.dataKey.iv, `prelude-session|${vault.id}`),
    'AES-GCM',
    false,
    ['decrypt'],
  )
  const key = await crypto.subtle.decrypt(
    parameters(vault.recordsKey.iv, `prelude-vault|1|${vault.id}|records`),
    dataKey,
    bytes(vault.recordsKey.ciphertext),
  )
  const recordsKey = Array.from(new Uint8Array(key), byte => byte.toString(16).padStart(2, '0')).join('')
  return { rows: rows as StoredRow[], recordsKey }
}
