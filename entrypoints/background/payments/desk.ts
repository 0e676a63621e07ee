import type { Selection } from '@/entrypoints/background/selection'
import type { Procedures } from '@/entrypoints/background/ui-port'
import type { Approvals } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { DeskView, deskProcedureInputs } from '@/lib/messaging/desk'
import type { Networks } from '@/lib/networks/networks'
import { readCapturedTransfer } from '@/lib/payments/desk/captured-transfer'
import { createCaptures } from '@/lib/payments/desk/captures'
import { createOutcomes } from '@/lib/payments/desk/outcomes'
import { callsOf, createPayouts } from '@/lib/payments/desk/payouts'
import { createRefunds } from '@/lib/payments/desk/refunds'
import { createPaymentRequests } from '@/lib/payments/desk/requests'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import type { Transactions } from '@/lib/transactions/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'

export interface Desk {
  procedures: Pick<Procedures, keyof typeof deskProcedureInputs>
  view(selected: { chainId: number; address: `0x${string}` }): Promise<DeskView>
  onChange(listener: () => void): () => void
}

/** Being paid: requests, signatures to capture, refunds and payouts of the selected account. */
export function createDesk({
  approvals,
  clock,
  connectionOf,
  database,
  networks,
  selection,
  transactions,
}: {
  approvals: Approvals
  clock: Clock
  connectionOf(chainId: number): Connection
  database: Database
  networks: Pick<Networks, 'epoch'>
  selection: Selection
  transactions: Transactions
}): Desk {
  const outcome = createOutcomes({ database, approvals })
  const parts = { database, transactions, outcome, clock }
  const requests = createPaymentRequests({ database, connectionOf, clock })
  const captures = createCaptures(parts)
  const refunds = createRefunds(parts)
  const payouts = createPayouts(parts)
  const changes = createListeners<[]>()

  async function here() {
    const selected = await selection.current()
    if (selected === null) throw new Failure('locked')
    const { chainId, address } = selected
    return { chainId, epoch: networks.epoch(chainId), account: address }
  }

  /** What a person is told when the chain could not be asked; and whoever shows the desk reads it again. */
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
      'request.close': ({ id }) =>
        changing(async () => {
          await requests.close(id)
          return null
        }),
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
      'capture.remove': ({ id }) =>
        changing(async () => {
          await captures.remove(id)
          return null
        }),
      'refund.propose': ({ hash, logIndex, amount }) =>
        changing(async () => {
          const on = await here()
          const transfer = await readCapturedTransfer(connectionOf(on.chainId), on, { hash, logIndex })
          return refunds.propose(transfer, BigInt(amount))
        }),
      'payout.propose': ({ calls, legs, ...plan }) =>
        changing(async () =>
          payouts.propose(await here(), {
            ...plan,
            legs: legs.map(({ to, amount }) => ({ to, amount: BigInt(amount) })),
            calls: calls.map(call => ({ ...call, value: '0x0' as const })),
          }),
        ),
    },

    async view({ chainId, address }) {
      const place = [chainId, networks.epoch(chainId), address] as const
      const [asked, kept, given, paid] = await Promise.all([
        requests.rows(...place),
        captures.rows(...place),
        refunds.rows(...place),
        payouts.rows(...place),
      ])
      return {
        requests: newestFirst(asked).map(({ chainId: _chain, epoch: _epoch, account: _account, amount, ...row }) => ({
          ...row,
          amount: amount === null ? null : toQuantity(amount),
        })),
        captures: await Promise.all(
          newestFirst(kept).map(async ({ chainId: _chain, epoch: _epoch, account: _account, ...row }) => ({
            id: row.id,
            kind: row.kind,
            token: row.token,
            contract: row.contract,
            payer: row.payer,
            amount: toQuantity(row.amount),
            validAfterSeconds: row.validAfter === null ? null : Number(row.validAfter),
            validBeforeSeconds: Number(row.validBefore),
            nonce: row.nonce,
            typedData: row.typedData,
            signature: row.signature,
            orderId: row.orderId,
            label: row.label,
            attempts: await Promise.all(
              row.approvalIds.map(async approvalId => ({ approvalId, outcome: await outcome(approvalId) })),
            ),
            createdAt: row.createdAt,
          })),
        ),
        refunds: await Promise.all(
          newestFirst(given).map(async ({ id, transfer, token, to, amount, createdAt }) => ({
            id,
            transfer,
            token,
            to,
            amount: toQuantity(amount),
            outcome: await outcome(id),
            createdAt,
          })),
        ),
        payouts: await Promise.all(
          newestFirst(paid).map(async row => ({
            key: row.key,
            kind: row.kind,
            contract: row.contract,
            reference: row.reference,
            label: row.label,
            token: row.token,
            legs: row.legs.map(({ to, amount }) => ({ to, amount: toQuantity(amount) })),
            approvalId: row.approvalId,
            outcome: await outcome(row.approvalId, callsOf(row)),
            createdAt: row.createdAt,
          })),
        ),
      }
    },

    onChange: changes.add,
  }
}

function newestFirst<Row extends { createdAt: number }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => right.createdAt - left.createdAt)
}
