import type { Hash } from 'viem'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createQueue } from '@/lib/base/queue'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { CaptureRecord } from '@/lib/storage/payment-records'
import type { ProposingParts } from './outcomes'
import { hashesOf } from './spendings'

export type NewCapture = Omit<CaptureRecord, 'id' | 'networkId' | 'epoch' | 'account' | 'approvalIds' | 'createdAt'>

export interface Captures {
  /**
   * Keeps a signature that was given to the account. @throws Failure `invalid-input` {field: 'nonce'} where it is kept
   * already
   */
  add(on: AccountPlace, capture: NewCapture): Promise<{ id: string }>
  /**
   * Asks the person to send the capture. @throws Failure `invalid-input` while an earlier attempt is under way or has
   * succeeded
   */
  propose(id: string, transaction: TransactionRequest): Promise<{ approvalId: string }>
  /**
   * Forgets a signature. What is under way goes on, and what its transactions were for stays known. A signature that
   * captured nothing is deleted.
   */
  remove(id: string): Promise<void>
  /** Without the forgotten ones. */
  rows(place: AccountPlace): Promise<CaptureRecord[]>
  /** The transactions that captured them, or tried to: what each was for, by hash. */
  labels(place: AccountPlace): Promise<Map<Hash, string>>
}

/** Signatures of others, kept until they are captured. */
export function createCaptures({ database, transactions, outcomes, clock }: ProposingParts): Captures {
  const inTurn = createQueue()

  async function kept(place: AccountPlace): Promise<CaptureRecord[]> {
    return (await database.getAll('captures')).filter(isAt(place))
  }

  return {
    add: (on, capture) =>
      inTurn(async () => {
        const known = (await kept(on)).some(
          row => row.token === capture.token && row.payer === capture.payer && row.nonce === capture.nonce,
        )
        if (known) throw new Failure('invalid-input', { field: 'nonce' })
        const id = crypto.randomUUID()
        const { networkId, epoch } = on
        const account = lowerCaseAddress(on.account)
        const made = { networkId, epoch, account, approvalIds: [], createdAt: clock.now() }
        await database.add('captures', { ...capture, id, ...made })
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
    rows: async place => (await kept(place)).filter(({ isHidden }) => isHidden !== true),
    async labels(place) {
      const labels = new Map<Hash, string>()
      for (const { approvalIds, label } of await kept(place))
        for (const id of approvalIds) for (const hash of await hashesOf(database, id)) labels.set(hash, label)
      return labels
    },
  }
}
