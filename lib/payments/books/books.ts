import type { Address, Hash } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { ChannelReturns } from '@/lib/payments/desk/channel-returns'
import { reconcile, type Unmatched } from '@/lib/payments/shared/reconciliation'
import { isRefundOf, ordinalsOf, type RefundOf } from '@/lib/payments/shared/refunded-transfer'
import type { PaymentRequestRecord, TransferRecord } from '@/lib/storage/payment-records'

/** Every transfer of an account, matched with its payment requests. All lists are in the order of the chain. */
export interface Books {
  paid: { request: string; transfer: TransferRecord }[]
  /** Received by capturing a signed authorization, each with what that was for. */
  captured: { label: string; transfer: TransferRecord }[]
  /** Came back from a channel of the account. */
  returned: { origin: string; channelId: Hash; transfer: TransferRecord }[]
  unmatched: { transfer: TransferRecord; reason: Unmatched }[]
  outgoing: { transfer: TransferRecord; purpose: Purpose | null }[]
  /** Requests in the chain's own money that are paid. */
  native: { request: PaymentRequestRecord; paidBy: NonNullable<PaymentRequestRecord['paidBy']> }[]
}

/** What a transfer from the account was for. */
export interface Purpose {
  /** `http402`: to a seller. `deposit`: into a channel with one. */
  kind: 'refund' | 'payout' | 'http402' | 'deposit'
  /** A payout's label, or a payment's seller. */
  label: string | null
  /**
   * For a refund the transfer that it gives back, `<hash>:<logIndex>`; for a payout its reference; for a deposit a
   * channel.
   */
  of: string | null
}

/** A purpose, and the transfers it explains: all in these transactions that fit. */
export interface Spending extends Purpose {
  hashes: ReadonlySet<Hash>
  token: Address
  /** `null`: the account sent the transaction itself, for nothing else. */
  to: Address | null
  most: bigint | null
  /** For a refund in a token: the transfer that it was reserved for. */
  refund?: RefundOf
}

/**
 * Matches over all blocks that were read: how many transfers a page can show has no effect on what is paid.
 * @param known payment requests; what transactions of the account captured, by hash; what channels gave back; and what
 * it spent money for
 * @param transfers of this account, in tokens that are money
 */
export function booksOf(
  account: Address,
  {
    requests,
    captured,
    returned,
    spent,
  }: {
    requests: readonly PaymentRequestRecord[]
    captured: ReadonlyMap<Hash, string>
    returned: ChannelReturns
    spent: readonly Spending[]
  },
  transfers: readonly TransferRecord[],
): Books {
  const rows = new Map(transfers.map(row => [row.key, row]))
  const rowOf = ({ key }: { key: string }): TransferRecord[] => {
    const row = rows.get(key)
    return row === undefined ? [] : [row]
  }
  const expected = requests.flatMap(({ id, token, amount, memo, fromBlock, account: asked, closedAt, closedBlock }) => {
    const closed = closedAt === null ? null : { block: closedBlock ?? null, at: closedAt }
    return token === null ? [] : [{ id, token, account: asked, amount, memo, fromBlock, closed }]
  })
  const { paid, unmatched, outgoing } = reconcile(
    lowerCaseAddress(account),
    expected,
    // The account's own money pays no request.
    transfers.filter(({ key }) => !returned.has(key)),
  )
  const byHash = Map.groupBy(transfers, ({ hash }) => hash.toLowerCase())
  const purposes = spent.map(each => (each.refund === undefined ? each : { ...each, of: placeOf(each.refund, byHash) }))
  const others = unmatched.filter(({ transfer }) => !captured.has(transfer.hash))
  return {
    paid: paid.flatMap(({ request, transfer }) => rowOf(transfer).map(row => ({ request: request.id, transfer: row }))),
    captured: unmatched.flatMap(({ transfer }) => {
      const label = captured.get(transfer.hash)
      return label === undefined ? [] : rowOf(transfer).map(row => ({ label, transfer: row }))
    }),
    returned: transfers.flatMap(transfer => {
      const from = returned.get(transfer.key)
      return from === undefined ? [] : [{ ...from, transfer }]
    }),
    unmatched: others.flatMap(({ transfer, reason }) => rowOf(transfer).map(row => ({ transfer: row, reason }))),
    outgoing: outgoing.flatMap(rowOf).map(transfer => ({ transfer, purpose: purposeOf(transfer, purposes) })),
    native: requests.flatMap(request =>
      request.token === null && request.paidBy != null ? [{ request, paidBy: request.paidBy }] : [],
    ),
  }
}

/** The transfer that a refund gives back, where it is on the chain now; as it was reserved where nobody can say. */
function placeOf(refund: RefundOf, byHash: ReadonlyMap<string, readonly TransferRecord[]>): string {
  const candidates = byHash.get(refund.transfer.split(':')[0] ?? '') ?? []
  const ordinals = ordinalsOf(candidates)
  const given = candidates.filter(row => isRefundOf(refund, { ...row, ordinal: ordinals.get(row) ?? 0 }))
  // Without its place among equal ones it may be any of several.
  if (refund.which === null && given.length !== 1) return refund.transfer
  const found = given.find(({ blockHash }) => blockHash !== null) ?? given[0]
  return found === undefined ? refund.transfer : `${found.hash}:${found.logIndex}`
}

function purposeOf({ hash, token, to, amount }: TransferRecord, spent: readonly Spending[]): Purpose | null {
  const found = spent.find(
    each =>
      each.hashes.has(hash) &&
      each.token === token &&
      (each.to === null || each.to === to) &&
      (each.most === null || amount <= each.most),
  )
  return found === undefined ? null : { kind: found.kind, label: found.label, of: found.of }
}
