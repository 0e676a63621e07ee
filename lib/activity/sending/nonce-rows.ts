import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { releaseNonce } from './nonce'
import { slotKey } from './nonce-slot'

/** The newest version of a row: the one in memory where there is one. */
type Newest = (row: TransactionRecord) => TransactionRecord

/**
 * Refused before it could be included: its nonce is free. A row only called dropped may still be included, and keeps
 * its nonce.
 */
export function gaveNonceBack(row: Pick<TransactionRecord, 'refusal' | 'inFlight' | 'ended'>): boolean {
  return row.refusal !== null && row.inFlight === 0 && row.ended === 'dropped'
}

function begin(database: Database) {
  const transaction = database.transaction(['transactions', 'nonces'], 'readwrite', { durability: 'strict' })
  return {
    transaction,
    transactions: transaction.objectStore('transactions'),
    nonces: transaction.objectStore('nonces'),
  }
}

/**
 * Adds the row and takes its nonce, in one strict transaction.
 * @returns the row that is there already under its id, with nothing written; `undefined` where the row was added
 */
export async function addWithNonce(
  database: Database,
  row: TransactionRecord,
  nonce: 'next' | 'fixed',
): Promise<TransactionRecord | undefined> {
  const { transaction, transactions, nonces } = begin(database)
  const key = slotKey(row)
  const [existing, reserved] = await Promise.all([transactions.get(row.id), nonces.get(key)])
  if (existing !== undefined) {
    await transaction.done
    return existing
  }
  const movesOn = nonce === 'next' || reserved?.next === row.nonce
  const next = Math.max(reserved?.next ?? 0, row.nonce + 1)
  const writes = [transactions.add(row), movesOn ? nonces.put({ key, next }) : undefined]
  transaction.commit()
  await committed(transaction, writes)
  return undefined
}

/**
 * Stores a refused row and gives its nonce back if it was the last one, in one strict transaction.
 * @param count transaction count on the chain, as far as known
 */
export async function putRefused(
  database: Database,
  row: TransactionRecord,
  count: number,
  newest: Newest,
): Promise<void> {
  const { transaction, transactions, nonces } = begin(database)
  const key = slotKey(row)
  const reserved = await nonces.get(key)
  let next = reserved?.next ?? null
  if (next !== null) {
    const sequence = IDBKeyRange.bound(
      [row.networkId, row.epoch, row.from, count],
      [row.networkId, row.epoch, row.from, Number.POSITIVE_INFINITY],
    )
    const others = (await transactions.index('nonce').getAll(sequence)).filter(other => other.id !== row.id)
    const held = others.filter(other => !gaveNonceBack(newest(other))).map(other => other.nonce)
    next = releaseNonce(next, row.nonce, held, count)
  }
  await committed(transaction, [transactions.put(row), next === null ? undefined : nonces.put({ key, next })])
}

/**
 * Puts a row that had given its nonce back in flight again, with its nonce, in one strict transaction.
 * @returns the row; `null` where it had not given its nonce back, or another transaction has the nonce now
 */
export async function reviveWithNonce(
  database: Database,
  id: string,
  newest: Newest,
): Promise<TransactionRecord | null> {
  const { transaction, transactions, nonces } = begin(database)
  const row = await transactions.get(id)
  if (row === undefined || !gaveNonceBack(row)) {
    await transaction.done
    return null
  }
  const { networkId, epoch, from, nonce } = row
  const holders = await transactions.index('nonce').getAll([networkId, epoch, from, nonce])
  const isFree = holders.every(other => other.id === id || gaveNonceBack(newest(other)))
  const revived: TransactionRecord = { ...row, ended: null, refusal: null, inFlight: 1 }
  const key = slotKey(row)
  const reserved = await nonces.get(key)
  const next = Math.max(reserved?.next ?? 0, nonce + 1)
  await committed(transaction, isFree ? [transactions.put(revived), nonces.put({ key, next })] : [])
  return isFree ? revived : null
}
