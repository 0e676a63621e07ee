import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { lazily } from '@/lib/base/lazily'
import { isAtLeast } from '@/lib/base/level'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { loadOnce } from '@/lib/base/once'
import type { Connection } from '@/lib/base/rpc/types'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest, TransactionPreview } from '@/lib/language/requests'
import { type KnownMoney, noMoney } from '@/lib/reading/tokens/known-money'
import type { Database } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'
import { createAuthorityEffect } from './authority-effect'
import type { createDrafts, Drafts } from './drafts'
import { createExecution } from './execution'
import { createJournal } from './journal'
import { createNonceLedger } from './nonce-ledger'
import { announceNonceQueue } from './nonce-queue'
import { type Locks, withNonceLock } from './nonce-slot'
import { createRelay } from './relay'
import { isReplaceable } from './replaceable'
import { createReplacements } from './replacements'
import { createReservation, newRow } from './reservation'
import { createSubmission } from './submission'
import { createTracking } from './tracking'
import type { Barrier, TransactionSigner, Transactions } from './types'

export interface TransactionsOptions {
  database: Database
  approvals: Approvals
  connectionOf(networkId: NetworkId): Connection
  watcherOf(networkId: NetworkId): ConfirmationWatcher
  /** The number of restarts of the chain from another genesis. */
  epochOf(networkId: NetworkId): number | Promise<number>
  signer: TransactionSigner
  clock: Clock
  locks: Locks
  /** The money of a chain, so that no token is taken for another one. Absent: none is known. */
  moneyOf?(networkId: NetworkId): Promise<KnownMoney>
  /** Whether the wallet has this account. Absent: it has none that a site signs with. */
  isOwnAccount?(address: Address): Promise<boolean>
  /** In test builds: called between the steps of a transaction, so that a test can kill the worker there. */
  barrier?: Barrier
  /** Called with the first decision. The worker loads the code then. */
  createDrafts: typeof createDrafts
  /** An error that nothing waits for: a failed write, a listener that threw. */
  faults: Faults
}

/** Ms until what could not be stored on a full disk is tried again. */
const untilRoomMs = 5_000

/** prepare → reserve nonce → sign → journal → submit → watch → explain. */
export function createTransactions(options: TransactionsOptions): Transactions {
  const { database, approvals, connectionOf, watcherOf, epochOf, signer, clock, locks } = options
  const onFault = (error: unknown): void => options.faults.report('transactions', error)
  const barrier: Barrier = options.barrier ?? (async () => undefined)

  const journal = createJournal({ database, onFault })
  const nonces = createNonceLedger({ journal, connectionOf, epochOf })
  announceNonceQueue({ journal, nonces })
  // The rows of an earlier worker must be in memory before a nonce is chosen.
  const loaded = loadOnce(journal.load)
  const previewListeners = createListeners<[approvalId: string, preview: TransactionPreview]>()
  let made: Drafts | null = null
  function drafts(): Drafts {
    if (made !== null) return made
    const moneyOf = options.moneyOf ?? (async () => noMoney)
    made = options.createDrafts({ approvals, clock, connectionOf, database, journal, nonces, moneyOf, loaded, onFault })
    made.onPreview(previewListeners.tell)
    return made
  }
  const replacements = createReplacements({ journal, connectionOf, clock, onFault })
  const submission = createSubmission({
    connectionOf,
    journal,
    locks,
    clock,
    replacements,
    overRow: row => drafts().overRow(row),
    onSent: () => barrier('submit-reply'),
    onFault,
  })
  const authorityEffect = createAuthorityEffect({ journal, connectionOf, onFault })
  const tracking = createTracking({
    ...{
      journal,
      watcherOf,
      connectionOf,
      submission,
      replacements,
      approvals,
      nonces,
      authorityEffect,
      clock,
      onFault,
    },
  })
  const reserve = createReservation({
    ...{ journal, nonces, signer, locks, clock, barrier },
    assertConditions: (...given) => drafts().assertConditions(...given),
  })
  const again = (): void => void clock.after(untilRoomMs, () => void carryOutApproved().catch(onFault))
  const execution = createExecution({ approvals, journal, submission, tracking, reserve, barrier, again, onFault })
  /** Made with the first bytes that a site signed itself: until then none of its code is loaded. */
  let relay: ReturnType<typeof createRelay> | null = null
  const toRelay = () =>
    createRelay({
      ...{ journal, nonces, submission, tracking, clock, connectionOf, newRow },
      withLock: (slot, work) => withNonceLock(locks, slot, work),
      isOwnAccount: options.isOwnAccount ?? (async () => false),
    })

  /**
   * Started in order, which is the order of their nonces. Not awaited: callers ask again and get the stored result.
   */
  async function carryOutApproved(): Promise<void> {
    for (const { id, request } of await approvals.approved()) {
      if (!isOfTransactions(request)) continue
      const executing: Promise<unknown> = request.kind === 'calls' ? execution.executeCalls(id) : execution.execute(id)
      executing.catch(error => {
        if (!(error instanceof Failure)) onFault(error)
      })
    }
  }

  return {
    ...lazily(drafts, [
      ...(['propose', 'proposeCalls', 'proposeAll', 'proposeSpeedUp', 'proposeCancel', 'proposeCancelAll'] as const),
      ...(['proposeFillNonce', 'proposeDelegation', 'proposeClearing', 'contacts'] as const),
      ...(['chooseNonce', 'chooseGas', 'chooseFee', 'chooseTogether', 'limitAllowance'] as const),
      ...(['chooseConditions', 'conditionSupport'] as const),
    ]),
    preview: approvalId => made?.preview(approvalId) ?? null,
    onPreview: previewListeners.add,
    async execute(approvalId) {
      await loaded()
      return execution.execute(approvalId)
    },
    async executeCalls(approvalId) {
      await loaded()
      return execution.executeCalls(approvalId)
    },
    async relay(relayed) {
      await loaded()
      relay ??= toRelay()
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
    async readNumbers(networkId, account) {
      await loaded()
      const slot = await nonces.slotOf(networkId, account)
      return withNonceLock(locks, slot, () => nonces.readAnew(slot))
    },
    holes: async (networkId, account) => {
      await loaded()
      return nonces.holes(networkId, account)
    },
    rows: (networkId, address, limit) => journal.rows(networkId, address, limit),
    byHash: journal.storedByHash,
    byId: journal.storedById,
    inPlaceOf: async replaced =>
      (await journal.withNonce(replaced)).find(
        ({ ended, to, value, data }) =>
          ended === null && to === replaced.to && value === replaced.value && data === replaced.data,
      ),
    measured: journal.recentOf,
    onRow: journal.onRow,
    async returned(networkId) {
      await loaded()
      nonces.forget(networkId)
      await journal.reopen(networkId)
      await tracking.resume(epochOf, networkId)
    },
    async recover() {
      await loaded()
      await tracking.resume(epochOf)
      for (const approval of await approvals.waiting()) if (isOfTransactions(approval.request)) drafts().start(approval)
      await carryOutApproved()
    },
    locked: journal.forgetEnded,
    async unlocked() {
      journal.forgetEnded()
      for (const approval of await approvals.waiting())
        if (isOfTransactions(approval.request)) drafts().restart(approval)
    },
    inFlight: () => journal.live().filter(row => row.inFlight === 1).length,
    unsettled: () => journal.live().filter(isUnsettled).length,
    stored: journal.stored,
    async forget() {
      for (const row of journal.live()) {
        tracking.leave(row)
        nonces.forget(row.networkId)
      }
      await journal.clear()
    },
  }
}

function isOfTransactions(
  request: ApprovalRequest,
): request is Extract<ApprovalRequest, { kind: 'transaction' | 'calls' }> {
  return request.kind === 'transaction' || request.kind === 'calls'
}

/** @returns whether the transaction is in no sealed block yet, and not given up */
function isUnsettled(row: TransactionRecord): boolean {
  return row.inFlight === 1 && row.ended === null && !isAtLeast(row.level, 'sealed')
}
