import type { Address, Hash } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { currencyAddress } from '@/lib/base/currency-address'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { createQueue } from '@/lib/base/queue'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import { isRefundOf } from '@/lib/payments/shared/refunded-transfer'
import type { RefundRecord } from '@/lib/storage/payment-records'
import type { ProposingParts } from './outcomes'

/** A transfer that came in, as its log on the chain says. */
export interface CapturedTransfer extends AccountPlace {
  hash: Hash
  /** `null`: the chain's own money that the transaction itself carried. */
  logIndex: number | null
  /** Its place among the transfers of its transaction that are equal to it. */
  ordinal: number
  /** ERC-7528 for the chain's own money. */
  token: Address
  payer: Address
  amount: bigint
}

export interface Refunds {
  /**
   * Reserves part of what came in and asks the person to send it back to the one who paid. The sum of what is reserved,
   * sent and done never exceeds the transfer.
   * @throws Failure `invalid-amount` {left} when more is asked for than is left of it
   */
  propose(transfer: CapturedTransfer, amount: bigint): Promise<{ approvalId: string }>
  rows(place: AccountPlace): Promise<RefundRecord[]>
}

/** Money given back, only to whom it came from. */
export function createRefunds({ database, transactions, outcomes, clock }: ProposingParts): Refunds {
  /** One at a time: two at once would not see what the other is about to reserve. */
  const inTurn = createQueue()

  async function reserve(transfer: CapturedTransfer, amount: bigint): Promise<RefundRecord> {
    const all = await database.getAll('refunds')
    const account = lowerCaseAddress(transfer.account)
    const given = { ...transfer, from: transfer.payer }
    const earlier = all.filter(isAt(transfer)).filter(row => isRefundOf({ ...row, which: row.which ?? null }, given))
    let left = transfer.amount
    for (const row of earlier) if ((await outcomes.of(row.id)) !== 'failed') left -= row.amount
    if (amount <= 0n || amount > left) throw new Failure('invalid-amount', { left: `${left}` })
    const row: RefundRecord = {
      id: crypto.randomUUID(),
      networkId: transfer.networkId,
      epoch: transfer.epoch,
      account,
      transfer: `${transfer.hash.toLowerCase()}:${transfer.logIndex ?? 'value'}`,
      which: { amount: transfer.amount, ordinal: transfer.ordinal },
      token: lowerCaseAddress(transfer.token),
      to: lowerCaseAddress(transfer.payer),
      amount,
      createdAt: clock.now(),
    }
    const writing = database.transaction('refunds', 'readwrite', { durability: 'strict' })
    await writing.store.add(row)
    await writing.done
    return row
  }

  return {
    propose: (transfer, amount) =>
      inTurn(async () => {
        const row = await reserve(transfer, amount)
        // Under the id that the reservation has: whatever happens in between, no refund is decided on that is not
        // reserved.
        await transactions.propose({
          id: row.id,
          requester: { kind: 'wallet' },
          networkId: row.networkId,
          account: row.account,
          transaction:
            row.token === currencyAddress
              ? { to: row.to, value: toQuantity(row.amount), data: '0x' }
              : { to: row.token, value: '0x0', data: encodeCall(selectors.transfer, [row.to, row.amount]) },
          purpose: 'send',
          replaces: null,
          requestKey: null,
        })
        return { approvalId: row.id }
      }),
    rows: async place => (await database.getAll('refunds')).filter(isAt(place)),
  }
}
