import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import { toArrivalView } from '@/lib/activity/arrivals/view'
import type { Past } from '@/lib/activity/past/past'
import type { Selection } from '@/lib/activity/selection'
import { toPastView } from '@/lib/activity/sending/view'
import type { Tokens } from '@/lib/activity/tokens/tokens'
import { Failure } from '@/lib/base/failure'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Decisions } from '@/lib/decisions/decisions'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { HandlersOf } from '@/lib/language/procedures'
import type { Requester } from '@/lib/language/requests'
import { offerTogether, type ReadBatchSupport } from './batch-support'
import type { ToTransactionView } from './transaction-views'
import type { Transactions } from './types'

/** Newest rows of an account on a network that `activity.everywhere` lists. */
const rowsOfEach = 200

interface TransactionParts {
  arrivals: Arrivals
  batchSupport: ReadBatchSupport
  keyring: Pick<Keyring, 'accounts'>
  networks: Networks
  past: Past
  selection: Selection
  tokens: Tokens
  transactions: Transactions
  transactionView: ToTransactionView
  warn: Decisions['warn']
}

export function transactionProcedures(parts: TransactionParts): HandlersOf<'send' | 'transaction' | 'activity'> {
  const { arrivals, batchSupport, keyring, networks, past, selection, tokens, transactions, transactionView, warn } =
    parts
  /** With the warnings that the recipient, or the site whose link was followed, is on a list. */
  async function warned(
    approvalId: string,
    requester: Requester = { kind: 'wallet' },
  ): Promise<{ approvalId: string }> {
    await warn(approvalId, requester)
    return { approvalId }
  }

  return {
    async 'send.propose'({ to, value, token, data, nonce, conditions, linkOrigin, statedPurpose }) {
      const { networkId, address } = await selection.required()
      const own = {
        ...(nonce == null ? {} : { nonce }),
        ...(conditions === undefined ? {} : { conditions }),
      }
      const requester = { kind: 'wallet' as const, linkOrigin, statedPurpose }
      const common = {
        requester,
        networkId,
        account: address,
        purpose: 'send' as const,
        replaces: null,
        requestKey: null,
      }
      if (token != null) {
        const transfer = await tokens.transfer({ networkId, from: address, token, to, value })
        return warned(await transactions.propose({ ...common, transaction: { ...transfer, ...own } }), requester)
      }
      if (value === null) return warned(await transactions.proposeAll({ ...common, to, ...own }), requester)
      const transaction = { to, value, data: data ?? '0x', ...own }
      return warned(await transactions.propose({ ...common, transaction }), requester)
    },
    'send.conditions': ({ networkId }) => transactions.conditionSupport(networkId),
    async 'send.propose-several'({ calls }) {
      const { networkId, address } = await selection.required()
      const atomic = offerTogether(await batchSupport(networkId, address), false)
      return warned(
        await transactions.proposeCalls({
          ...{ requester: { kind: 'wallet' }, networkId, account: address, requestKey: null },
          calls: calls.map(call => ({ ...call, value: '0x0' })),
          batchId: crypto.randomUUID(),
          ...(atomic === null ? {} : { atomic }),
        }),
      )
    },
    'transaction.speed-up': async ({ id }) => ({ approvalId: await transactions.proposeSpeedUp(id) }),
    'transaction.cancel': async ({ id }) => ({ approvalId: await transactions.proposeCancel(id) }),
    async 'transaction.cancel-all'({ id }) {
      const row = await transactions.byId(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      return { approvalId: await transactions.proposeCancelAll(row.networkId, row.from) }
    },
    async 'transaction.fill-nonce'({ id }) {
      const row = await transactions.byId(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      return { approvalId: await transactions.proposeFillNonce(row.networkId, row.from) }
    },
    'transaction.resend': ({ id }) => transactions.resend(id),
    async 'activity.look-back'() {
      const { networkId, address } = await selection.required()
      const { isSearched: _isSearched, ...progress } = await past.step(networkId, address)
      return { networkId, address, ...progress }
    },
    async 'activity.everywhere'() {
      const accounts = await keyring.accounts()
      const places = networks
        .list()
        .flatMap(({ id: networkId }) => accounts.map(({ address }) => ({ networkId, address })))
      const found = await Promise.all(
        places.map(async ({ networkId, address }) => ({
          rows: await transactions.rows(networkId, address, rowsOfEach),
          arrivals: (await arrivals.list(networkId, address)).slice(0, rowsOfEach),
        })),
      )
      return {
        rows: found.flatMap(({ rows }) => rows).map(row => transactionView(row, null)),
        arrivals: found.flatMap(each => each.arrivals).map(arrival => toArrivalView(arrival, null)),
      }
    },
    async 'activity.export'({ address }) {
      const found = await Promise.all(
        networks.list().map(async ({ id, explorerUrl }) => ({
          rows: [
            ...(await transactions.rows(id, address, Number.POSITIVE_INFINITY)).map(row => transactionView(row, null)),
            ...(await past.sent(id, address)).map(row => toPastView(row, explorerUrl)),
          ],
          arrivals: (await arrivals.list(id, address)).map(arrival => toArrivalView(arrival, explorerUrl)),
        })),
      )
      return { rows: found.flatMap(({ rows }) => rows), arrivals: found.flatMap(each => each.arrivals) }
    },
  }
}
