import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Address, numberToHex } from 'viem'
import { root } from '../commands/project.ts'

/** The line on growth of docs/architecture.md: what a wallet in long use holds, at 100 ×. */
const grown = { transactions: 10_000, sites: 1_000, tokens: 200, accounts: 100, networks: 50, authorizations: 5_000 }

/** A row as version 9 of the database wrote it. */
type Row = Record<string, unknown>

/**
 * Fills the database of a wallet: a hundredth of what grows for a factor of 1, all of it for 100. The worker has to be
 * started again afterwards, and encrypts the rows then.
 * @returns how many rows of each kind there are then
 */
export async function fill(page: Page, factor: number, of: { chainId: number; account: Address }) {
  const rows = await rowsFor(factor, of)
  await page.evaluate(write, asText(rows))
  return Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.length]))
}

/** All that grows, at 100 ×, for `write`. */
export async function everythingFor(of: { chainId: number; account: Address }): Promise<string> {
  return asText(await rowsFor(100, of))
}

async function rowsFor(factor: number, of: { chainId: number; account: Address }): Promise<Record<string, Row[]>> {
  const golden = await goldenRows()
  const count = (kind: keyof typeof grown) => Math.ceil((grown[kind] * factor) / 100)
  const numbered = (kind: keyof typeof grown, row: (index: number) => Row) =>
    Array.from({ length: count(kind) }, (_, index) => row(index))
  const address = (first: number, index: number) =>
    numberToHex((BigInt(first) << 152n) + BigInt(index + 1), { size: 20 })
  const { chainId, account } = of
  // The first network of a chain has its chain id.
  const networkId = chainId
  return {
    sites: numbered('sites', index => ({
      ...golden('sites'),
      ...{ origin: `https://site-${index}.example`, networkId, accounts: [account] },
    })),
    tokens: numbered('tokens', index => ({
      ...golden('tokens'),
      ...{ key: `${networkId}:${address(0x70, index)}`, networkId, address: address(0x70, index) },
      ...{ symbol: `T${index}`, name: `Token ${index}`, source: 'person' },
    })),
    accounts: numbered('accounts', index => ({
      ...golden('accounts'),
      ...{ address: address(0xac, index), source: { kind: 'watch' }, name: `Watched ${index}`, order: index + 10 },
    })),
    networks: numbered('networks', index => ({
      ...golden('networks'),
      ...{
        id: 900_000 + index,
        chainId: 900_000 + index,
        name: `Network ${index}`,
        source: 'person',
        order: index + 10,
        faucetUrl: null,
      },
      // Nothing listens there, and no page of the wallet asks.
      endpoints: [{ http: `http://127.0.0.1:9/${index}`, socket: null }],
    })),
    transactions: numbered('transactions', index => oldTransaction(golden('transactions'), index, of)),
    authorizations: numbered('authorizations', index => ({
      ...golden('authorizations'),
      ...{ id: `grown-${index}:0`, networkId, chainId, account },
      digest: numberToHex(index + 1, { size: 32 }),
    })),
  }
}

async function goldenRows(): Promise<(store: string) => Row> {
  const text = await readFile(join(root, 'test/fixtures/database/v9.json'), 'utf8')
  const { stores }: { stores: { name: string; rows: Row[] }[] } = JSON.parse(text, (_key, value) =>
    typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value,
  )
  return name => stores.find(store => store.name === name)?.rows[0] ?? {}
}

/** A final transaction of the account, a minute older than the one before it. */
function oldTransaction(row: Row, index: number, of: { chainId: number; account: Address }): Row {
  return {
    ...row,
    ...{ chainId: of.chainId, from: of.account.toLowerCase(), level: 'final', inFlight: 0 },
    ...{
      id: `copy-${index}`,
      hash: numberToHex(index + 1, { size: 32 }),
      createdAt: Date.now() - (index + 1) * 60_000,
    },
  }
}

function asText(rows: Record<string, Row[]>): string {
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
}

/** Final transactions alone, for `write`. */
export async function transactionsFor(of: { chainId: number; account: Address }, count: number) {
  const golden = (await goldenRows())('transactions')
  return asText({ transactions: Array.from({ length: count }, (_, index) => oldTransaction(golden, index, of)) })
}

/** Runs in a page of the extension, and sees nothing of this module. @param text JSON, with marks for integers */
export function write(text: string): Promise<void> {
  const rows: Record<string, unknown[]> = JSON.parse(text, (_key, value) =>
    typeof value?.$bigint === 'string' ? BigInt(value.$bigint) : value,
  )
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('prelude')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(Object.keys(rows), 'readwrite')
      for (const [name, list] of Object.entries(rows)) for (const row of list) transaction.objectStore(name).put(row)
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      transaction.onabort = () => reject(transaction.error)
    }
  })
}

/** Runs in a page of the extension. Resolves once its rows are encrypted; a few may be of transactions on their way. */
export async function untilEncrypted(): Promise<void> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open('prelude'))
  for (let readable = Number.POSITIVE_INFINITY; readable > 10; ) {
    await new Promise(resolve => setTimeout(resolve, 100))
    const transaction = database.transaction(['transactions', 'tokens', 'authorizations'])
    const counts = ['transactions', 'tokens', 'authorizations'].map(name =>
      done(transaction.objectStore(name).count(IDBKeyRange.upperBound('~'))),
    )
    readable = (await Promise.all(counts)).reduce((sum, count) => sum + count)
  }
  database.close()
}
