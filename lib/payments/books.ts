import type { Address, Hash } from 'viem'
import type { PaymentRequestRecord, TransferRecord } from '@/lib/database/payment-records'
import { lowerCaseAddress } from '@/lib/values/hex'
import { reconcile, type Unmatched } from './reconciliation'

/** Every transfer of an account, matched with its payment requests. All lists are in the order of the chain. */
export interface Books {
  paid: { request: string; transfer: TransferRecord }[]
  /** Received by capturing a signed authorization, each with what that was for. */
  captured: { label: string; transfer: TransferRecord }[]
  unmatched: { transfer: TransferRecord; reason: Unmatched }[]
  outgoing: TransferRecord[]
}

/**
 * Matches over all blocks that were read: how many transfers a page can show has no effect on what is paid.
 * @param known payment requests; and what transactions of the account captured, by hash
 * @param transfers of this account, in tokens that are money
 */
export function booksOf(
  account: Address,
  { requests, captured }: { requests: readonly PaymentRequestRecord[]; captured: ReadonlyMap<Hash, string> },
  transfers: readonly TransferRecord[],
): Books {
  const rows = new Map(transfers.map(row => [row.key, row]))
  const rowOf = ({ key }: { key: string }): TransferRecord[] => {
    const row = rows.get(key)
    return row === undefined ? [] : [row]
  }
  const expected = requests.flatMap(({ id, token, amount, memo, fromBlock, account: asked }) =>
    token === null ? [] : [{ id, token, account: asked, amount, memo, fromBlock }],
  )
  const { paid, unmatched, outgoing } = reconcile(lowerCaseAddress(account), expected, transfers)
  const others = unmatched.filter(({ transfer }) => !captured.has(transfer.hash))
  return {
    paid: paid.flatMap(({ request, transfer }) => rowOf(transfer).map(row => ({ request: request.id, transfer: row }))),
    captured: unmatched.flatMap(({ transfer }) => {
      const label = captured.get(transfer.hash)
      return label === undefined ? [] : rowOf(transfer).map(row => ({ label, transfer: row }))
    }),
    unmatched: others.flatMap(({ transfer, reason }) => rowOf(transfer).map(row => ({ transfer: row, reason }))),
    outgoing: outgoing.flatMap(rowOf),
  }
}
