import type { Address, Hash } from 'viem'
import { rowOfCall } from '@/lib/activity/sending/calls'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { Spending } from '@/lib/payments/books/books'
import { readPlan } from '@/lib/payments/http402/plan'
import type { Database } from '@/lib/storage/open'

/** Reads the refunds, payouts and payments to sellers of an account, each with its transactions. */
export async function readSpendings(database: Database, place: AccountPlace): Promise<Spending[]> {
  const own = lowerCaseAddress(place.account)
  const isOwn = (row: { networkId: NetworkId | null; account: Address | null }) =>
    row.networkId === place.networkId && row.account === own
  const [refunds, payouts, payments, authorizations] = await Promise.all([
    database.getAll('refunds'),
    database.getAll('payouts'),
    database.getAll('payments'),
    database.getAll('authorizations'),
  ])
  const signed = Map.groupBy(authorizations, ({ paymentId }) => paymentId)
  const found: Spending[] = []
  for (const row of refunds.filter(isAt(place))) {
    const hashes = await hashesOf(database, row.id)
    const refund = { transfer: row.transfer, token: row.token, to: row.to, which: row.which ?? null }
    const spent = { label: null, of: row.transfer, hashes, token: row.token, to: null, most: null, refund }
    found.push({ kind: 'refund', ...spent })
  }
  for (const row of payouts.filter(isAt(place))) {
    const ids = Array.from({ length: row.calls }, (_, index) => rowOfCall(row.approvalId, index))
    const sent = await Promise.all([row.approvalId, ...ids].map(id => hashesOf(database, id)))
    const hashes = new Set(sent.flatMap(each => [...each]))
    found.push({ kind: 'payout', label: row.label, of: row.reference, hashes, token: row.token, to: null, most: null })
  }
  for (const { id, way, origin, token, payee, amount, transaction, plan, ...row } of payments) {
    if (!isOwn(row) || token === null || amount === null || way === null || way === 'voucher') continue
    const evidence = (signed.get(id) ?? []).flatMap(row => row.evidence)
    const taken = evidence.filter(({ event }) => event === 'taken').map(({ hash }) => hash)
    const paid = { label: origin, of: null, token, most: amount }
    // What a seller names is only its word: it counts for a transfer to the payee. A deposit goes to a contract.
    if (way === 'deposit') {
      const of = plan === null ? null : (readPlan(plan).channel?.channelId ?? null)
      found.push({ ...paid, of, kind: 'deposit', hashes: new Set(taken), to: null })
    } else {
      const hashes = new Set(transaction === null ? taken : [...taken, lowerCase(transaction)])
      if (payee !== null) found.push({ ...paid, kind: 'http402', hashes, to: payee })
    }
  }
  return found
}

/** The hashes of a decision's transaction: with a higher fee it has another hash and the same nonce. */
export async function hashesOf(database: Database, id: string): Promise<Set<Hash>> {
  const row = await database.get('transactions', id)
  if (row === undefined) return new Set()
  const { networkId, epoch, from, nonce } = row
  const same = await database.getAllFromIndex('transactions', 'nonce', [networkId, epoch, from, nonce])
  return new Set(same.map(({ hash }) => lowerCase(hash)))
}

function lowerCase(hash: Hash): Hash {
  return hash.toLowerCase() as Hash
}
