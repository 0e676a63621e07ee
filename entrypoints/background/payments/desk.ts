import type { Hash } from 'viem'
import type { Selection } from '@/entrypoints/background/selection'
import type { Approvals } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { PaymentRequestRecord, TransferRecord } from '@/lib/database/payment-records'
import type { Faults } from '@/lib/faults/types'
import type { DeskView } from '@/lib/messaging/desk'
import type { HandlersOf } from '@/lib/messaging/procedures'
import type { SelectionView } from '@/lib/messaging/ui'
import type { Networks } from '@/lib/networks/networks'
import type { Spending } from '@/lib/payments/books'
import { readCapturedTransfer } from '@/lib/payments/desk/captured-transfer'
import { createCaptures } from '@/lib/payments/desk/captures'
import { type ChannelReturns, createReturnedMoney } from '@/lib/payments/desk/channel-returns'
import { type NativeSpending, readNativeSpendings } from '@/lib/payments/desk/native-outgoing'
import { createNativeSearch, type NativeSearch } from '@/lib/payments/desk/native-search'
import { createOutcomes } from '@/lib/payments/desk/outcomes'
import { createPayouts } from '@/lib/payments/desk/payouts'
import { createRefunds } from '@/lib/payments/desk/refunds'
import { createPaymentRequests } from '@/lib/payments/desk/requests'
import { readSpendings } from '@/lib/payments/desk/spendings'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import type { Arrivals } from '@/lib/tokens/arrivals'
import type { Past } from '@/lib/tokens/past/past'
import type { ReadBatchSupport } from '@/lib/transactions/batch-support'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { createListeners } from '@/lib/values/listeners'
import type { NetworkId } from '@/lib/values/network-id'
import { toDeskView } from './desk-view'

export interface Desk {
  procedures: HandlersOf<'request' | 'capture' | 'refund' | 'payout'>
  view(selected: SelectionView): Promise<DeskView>
  /** Payment requests of an account, open and closed, matched with what came in. */
  requestsOf(place: Pick<SelectionView, 'networkId' | 'address'>): Promise<PaymentRequestRecord[]>
  /** What the transactions captured that the account sent for it, by hash. */
  capturedBy(place: Pick<SelectionView, 'networkId' | 'address'>): Promise<Map<Hash, string>>
  /** Which of these transfers channels of the account gave back. @param isAwaited what is not known is read first */
  returnedTo(
    place: Pick<SelectionView, 'networkId' | 'address'>,
    transfers: readonly TransferRecord[],
    isAwaited: boolean,
  ): Promise<ChannelReturns>
  /** The refunds, payouts and payments of an account. */
  spentBy(place: Pick<SelectionView, 'networkId' | 'address'>): Promise<Spending[]>
  /** The account's refunds and payouts in the chain's own money. */
  nativeSpentBy(place: Pick<SelectionView, 'networkId' | 'address'>): Promise<NativeSpending[]>
  /** While a page shows the desk: finds what pays requests in the chain's own money. Returns the end of it. */
  follow: NativeSearch['follow']
  onChange(listener: () => void): () => void
}

/** Being paid: requests, signatures to capture, refunds and payouts of the selected account. */
export function createDesk({
  approvals,
  batchSupport,
  clock,
  connectionOf,
  database,
  networks,
  selection,
  transactions,
  arrivals,
  faults,
  past,
}: {
  approvals: Approvals
  batchSupport: ReadBatchSupport
  clock: Clock
  connectionOf(networkId: NetworkId): Connection
  database: Database
  networks: Pick<Networks, 'epoch'>
  selection: Selection
  transactions: Transactions
  arrivals: Pick<Arrivals, 'list' | 'onChange'>
  faults: Faults
  past: Pick<Past, 'step'>
}): Desk {
  const outcomes = createOutcomes({ database, approvals })
  const parts = { database, transactions, batchSupport, outcomes, clock }
  const requests = createPaymentRequests({ database, connectionOf, clock })
  const captures = createCaptures(parts)
  const refunds = createRefunds(parts)
  const payouts = createPayouts(parts)
  const changes = createListeners<[]>()
  const onFault = (error: unknown, networkId: NetworkId) => faults.report('payments', error, networkId)
  const returns = createReturnedMoney({ database, connectionOf, onFault })
  const native = createNativeSearch({
    ...{ requests, arrivals, past, clock },
    epochOf: networks.epoch,
    onFault,
    onMatched: changes.tell,
  })

  async function here() {
    const { networkId, address } = await selection.required()
    return { networkId, epoch: networks.epoch(networkId), account: address }
  }

  /** Whatever the outcome, pages read the desk again. @throws Failure also where the chain could not be asked */
  async function changing<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof Failure) throw error
      throw failureOf(toRpcError(error))
    } finally {
      changes.tell()
    }
  }

  return {
    procedures: {
      'request.add': ({ token, amount, memo, label }) =>
        changing(async () =>
          requests.add(await here(), { token, amount: amount === null ? null : BigInt(amount), memo, label }),
        ),
      'request.close': ({ id }) => changing(() => requests.close(id)),
      'capture.add': capture =>
        changing(async () =>
          captures.add(await here(), {
            ...capture,
            amount: BigInt(capture.amount),
            validAfter: capture.validAfter === null ? null : BigInt(capture.validAfter),
            validBefore: BigInt(capture.validBefore),
          }),
        ),
      'capture.propose': ({ id, call }) => changing(() => captures.propose(id, { ...call, value: '0x0' })),
      'capture.remove': ({ id }) => changing(() => captures.remove(id)),
      'refund.propose': ({ hash, logIndex, amount }) =>
        changing(async () => {
          const on = await here()
          const transfer = await readCapturedTransfer(connectionOf(on.networkId), on, { hash, logIndex })
          return refunds.propose(transfer, BigInt(amount))
        }),
      'payout.propose': ({ calls, legs, ...plan }) =>
        changing(async () =>
          payouts.propose(await here(), {
            ...plan,
            legs: legs.map(({ to, amount }) => ({ to, amount: BigInt(amount) })),
            calls,
          }),
        ),
    },

    async view({ networkId, address }) {
      const place = [networkId, networks.epoch(networkId), address] as const
      const came = await arrivals.list(networkId, address)
      const [asked, kept, given, paid] = await Promise.all([
        requests.matched(...place, came),
        captures.rows(...place),
        refunds.rows(...place),
        payouts.rows(...place),
      ])
      return toDeskView(
        { requests: asked, captures: kept, refunds: given, payouts: paid },
        { outcomes, arrivals: came },
      )
    },

    requestsOf: async ({ networkId, address }) =>
      requests.matched(networkId, networks.epoch(networkId), address, await arrivals.list(networkId, address)),
    returnedTo({ networkId, address }, received, isAwaited) {
      const place = { networkId, epoch: networks.epoch(networkId), account: address }
      return isAwaited ? returns.read(place, received) : returns.known(place, received, changes.tell)
    },
    spentBy: ({ networkId, address }) => readSpendings(database, networkId, networks.epoch(networkId), address),
    nativeSpentBy: ({ networkId, address }) =>
      readNativeSpendings(database, networkId, networks.epoch(networkId), address),
    capturedBy: ({ networkId, address }) => captures.labels(networkId, networks.epoch(networkId), address),

    follow: native.follow,
    onChange: changes.add,
  }
}
