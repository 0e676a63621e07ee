import type { Hash } from 'viem'
import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import type { Past } from '@/lib/activity/past/past'
import type { ReadBatchSupport } from '@/lib/activity/sending/batch-support'
import type { Transactions } from '@/lib/activity/sending/types'
import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { DeskView } from '@/lib/language/desk'
import type { HandlersOf } from '@/lib/language/procedures'
import type { SelectionView } from '@/lib/language/ui'
import type { Spending } from '@/lib/payments/books/books'
import type { Database } from '@/lib/storage/open'
import type { PaymentRequestRecord, TransferRecord } from '@/lib/storage/payment-records'
import { readCapturedTransfer } from './captured-transfer'
import { createCaptures } from './captures'
import { type ChannelReturns, createReturnedMoney } from './channel-returns'
import { toDeskView } from './desk-view'
import { type NativeSpending, readNativeSpendings } from './native-outgoing'
import { createNativeSearch, type NativeSearch } from './native-search'
import { createOutcomes } from './outcomes'
import { createPayouts } from './payouts'
import { createRefunds } from './refunds'
import { createPaymentRequests } from './requests'
import { readSpendings } from './spendings'

/** An account on a network. */
export type Place = Pick<SelectionView, 'networkId' | 'address'>

/** What the transfers of an account are matched with. */
export interface BookSources {
  /** Payment requests, open and closed, matched with what came in. */
  requests: PaymentRequestRecord[]
  /** What the transactions captured that the account sent for it, by hash. */
  captured: Map<Hash, string>
  /** Which of the transfers channels of the account gave back. */
  returned: ChannelReturns
  /** Refunds, payouts and payments; empty where they were not asked for. */
  spent: Spending[]
  /** Refunds and payouts in the chain's own money. */
  nativeSpent: NativeSpending[]
}

export interface Desk {
  procedures: HandlersOf<'request' | 'capture' | 'refund' | 'payout'>
  view(selected: Place): Promise<DeskView>
  /** @param isWhole with what was spent, and what channels gave back is read first where it is not known */
  sources(place: Place, transfers: readonly TransferRecord[], isWhole: boolean): Promise<BookSources>
  /** While a page shows the desk: finds what pays requests in the chain's own money. Returns the end of it. */
  follow: NativeSearch['follow']
  onChange(listener: () => void): () => void
}

export interface DeskParts {
  approvals: Approvals
  batchSupport: ReadBatchSupport
  clock: Clock
  connectionOf(networkId: NetworkId): Connection
  database: Database
  networks: Pick<Networks, 'epoch'>
  selection: { required(): Promise<SelectionView> }
  transactions: Transactions
  arrivals: Pick<Arrivals, 'list' | 'onChange'>
  faults: Faults
  past: Pick<Past, 'step'>
}

/** Being paid: requests, signatures to capture, refunds and payouts of the selected account. */
export function createDesk(parts: DeskParts): Desk {
  const { database, connectionOf, networks, arrivals, faults } = parts
  const outcomes = createOutcomes(parts)
  const requests = createPaymentRequests(parts)
  const captures = createCaptures({ ...parts, outcomes })
  const refunds = createRefunds({ ...parts, outcomes })
  const payouts = createPayouts({ ...parts, outcomes })
  const changes = createListeners<[]>()
  const onFault = (error: unknown, networkId: NetworkId) => faults.report('payments', error, networkId)
  const returns = createReturnedMoney({ database, connectionOf, onFault })
  const native = createNativeSearch({
    ...{ ...parts, requests, onFault },
    epochOf: networks.epoch,
    onMatched: changes.tell,
  })

  const at = ({ networkId, address }: Place) => ({ networkId, epoch: networks.epoch(networkId), account: address })
  const here = async () => at(await parts.selection.required())
  const requestsAt = async ({ networkId, address }: Place) =>
    requests.matched(at({ networkId, address }), await arrivals.list(networkId, address))

  /**
   * Pages read the desk again after the act, also after a failure.
   * @throws Failure also where the chain could not be asked
   */
  async function changing<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      throw failureFrom(error)
    } finally {
      changes.tell()
    }
  }

  return {
    procedures: {
      'request.add': ({ amount, ...request }) =>
        changing(async () =>
          requests.add(await here(), { ...request, amount: amount === null ? null : BigInt(amount) }),
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
      'payout.propose': ({ legs, ...plan }) =>
        changing(async () =>
          payouts.propose(await here(), {
            ...plan,
            legs: legs.map(({ to, amount }) => ({ to, amount: BigInt(amount) })),
          }),
        ),
    },

    async view(selected) {
      const [came, asked, kept, given, paid] = await Promise.all([
        arrivals.list(selected.networkId, selected.address),
        requestsAt(selected),
        captures.rows(at(selected)),
        refunds.rows(at(selected)),
        payouts.rows(at(selected)),
      ])
      return toDeskView(
        { requests: asked, captures: kept, refunds: given, payouts: paid },
        { outcomes, arrivals: came },
      )
    },

    async sources(place, transfers, isWhole) {
      const on = at(place)
      const [asked, captured, spent, nativeSpent] = await Promise.all([
        requestsAt(place),
        captures.labels(on),
        isWhole ? readSpendings(database, on) : [],
        readNativeSpendings(database, on),
      ])
      // A page does not wait for the chain; what is saved does.
      const returned = await (isWhole ? returns.read(on, transfers) : returns.known(on, transfers, changes.tell))
      return { requests: asked, captured, returned, spent, nativeSpent }
    },

    follow: native.follow,
    onChange: changes.add,
  }
}
