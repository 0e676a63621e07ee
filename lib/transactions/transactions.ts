import type { Address } from 'viem'
import { nothingShown } from '@/lib/approvals/transitions'
import type { Approvals, TransactionRequest } from '@/lib/approvals/types'
import type { ConfirmationWatcher } from '@/lib/confirmations/types'
import type { Database } from '@/lib/database/open'
import type { TransactionRecord } from '@/lib/database/records'
import type { KnownToken } from '@/lib/decoding/describe'
import type { Faults } from '@/lib/faults/types'
import type { Connection } from '@/lib/rpc/types'
import { type KnownMoney, noMoney } from '@/lib/tokens/known-money'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import { isAtLeast } from '@/lib/values/level'
import { loadOnce } from '@/lib/values/once'
import { callsOf, withAllowance, withCalls } from './allowance-limits'
import { createChainReader } from './chain-reader'
import { createExecution } from './execution'
import { createFeeMemory } from './fee-memory'
import { transferGas } from './fees'
import { createJournal } from './journal'
import { createJournalFacts } from './journal-facts'
import { createNonceLedger } from './nonce-ledger'
import { announceNonceQueue } from './nonce-queue'
import { type Locks, withNonceLock } from './nonce-slot'
import { createPreparations } from './preparation'
import { createRelay } from './relay'
import { createReservation } from './reservation'
import { valueOfEverything } from './send-everything'
import { createSubmission } from './submission'
import { createTracking } from './tracking'
import type { Barrier, CallsProposal, Proposal, TransactionSigner, Transactions } from './types'

export interface TransactionsOptions {
  database: Database
  approvals: Approvals
  connectionOf(chainId: number): Connection
  watcherOf(chainId: number): ConfirmationWatcher
  /** Counts the restarts of the chain from another genesis. */
  epochOf(chainId: number): number | Promise<number>
  signer: TransactionSigner
  clock: Clock
  locks: Locks
  /** Name and decimals of a token contract, for sentences about it; absent: amounts of tokens stay unnamed. */
  tokenMetadata?(chainId: number, address: Address): Promise<KnownToken | null>
  /** What money there is on a chain, so that no token is taken for other money; absent: none is known. */
  moneyOf?(chainId: number): Promise<KnownMoney>
  /** Whether the wallet has this account; absent: it has none of those that sites sign for. */
  isOwnAccount?(address: Address): Promise<boolean>
  /** Test builds only: called between the steps of a transaction, so that the worker can be killed there. */
  barrier?: Barrier
  /** Something that should not happen and harms nobody yet: a write that failed, a listener that threw. */
  faults: Faults
}

/** prepare → reserve nonce → sign → journal → submit → watch → explain. */
export function createTransactions(options: TransactionsOptions): Transactions {
  const { database, approvals, connectionOf, watcherOf, epochOf, signer, clock, locks } = options
  const onFault = (error: unknown): void => options.faults.report('transactions', error)
  const barrier: Barrier = options.barrier ?? (async () => undefined)

  const journal = createJournal({ database, onFault })
  const nonces = createNonceLedger({ journal, connectionOf, epochOf })
  announceNonceQueue({ journal, nonces })
  const facts = createJournalFacts({ journal, nonces })
  const reader = createChainReader({
    connectionOf,
    clock,
    fees: createFeeMemory(database),
    tokenMetadata: options.tokenMetadata ?? (async () => null),
    onCounts: nonces.observe,
    onFault,
  })
  const preparations = createPreparations({
    approvals,
    clock,
    journal: facts,
    reader,
    moneyOf: options.moneyOf ?? (async () => noMoney),
    onFault,
  })
  const submission = createSubmission({
    connectionOf,
    journal,
    locks,
    clock,
    onSent: () => barrier('submit-reply'),
    onFault,
  })
  const tracking = createTracking({ journal, watcherOf, submission, approvals, nonces, clock, onFault })
  const reserve = createReservation({ journal, nonces, signer, locks, clock, barrier })
  const execution = createExecution({ approvals, journal, submission, tracking, reserve, barrier, onFault })
  const relay = createRelay({
    journal,
    nonces,
    submission,
    tracking,
    locks,
    clock,
    connectionOf,
    isOwnAccount: options.isOwnAccount ?? (async () => false),
  })

  // Rows of an earlier worker must be in memory before any nonce is chosen.
  const loaded = loadOnce(() => journal.load())

  async function propose(proposal: Proposal): Promise<string> {
    const { id, requester, chainId, account, transaction, purpose, replaces, requestKey } = proposal
    const approval = await approvals.add({
      id,
      requester,
      chainId,
      account,
      request: { kind: 'transaction', transaction, purpose, replaces },
      shown: nothingShown,
      requestKey,
    })
    await loaded()
    preparations.start(approval)
    return approval.id
  }

  async function proposeCalls({ calls, batchId, ...proposal }: CallsProposal): Promise<string> {
    const approval = await approvals.add({
      ...proposal,
      request: { kind: 'calls', calls, batchId },
      shown: nothingShown,
    })
    await loaded()
    preparations.start(approval)
    return approval.id
  }

  /** A transaction of the wallet's own with a nonce that is given. */
  function proposeOwn(
    row: Pick<TransactionRecord, 'chainId' | 'from'>,
    transaction: TransactionRequest,
    purpose: Proposal['purpose'],
    replaces: string | null,
  ): Promise<string> {
    const { chainId, from } = row
    return propose({
      requester: { kind: 'wallet' },
      chainId,
      account: from,
      transaction,
      purpose,
      replaces,
      requestKey: null,
    })
  }

  async function replaceableRow(id: string): Promise<TransactionRecord> {
    await loaded()
    const row = await journal.get(id)
    if (row === undefined || !isReplaceable(row)) throw new Failure('not-replaceable', { level: row?.level ?? null })
    return row
  }

  const nothing = (to: Address, nonce: number): TransactionRequest => ({
    to,
    value: '0x0',
    data: '0x',
    gas: toQuantity(transferGas),
    nonce,
  })

  return {
    propose,
    proposeCalls,
    async proposeAll({ to, nonce, ...proposal }) {
      await loaded()
      const value = await valueOfEverything(reader, facts, proposal.chainId, lowerCaseAddress(proposal.account), to)
      const transaction: TransactionRequest = { to, value: toQuantity(value), data: '0x' }
      return propose({ ...proposal, transaction: nonce === undefined ? transaction : { ...transaction, nonce } })
    },
    async proposeSpeedUp(id) {
      const row = await replaceableRow(id)
      const { to, value, data, accessList, gas, nonce } = row
      // Without its authorization it would be another transaction.
      const purpose = row.purpose === 'clear-delegation' ? row.purpose : 'speed-up'
      const terms = { to, value: toQuantity(value), data, gas: toQuantity(gas), nonce }
      return proposeOwn(row, accessList === undefined ? terms : { ...terms, accessList }, purpose, id)
    },
    async proposeCancel(id) {
      const row = await replaceableRow(id)
      return proposeOwn(row, nothing(row.from, row.nonce), 'cancel', id)
    },
    async proposeFillNonce(chainId, account) {
      await loaded()
      const [hole] = await nonces.holes(chainId, account)
      if (hole === undefined) throw new Failure('invalid-input', { field: 'nonce' })
      const from = lowerCaseAddress(account)
      return proposeOwn({ chainId, from }, nothing(from, hole), 'fill-nonce', null)
    },
    preview: preparations.preview,
    onPreview: preparations.onPreview,
    chooseFee: preparations.chooseFee,
    async execute(approvalId) {
      await loaded()
      return execution.execute(approvalId)
    },
    async executeCalls(approvalId) {
      await loaded()
      return execution.executeCalls(approvalId)
    },
    async limitAllowance(approvalId, amount, index = 0) {
      const approval = await approvals.get(approvalId)
      if (approval === undefined) throw new Failure('approval-gone', { id: approvalId })
      const calls = callsOf(approval.request)
      const call = calls[index]
      const changed = call === undefined ? null : withAllowance(call, amount)
      if (changed === null) throw new Failure('invalid-amount')
      const revised = withCalls(approval.request, calls.with(index, changed))
      preparations.restart(await approvals.revise(approvalId, revised))
    },
    async relay(relayed) {
      await loaded()
      return relay(relayed)
    },
    async resend(id) {
      await loaded()
      const row = await journal.get(id)
      if (row === undefined) throw new Failure('invalid-input', { field: 'id' })
      const isAlive = row.inFlight === 1 || (await withNonceLock(locks, row, () => journal.revive(id)))
      if (isAtLeast(row.level, 'preconfirmed') || !isAlive) throw new Failure('not-replaceable', { level: row.level })
      tracking.follow(journal.liveById(id) ?? row)
      await submission.submit(id)
    },
    replaceable: row => isReplaceable(journal.liveById(row.id) ?? row),
    waitsForNonce: nonces.waitsForNonce,
    holes: async (chainId, account) => {
      await loaded()
      return nonces.holes(chainId, account)
    },
    rows: (chainId, address, limit) => journal.rows(chainId, address, limit),
    byHash: journal.storedByHash,
    byId: journal.storedById,
    inPlaceOf: async replaced =>
      (await journal.withNonce(replaced)).find(
        ({ ended, to, value, data }) =>
          ended === null && to === replaced.to && value === replaced.value && data === replaced.data,
      ),
    measured: chainId => facts.rowsOf(chainId),
    onRow: journal.onRow,
    async returned(chainId) {
      await loaded()
      nonces.forget(chainId)
      await tracking.resume(epochOf, chainId)
    },
    async recover() {
      await loaded()
      await tracking.resume(epochOf)
      const [waiting, signable] = await Promise.all([approvals.waiting(), approvals.approved()])
      for (const approval of waiting) preparations.start(approval)
      // Begun in their order, which is the order of their nonces. Nobody waits here: whoever asked for one asks for it again and
      // hears how it ended.
      for (const { id, request } of signable) {
        if (request.kind !== 'transaction' && request.kind !== 'calls') continue
        const executing: Promise<unknown> =
          request.kind === 'calls' ? execution.executeCalls(id) : execution.execute(id)
        executing.catch(error => {
          if (!(error instanceof Failure)) onFault(error)
        })
      }
    },
    inFlight: () => journal.live().filter(row => row.inFlight === 1).length,
    unsettled: () => journal.live().filter(isUnsettled).length,
    stored: journal.stored,
    async forget() {
      for (const row of journal.live()) {
        tracking.leave(row)
        nonces.forget(row.chainId)
      }
      await journal.clear()
    },
  }
}

/** Only what is not in a block, or partial block, can still be replaced. */
function isReplaceable(row: TransactionRecord): boolean {
  return row.inFlight === 1 && (row.ended === null || row.ended === 'dropped') && !isAtLeast(row.level, 'preconfirmed')
}

/** Not in a sealed block yet, and not given up. */
function isUnsettled(row: TransactionRecord): boolean {
  return row.inFlight === 1 && row.ended === null && !isAtLeast(row.level, 'sealed')
}
