import type { Address } from 'viem'
import { noDelegate } from '@/lib/base/batch-delegate'
import { cancellable, mostCancelled } from '@/lib/base/cancellable'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { isOneTransaction } from '@/lib/base/together'
import { nothingShown } from '@/lib/decisions/approvals/transitions'
import type { Approval, Approvals } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { TransactionRecord } from '@/lib/storage/records'
import { approvalOfRow, withNonce, withNonceOfBatch } from './calls'
import { delegationReset } from './delegation'
import { transferGas } from './fees'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'
import type { Preparations } from './preparation'
import { isReplaceable } from './replaceable'
import type { Proposal, Transactions } from './types'

export type Proposals = Pick<
  Transactions,
  | 'propose'
  | 'proposeCalls'
  | 'proposeAll'
  | 'proposeSpeedUp'
  | 'proposeCancel'
  | 'proposeCancelAll'
  | 'proposeFillNonce'
  | 'proposeDelegation'
  | 'proposeClearing'
  | 'chooseNonce'
  | 'chooseGas'
  | 'chooseConditions'
  | 'limitAllowance'
  | 'chooseTogether'
>

/** The parts of preparing transactions that proposals use. */
export interface ProposalTools extends Pick<Preparations, 'start' | 'restart'>, Pick<Transactions, 'conditionSupport'> {
  /**
   * The value that leaves nothing behind but what the fee may cost at most, in wei.
   * @throws Failure `insufficient-funds` | `fee-unknown` | `endpoint-…`
   */
  valueOfEverything(networkId: NetworkId, from: Address, to: Address): Promise<bigint>
  /**
   * What makes an account run the code of a contract.
   * @throws Failure as `Transactions.proposeDelegation`
   */
  delegation(networkId: NetworkId, account: Address, delegate: Address): Promise<TransactionRequest>
  /**
   * The request with another amount in the allowance of call number `index`, in the token's smallest unit; `null`: the
   * amount it asked for.
   * @throws Failure `invalid-amount`
   */
  withAllowance(request: ApprovalRequest, amount: bigint | null, index: number): ApprovalRequest
}

/** Makes approvals for transactions, and starts their preparation. */
export function createProposals(dependencies: {
  approvals: Approvals
  journal: Journal
  nonces: NonceLedger
  drafts: ProposalTools
  /** Resolves once the rows in flight are in memory. */
  loaded(): Promise<unknown>
}): Proposals {
  const { approvals, journal, nonces, drafts, loaded } = dependencies

  async function prepared(approval: Approval): Promise<string> {
    await loaded()
    drafts.start(approval)
    return approval.id
  }

  /** A site is told at once; the wallet's own screens offer conditions only where they are taken. */
  async function assertTaken(
    { requester, networkId }: Pick<Proposal, 'requester' | 'networkId'>,
    transactions: readonly TransactionRequest[],
  ): Promise<void> {
    const isAsked = requester.kind === 'site' && transactions.some(({ conditions }) => conditions !== undefined)
    if (isAsked && !(await drafts.conditionSupport(networkId)).isTaken) throw new Failure('conditions-not-taken')
  }

  async function propose(proposal: Proposal): Promise<string> {
    const { id, requester, networkId, account, transaction, purpose, replaces, requestKey } = proposal
    await assertTaken(proposal, [transaction])
    const request = { kind: 'transaction', transaction, purpose, replaces } as const
    return prepared(
      await approvals.add({ id, requester, networkId, account, request, shown: nothingShown, requestKey }),
    )
  }

  /** Proposes a transaction of the wallet itself with a given nonce. */
  function proposeOwn(
    { networkId, from }: Pick<TransactionRecord, 'networkId' | 'from'>,
    transaction: TransactionRequest,
    purpose: Proposal['purpose'],
    replaces: string | null,
  ): Promise<string> {
    const requester = { kind: 'wallet' } as const
    return propose({ requester, networkId, account: from, transaction, purpose, replaces, requestKey: null })
  }

  async function replaceableRow(id: string): Promise<TransactionRecord> {
    await loaded()
    const row = await journal.get(id)
    if (row === undefined || !isReplaceable(row)) throw new Failure('not-replaceable', { level: row?.level ?? null })
    return row
  }

  return {
    propose,
    async proposeCalls({ calls, batchId, version, atomic, ...proposal }) {
      await assertTaken(proposal, calls)
      const request = {
        ...{ kind: 'calls' as const, calls, batchId },
        ...(version === undefined ? {} : { version }),
        ...(atomic === undefined ? {} : { atomic }),
      }
      return prepared(await approvals.add({ ...proposal, request, shown: nothingShown }))
    },
    async proposeAll({ to, nonce, conditions, ...proposal }) {
      await loaded()
      const value = await drafts.valueOfEverything(proposal.networkId, lowerCaseAddress(proposal.account), to)
      const transaction: TransactionRequest = { to, value: toQuantity(value), data: '0x' }
      const own = {
        ...(nonce === undefined ? {} : { nonce }),
        ...(conditions === undefined ? {} : { conditions }),
      }
      return propose({ ...proposal, transaction: { ...transaction, ...own } })
    },
    async proposeSpeedUp(id) {
      const row = await replaceableRow(id)
      const { to, value, data, accessList, gas, nonce } = row
      const purpose = row.purpose === 'clear-delegation' || row.purpose === 'delegate' ? row.purpose : 'speed-up'
      const delegate = row.delegate ?? (purpose === 'clear-delegation' ? noDelegate : undefined)
      const terms = {
        ...{ to, value: toQuantity(value), data, gas: toQuantity(gas), nonce },
        ...(accessList === undefined ? {} : { accessList }),
        ...(delegate === undefined ? {} : { delegate }),
        ...(row.conditions === undefined ? {} : { conditions: row.conditions }),
        ...(row.authority === undefined ? {} : { authority: row.authority.address }),
      }
      return proposeOwn(row, terms, purpose, id)
    },
    async proposeCancel(id) {
      const row = await replaceableRow(id)
      const { from, nonce } = row
      // It takes both numbers, as what it replaces: what ends the delegation comes after them.
      const isTakenBack = isOnce((await approvals.get(approvalOfRow(id)))?.request)
      return proposeOwn(
        row,
        isTakenBack ? { ...delegationReset(from), nonce } : emptyTransfer(from, nonce),
        'cancel',
        id,
      )
    },
    async proposeCancelAll(networkId, account) {
      await loaded()
      const from = lowerCaseAddress(account)
      const waiting = journal
        .live()
        .filter(row => row.networkId === networkId && row.from === from && isReplaceable(row))
      const rows = cancellable(waiting).slice(0, mostCancelled)
      if (rows.length === 0) throw new Failure('not-replaceable', { level: null })
      const request = {
        ...{ kind: 'calls' as const, batchId: crypto.randomUUID() },
        calls: rows.map(({ nonce }) => emptyTransfer(from, nonce)),
        cancels: rows.map(({ id }) => id),
      }
      const requester = { kind: 'wallet' } as const
      return prepared(
        await approvals.add({ requester, networkId, account: from, request, shown: nothingShown, requestKey: null }),
      )
    },
    async proposeFillNonce(networkId, account, below) {
      await loaded()
      const [lowest = null] = await nonces.holes(networkId, account)
      const hole = below === undefined ? lowest : nonces.freeBelow(await nonces.slotOf(networkId, account), below)
      if (hole === null) throw new Failure('invalid-input', { field: 'nonce' })
      const from = lowerCaseAddress(account)
      return proposeOwn({ networkId, from }, emptyTransfer(from, hole), 'fill-nonce', null)
    },
    async proposeDelegation(networkId, account, delegate) {
      await loaded()
      const from = lowerCaseAddress(account)
      return proposeOwn({ networkId, from }, await drafts.delegation(networkId, from, delegate), 'delegate', null)
    },
    proposeClearing: (networkId, account, payer) =>
      proposeOwn({ networkId, from: payer }, delegationReset(account, payer), 'clear-delegation', null),
    async chooseNonce(approvalId, nonce) {
      const approval = await approvals.get(approvalId)
      if (approval === undefined) throw new Failure('approval-gone', { id: approvalId })
      const revised = numbered(approval.request, nonce)
      if (revised === null) throw new Failure('invalid-input', { field: 'nonce' })
      drafts.restart(await approvals.revise(approvalId, revised))
    },
    async chooseGas(approvalId, gas) {
      const approval = await approvals.get(approvalId)
      if (approval === undefined) throw new Failure('approval-gone', { id: approvalId })
      const { request } = approval
      const isTooLittle = gas !== null && gas < transferGas
      if (request.kind !== 'transaction' || isTooLittle) throw new Failure('invalid-input', { field: 'gas' })
      drafts.restart(await approvals.revise(approvalId, limitedTo(request, gas)))
    },
    async chooseConditions(approvalId, conditions) {
      const approval = await approvals.get(approvalId)
      if (approval === undefined) throw new Failure('approval-gone', { id: approvalId })
      const { request } = approval
      const isPlain = request.kind === 'transaction' && request.purpose === 'send'
      if (!isPlain || request.transaction.delegate !== undefined)
        throw new Failure('invalid-input', { field: 'conditions' })
      const { conditions: _, ...rest } = request.transaction
      const transaction = conditions === null ? rest : { ...rest, conditions }
      drafts.restart(await approvals.revise(approvalId, { ...request, transaction }))
    },
    async limitAllowance(approvalId, amount, index = 0) {
      const approval = await approvals.get(approvalId)
      if (approval === undefined) throw new Failure('approval-gone', { id: approvalId })
      const revised = drafts.withAllowance(approval.request, amount, index)
      drafts.restart(await approvals.revise(approvalId, revised))
    },
    async chooseTogether(approvalId, choice) {
      const request = (await approvals.get(approvalId))?.request
      if (request?.kind !== 'calls') throw new Failure('approval-gone', { id: approvalId })
      const { atomic } = request
      const isOffered =
        atomic !== undefined && (choice === 'apart' ? !atomic.isRequired : choice === 'keep' || !atomic.isDelegated)
      if (!isOffered) throw new Failure('invalid-input', { field: 'choice' })
      // A chosen nonce is that of one transaction; another way may take several.
      const revised = { ...withNonceOfBatch(request, null), atomic: { ...atomic, choice } }
      drafts.restart(await approvals.revise(approvalId, revised))
    },
  }
}

/**
 * The request with another nonce. @returns `null` for a replacement and a cancellation, which have theirs for a reason,
 * and for a batch of several transactions
 */
function numbered(request: ApprovalRequest, nonce: number | null): ApprovalRequest | null {
  if (request.kind === 'transaction' && request.purpose === 'send')
    return { ...request, transaction: withNonce(request.transaction, nonce) }
  return request.kind === 'calls' && isOneTransaction(request) ? withNonceOfBatch(request, nonce) : null
}

/** The request with another gas limit; `null`: what the wallet finds to be enough. */
function limitedTo(
  request: Extract<ApprovalRequest, { kind: 'transaction' }>,
  gas: bigint | null,
): Extract<ApprovalRequest, { kind: 'transaction' }> {
  const { gas: _, ...rest } = request.transaction
  return { ...request, transaction: gas === null ? rest : { ...rest, gas: toQuantity(gas) } }
}

/** True for calls that are made together, with a second transaction that ends the delegation. */
function isOnce(request: ApprovalRequest | undefined): boolean {
  return request?.kind === 'calls' && request.atomic?.choice === 'once'
}

/** @returns a transaction that only uses its nonce. Its gas is estimated: not every chain takes 21,000 for it. */
function emptyTransfer(to: Address, nonce: number): TransactionRequest {
  return { to, value: '0x0', data: '0x', nonce }
}
