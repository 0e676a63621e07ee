import type { Address, Hash } from 'viem'
import { rowOfCall } from '@/lib/activity/sending/calls'
import { batchDelegate } from '@/lib/base/batch-delegate'
import { currencyAddress } from '@/lib/base/currency-address'
import type { NativeSpentView } from '@/lib/language/desk'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { Database } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'

/** Money of the chain itself that the account gave back or paid out. It leaves no log: the journal says it. */
export interface NativeSpending extends Omit<NativeSpentView, 'amount'> {
  amount: bigint
}

/** Reads the refunds, payouts and splits of an account in the chain's own money that are in a block. */
export async function readNativeSpendings(database: Database, place: AccountPlace): Promise<NativeSpending[]> {
  const isHere = isAt(place)
  const isOwn = (row: AccountPlace & { token: Address }) => isHere(row) && row.token === currencyAddress
  const [refunds, payouts] = await Promise.all([database.getAll('refunds'), database.getAll('payouts')])
  const found: NativeSpending[] = []
  for (const { id, transfer, to, amount } of refunds.filter(isOwn)) {
    const included = await includedIn(database, id)
    if (included !== null) found.push({ kind: 'refund', label: null, of: transfer, to, amount, ...included })
  }
  for (const { approvalId, calls, contract, token, legs, label, reference } of payouts.filter(isOwn)) {
    const first = await database.get('transactions', rowOfCall(approvalId, 0))
    // One call is a decision of its own; of calls to a payout contract, or made together, one transaction pays all.
    const idOf = (leg: number) => {
      if (calls === 1) return approvalId
      if (first?.delegate === batchDelegate) return rowOfCall(approvalId, 0)
      return rowOfCall(approvalId, contract === token ? leg : calls - 1)
    }
    for (const [index, { to, amount }] of legs.entries()) {
      const included = await includedIn(database, idOf(index))
      if (included !== null) found.push({ kind: 'payout', label, of: reference, to, amount, ...included })
    }
  }
  return found
}

/** Where the transaction of a decision, or the same with a higher fee, succeeded; `null` where it did not. */
async function includedIn(
  database: Database,
  id: string,
): Promise<Pick<NativeSpending, 'hash' | 'blockNumber' | 'isSealed' | 'at'> | null> {
  const row = await database.get('transactions', id)
  if (row === undefined) return null
  const { networkId, epoch, from, nonce } = row
  const same = await database.getAllFromIndex('transactions', 'nonce', [networkId, epoch, from, nonce])
  const paying = [row, ...same.filter(other => other.id !== id && other.purpose === 'speed-up')].find(isIncluded)
  if (paying?.receipt == null) return null
  const { hash, receipt, history, createdAt } = paying
  return {
    hash: hash.toLowerCase() as Hash,
    blockNumber: Number(receipt.blockNumber),
    isSealed: receipt.blockHash !== null,
    at: history.findLast(({ level }) => level === 'sealed' || level === 'preconfirmed')?.at ?? createdAt,
  }
}

function isIncluded({ ended, receipt }: TransactionRecord): boolean {
  return ended === null && receipt?.status === 'success' && receipt.promisedBy !== 'builders'
}
