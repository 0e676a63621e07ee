import 'fake-indexeddb/auto'
import { openDatabase } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { createPaymentJournal, type PaymentJournal } from './journal'
import { createPaymentRows } from './rows'

/** The journal of an unlocked wallet that has these payments. */
export async function journalOf(...payments: PaymentRecord[]): Promise<PaymentJournal> {
  const database = await openDatabase(`journal-${crypto.randomUUID()}`)
  const rows = createPaymentRows(database, Date.now)
  for (const payment of payments) await rows.add(payment)
  return createPaymentJournal(rows, async () => true)
}
