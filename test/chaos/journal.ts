import type { Page } from '@playwright/test'
import type { Address, Hash } from 'viem'
import * as z from 'zod'
import { openRows } from '../open-rows.ts'

const hash = z.custom<Hash>(value => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value))
const address = z.custom<Address>(value => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value))

const rowSchema = z.object({
  from: address,
  to: address,
  nonce: z.number(),
  hash,
  level: z.string(),
  ended: z.string().nullable(),
  receipt: z.object({ blockHash: hash.nullable(), blockNumber: z.bigint(), status: z.string() }).nullable(),
  history: z.array(z.object({ at: z.number(), level: z.string(), event: z.string().optional() })),
})

/** What these checks need of a row of the wallet's journal. */
export type JournalRow = z.infer<typeof rowSchema>

/** Every row there is in the database, read by one of the wallet's own pages and past all of its code. */
export async function readJournalRows(page: Page): Promise<JournalRow[]> {
  return z.array(rowSchema).parse(await openRows(page, 'transactions'))
}

/** The rows in flight alone, which are readable, however many others there are. */
export async function readRowsInFlight(page: Page): Promise<JournalRow[]> {
  return z.array(rowSchema).parse(await page.evaluate(readInFlight))
}

/** Runs in a page of the extension. */
function readInFlight(): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('prelude')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('transactions').objectStore('transactions').index('inFlight').getAll(1)
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
}
