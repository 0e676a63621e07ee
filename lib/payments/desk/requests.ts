import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { createQueue } from '@/lib/base/queue'
import { RpcError } from '@/lib/base/rpc/errors'
import { blockNumberReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { Database } from '@/lib/storage/open'
import type { PaymentRequestRecord } from '@/lib/storage/payment-records'
import { matchNative, type NativeArrival } from './native-requests'

export type NewPaymentRequest = Pick<PaymentRequestRecord, 'token' | 'amount' | 'memo' | 'label'>

export interface PaymentRequests {
  /** What is paid into later blocks counts for it. @throws RpcError when the chain cannot be asked where it stands */
  add(on: AccountPlace, request: NewPaymentRequest): Promise<{ id: string }>
  /**
   * It is no longer waited for, paid or not: transfers in later blocks do not match it. Where the chain cannot be asked
   * where it stands, the time decides.
   */
  close(id: string): Promise<void>
  rows(place: AccountPlace): Promise<PaymentRequestRecord[]>
  /** The same, with those in the chain's own money matched with what came in; a match stays known. */
  matched(place: AccountPlace, arrivals: readonly NativeArrival[]): Promise<PaymentRequestRecord[]>
  /** The requests in the chain's own money, of every account. */
  native(networkId: NetworkId, epoch: number): Promise<PaymentRequestRecord[]>
}

/** Money asked for. Whether it came, the transfers say. */
export function createPaymentRequests({
  database,
  connectionOf,
  clock,
}: {
  database: Database
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
}): PaymentRequests {
  /** A match that was read before a request was closed would open it again. */
  const inTurn = createQueue()

  async function rows(place: AccountPlace): Promise<PaymentRequestRecord[]> {
    return (await database.getAll('paymentRequests')).filter(isAt(place))
  }

  /**
   * The newest block whose transfers may have been seen. A pre-confirmed one lies above the newest block, and stays
   * matched.
   */
  async function closingBlock({ networkId, epoch, account, token }: PaymentRequestRecord): Promise<number | undefined> {
    try {
      const head = Number(await connectionOf(networkId).request('eth_blockNumber', [], blockNumberReply))
      const place = [networkId, epoch, account]
      const above = IDBKeyRange.bound([...place, head], [...place, []])
      const open = (await database.getAllFromIndex('transfers', 'block', above)).filter(row => row.token === token)
      return Math.max(head, ...open.map(({ blockNumber }) => blockNumber))
    } catch (error) {
      if (error instanceof RpcError) return undefined
      throw error
    }
  }

  return {
    rows,
    native: async (networkId, epoch) =>
      (await database.getAll('paymentRequests')).filter(
        row => row.networkId === networkId && row.epoch === epoch && row.token === null,
      ),
    matched: (place, arrivals) =>
      inTurn(async () => {
        const before = await rows(place)
        const matches = matchNative(before, arrivals)
        return Promise.all(
          before.map(async row => {
            const paidBy = matches.get(row.id)
            if (paidBy === undefined) return row
            const matched = { ...row, paidBy }
            await database.put('paymentRequests', matched)
            return matched
          }),
        )
      }),
    async add({ networkId, epoch, account }, request) {
      const head = await connectionOf(networkId).request('eth_blockNumber', [], blockNumberReply)
      const id = crypto.randomUUID()
      const owner = { networkId, epoch, account: lowerCaseAddress(account) }
      const made = { fromBlock: Number(head), closedAt: null, createdAt: clock.now() }
      await database.add('paymentRequests', { ...request, id, ...owner, ...made })
      return { id }
    },
    close: id =>
      inTurn(async () => {
        const row = await database.get('paymentRequests', id)
        if (row === undefined) return
        const closedBlock = row.token === null ? undefined : await closingBlock(row)
        await database.put('paymentRequests', {
          ...row,
          closedAt: clock.now(),
          ...(closedBlock === undefined ? {} : { closedBlock }),
        })
      }),
  }
}
