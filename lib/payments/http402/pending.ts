import type { Database } from '@/lib/storage/open'

/** States of a payment that has not ended. */
const unfinished = ['offered', 'signed', 'sent', 'unproven', 'signing-in'] as const

/** Whether an earlier worker left a payment that has not ended. */
export async function hasUnfinished(database: Database): Promise<boolean> {
  const counts = await Promise.all(unfinished.map(state => database.countFromIndex('payments', 'state', state)))
  return counts.some(count => count > 0)
}

/** Whether there is any payment by HTTP 402, or any permission or limit for one. */
export async function hasAnswers(database: Database): Promise<boolean> {
  const stores = ['payments', 'paymentSites', 'paymentLimits', 'paymentCaps'] as const
  return (await Promise.all(stores.map(store => database.count(store)))).some(count => count > 0)
}

/** Origins whose pages may have the requests paid that they make themselves. */
export async function paidOrigins(database: Database): Promise<string[]> {
  const sites = await database.getAll('paymentSites')
  return sites.filter(({ switchedOn }) => switchedOn === true).map(({ origin }) => origin)
}
