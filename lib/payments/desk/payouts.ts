import { offerTogether, type ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { Transactions } from '@/lib/activity/sending/types'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createQueue } from '@/lib/base/queue'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Database } from '@/lib/storage/open'
import type { PayoutRecord } from '@/lib/storage/payment-records'
import { combinedOutcome, type PaymentOutcome } from './outcome'
import type { Outcomes } from './outcomes'

export interface PayoutPlan extends Pick<PayoutRecord, 'kind' | 'contract' | 'reference' | 'label' | 'token' | 'legs'> {
  /** In their order: the exact allowance where one is needed, then the call that pays. */
  calls: TransactionRequest[]
}

export interface Payouts {
  /**
   * Keeps the reference and asks the person to pay. A reference is used once; one whose payout failed is free again.
   * @throws Failure `invalid-input` {field: 'reference'} when it was used
   */
  propose(on: AccountPlace, plan: PayoutPlan): Promise<{ approvalId: string }>
  rows(place: AccountPlace): Promise<PayoutRecord[]>
}

/** Payments to several, by a transfer for each or through a contract that pays them. */
export function createPayouts({
  database,
  transactions,
  batchSupport,
  outcomes,
  clock,
}: {
  database: Database
  transactions: Pick<Transactions, 'propose' | 'proposeCalls'>
  batchSupport: ReadBatchSupport
  outcomes: Outcomes
  clock: Clock
}): Payouts {
  const inTurn = createQueue()

  async function keep(row: PayoutRecord): Promise<void> {
    const earlier = await database.get('payouts', row.key)
    if (earlier !== undefined && combinedOutcome(await outcomesOfLegs(earlier, outcomes)) !== 'failed')
      throw new Failure('invalid-input', { field: 'reference' })
    const writing = database.transaction('payouts', 'readwrite', { durability: 'strict' })
    await writing.store.put(row)
    await writing.done
  }

  return {
    propose: ({ networkId, epoch, account }, { calls, ...plan }) =>
      inTurn(async () => {
        const [only] = calls
        if (only === undefined) throw new Failure('invalid-input', { field: 'calls' })
        const contract = lowerCaseAddress(plan.contract)
        const row: PayoutRecord = {
          ...plan,
          key: `${networkId}:${epoch}:${contract}:${plan.reference}`,
          networkId,
          epoch,
          account: lowerCaseAddress(account),
          contract,
          token: lowerCaseAddress(plan.token),
          legs: plan.legs.map(({ to, amount }) => ({ to: lowerCaseAddress(to), amount })),
          approvalId: crypto.randomUUID(),
          calls: calls.length,
          createdAt: clock.now(),
        }
        await keep(row)
        const common = {
          id: row.approvalId,
          requester: { kind: 'wallet' as const },
          networkId,
          account: row.account,
          requestKey: null,
        }
        if (calls.length === 1) {
          await transactions.propose({ ...common, transaction: only, purpose: 'send', replaces: null })
        } else {
          const atomic = offerTogether(await batchSupport(networkId, row.account), false) ?? undefined
          await transactions.proposeCalls({
            ...{ ...common, calls, batchId: row.approvalId },
            ...(atomic === undefined ? {} : { atomic }),
          })
        }
        return { approvalId: row.approvalId }
      }),
    rows: async place => (await database.getAll('payouts')).filter(isAt(place)),
  }
}

/** What became of each leg. The last call to a payout contract pays all legs. */
export async function outcomesOfLegs(row: PayoutRecord, outcomes: Outcomes): Promise<PaymentOutcome[]> {
  const { approvalId, calls, contract, token, legs } = row
  if (calls > 1 && contract === token) return outcomes.ofEach(approvalId, calls)
  // A decision about one call is one about a transaction.
  const whole = await outcomes.of(approvalId, calls === 1 ? undefined : calls)
  return legs.map(() => whole)
}
