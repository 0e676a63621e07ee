import type { Address, Hash } from 'viem'
import type { TransactionRequest } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { PayoutRecord } from '@/lib/database/payment-records'
import { offerTogether, type ReadBatchSupport } from '@/lib/transactions/batch-support'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import { createQueue } from '@/lib/values/queue'
import type { ReadOutcome } from './outcomes'

export interface PayoutPlan {
  kind: PayoutRecord['kind']
  contract: Address
  /** keccak-256 of the label. */
  reference: Hash
  label: string
  token: Address
  legs: { to: Address; amount: bigint }[]
  /** In their order: the exact allowance where one is needed, then the call that pays. */
  calls: TransactionRequest[]
}

export interface Payouts {
  /**
   * Keeps the reference and asks the person to pay. A reference is used once; one whose payout failed is free again.
   * @throws Failure `invalid-input` {field: 'reference'} when it was used
   */
  propose(
    on: { networkId: NetworkId; epoch: number; account: Address },
    plan: PayoutPlan,
  ): Promise<{ approvalId: string }>
  rows(networkId: NetworkId, epoch: number, account: Address): Promise<PayoutRecord[]>
}

/** Payouts to many and splits of one amount, through the contract that pays them. */
export function createPayouts({
  database,
  transactions,
  batchSupport,
  outcome,
  clock,
}: {
  database: Database
  transactions: Pick<Transactions, 'propose' | 'proposeCalls'>
  batchSupport: ReadBatchSupport
  outcome: ReadOutcome
  clock: Clock
}): Payouts {
  const inTurn = createQueue()

  async function keep(row: PayoutRecord): Promise<void> {
    const earlier = await database.get('payouts', row.key)
    if (earlier !== undefined && (await outcome(earlier.approvalId, callsOf(earlier))) !== 'failed')
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
    async rows(networkId, epoch, account) {
      const own = lowerCaseAddress(account)
      return (await database.getAll('payouts')).filter(
        row => row.networkId === networkId && row.epoch === epoch && row.account === own,
      )
    },
  }
}

/** A decision about one call is one about a transaction. */
export function callsOf({ calls }: Pick<PayoutRecord, 'calls'>): number | undefined {
  return calls === 1 ? undefined : calls
}
