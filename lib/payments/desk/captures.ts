import type { Address, Hash } from 'viem'
import type { TransactionRequest } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { CaptureRecord } from '@/lib/database/payment-records'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import type { NetworkId } from '@/lib/values/network-id'
import { createQueue } from '@/lib/values/queue'
import type { Outcomes } from './outcomes'
import { hashesOf } from './spendings'

export type NewCapture = Omit<CaptureRecord, 'id' | 'networkId' | 'epoch' | 'account' | 'approvalIds' | 'createdAt'>

export interface Captures {
  /**
   * Keeps a signature that was given to the account. @throws Failure `invalid-input` {field: 'nonce'} where it is kept
   * already
   */
  add(on: { networkId: NetworkId; epoch: number; account: Address }, capture: NewCapture): Promise<{ id: string }>
  /**
   * Asks the person to send the capture. @throws Failure `invalid-input` while an earlier attempt is under way or has
   * succeeded
   */
  propose(id: string, transaction: TransactionRequest): Promise<{ approvalId: string }>
  /**
   * Forgets a signature. What is under way goes on, and what its transactions were for stays known. One that captured
   * nothing is deleted.
   */
  remove(id: string): Promise<void>
  /** Without the forgotten ones. */
  rows(networkId: NetworkId, epoch: number, account: Address): Promise<CaptureRecord[]>
  /** The transactions that captured them, or tried to: what each was for, by hash. */
  labels(networkId: NetworkId, epoch: number, account: Address): Promise<Map<Hash, string>>
}

/** Signatures of others, kept until they are captured. */
export function createCaptures({
  database,
  transactions,
  outcomes,
  clock,
}: {
  database: Database
  transactions: Pick<Transactions, 'propose'>
  outcomes: Pick<Outcomes, 'of'>
  clock: Clock
}): Captures {
  const inTurn = createQueue()

  async function kept(networkId: NetworkId, epoch: number, account: Address): Promise<CaptureRecord[]> {
    const own = lowerCaseAddress(account)
    return (await database.getAll('captures')).filter(
      row => row.networkId === networkId && row.epoch === epoch && row.account === own,
    )
  }

  return {
    add: ({ networkId, epoch, account }, capture) =>
      inTurn(async () => {
        const known = (await kept(networkId, epoch, account)).some(
          row => row.token === capture.token && row.payer === capture.payer && row.nonce === capture.nonce,
        )
        if (known) throw new Failure('invalid-input', { field: 'nonce' })
        const id = crypto.randomUUID()
        await database.add('captures', {
          ...capture,
          id,
          networkId,
          epoch,
          account: lowerCaseAddress(account),
          approvalIds: [],
          createdAt: clock.now(),
        })
        return { id }
      }),
    propose: (id, transaction) =>
      inTurn(async () => {
        const row = await database.get('captures', id)
        if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
        const last = row.approvalIds.at(-1)
        if (last !== undefined && (await outcomes.of(last)) !== 'failed')
          throw new Failure('invalid-input', { field: 'id' })
        const approvalId = crypto.randomUUID()
        await database.put('captures', { ...row, approvalIds: [...row.approvalIds, approvalId] })
        await transactions.propose({
          id: approvalId,
          requester: { kind: 'wallet', linkOrigin: row.linkOrigin },
          networkId: row.networkId,
          account: row.account,
          transaction,
          purpose: 'send',
          replaces: null,
          requestKey: null,
        })
        return { approvalId }
      }),
    remove: id =>
      inTurn(async () => {
        const row = await database.get('captures', id)
        if (row === undefined) return
        const tried = await Promise.all(row.approvalIds.map(each => outcomes.of(each)))
        if (tried.every(outcome => outcome === 'failed')) await database.delete('captures', id)
        else await database.put('captures', { ...row, isHidden: true })
      }),
    rows: async (...place) => (await kept(...place)).filter(({ isHidden }) => isHidden !== true),
    async labels(networkId, epoch, account) {
      const labels = new Map<Hash, string>()
      for (const { approvalIds, label } of await kept(networkId, epoch, account))
        for (const id of approvalIds) for (const hash of await hashesOf(database, id)) labels.set(hash, label)
      return labels
    },
  }
}
