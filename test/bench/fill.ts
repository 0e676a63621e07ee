import type { Page } from '@playwright/test'
import { grownRows, type Owner, oldTransactions, type Row } from './grown-rows.ts'

/**
 * Fills the database of a wallet: a hundredth of what grows for a factor of 1, all of it for 100. The worker has to be
 * started again afterwards, and encrypts the rows then.
 * @returns how many rows of each kind there are then
 */
export async function fill(page: Page, factor: number, of: Owner) {
  const rows = await grownRows(factor, of)
  await page.evaluate(write, asText(rows))
  return Object.fromEntries(Object.entries(rows).map(([name, list]) => [name, list.length]))
}

/** All that grows, at 100 ×, for `write`. */
export async function everythingFor(of: Owner): Promise<string> {
  return asText(await grownRows(100, of))
}

/** Final transactions alone, for `write`. */
export async function transactionsFor(of: Owner, count: number): Promise<string> {
  return asText({ transactions: await oldTransactions(of, count) })
}

function asText(rows: Record<string, Row[]>): string {
  return JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? { $bigint: `${value}` } : value))
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

/**
 * Runs in a page of the extension. Resolves once its rows are encrypted, but for those that a locked wallet needs: some
 * sites that may ask for payments, and a few transactions on their way.
 */
export async function untilEncrypted(): Promise<void> {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open('prelude'))
  const names = ['transactions', 'approvals', 'payments', 'channels', 'arrivals', 'tokens', 'contacts', 'items'].concat(
    ['authorizations', 'paymentCaps', 'paymentLimits', 'transfers', 'transferCursors', 'paymentRequests', 'captures'],
    ['refunds', 'payouts', 'pastTransactions', 'pastSearches'],
  )
  for (let readable = Number.POSITIVE_INFINITY; readable > 10; ) {
    await new Promise(resolve => setTimeout(resolve, 100))
    const transaction = database.transaction(names)
    const counts = names.map(name => done(transaction.objectStore(name).count(IDBKeyRange.upperBound('~'))))
    readable = (await Promise.all(counts)).reduce((sum, count) => sum + count)
  }
  database.close()
}
