import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { readRequest } from '@/lib/decisions/kinds/kinds'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { Risk } from '@/lib/reading/risk/risk'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { approvalDigest } from './digest'
import { readRow, readRows, toRow } from './rows'
import { shownSchema } from './schemas'
import {
  approved,
  assertReleasing,
  done,
  rejected,
  withNetworkRisks,
  withRequest,
  withShown,
  withSiteRisks,
} from './transitions'
import type { Approval, Approvals, EndStatus } from './types'

/** A decision that was not made within ten minutes expires. */
export const approvalLifetimeMs = 600_000
/** Ended rows are kept for a day, for screens that show how a decision ended. */
const endedKeptMs = 86_400_000

export interface PersistentApprovals extends Approvals {
  /** Ends approvals past their time and deletes rows that ended long ago. Call at worker start and at each alarm. */
  expire(): Promise<Approval[]>
  /** The approvals made for this request of a page, with any status. */
  byRequestKey(key: string): Promise<Approval[]>
  /**
   * The approval of the calls that a site gave this id, with any status.
   * @see EIP-5792, `wallet_sendCalls`
   */
  byBatch(origin: string, batchId: string): Promise<Approval | undefined>
  /**
   * Replaces the risks of the requesting site and of listed addresses (codes `site-…`, `listed-…`).
   * @throws Failure `approval-gone` unless it waits
   */
  warn(id: string, siteRisks: readonly Risk[]): Promise<void>
}

/**
 * The stored approvals. Every change is one database transaction: of two answers to one decision only the first counts.
 */
export function createApprovals(dependencies: {
  database: Database
  clock: Clock
  faults: Faults
  chainIdOf(networkId: NetworkId): number
  /** What has to be said of each decision of this kind on the network (code `shared-chain`). */
  networkRisks(networkId: NetworkId, request: ApprovalRequest): Promise<Risk[]>
}): PersistentApprovals {
  const { database, clock, faults, chainIdOf, networkRisks } = dependencies
  const listeners = createListeners<[approval: Approval]>()
  const onFault = (error: unknown): void => faults.report('approvals', error)

  function announce(approval: Approval): Approval {
    listeners.tell(approval)
    return approval
  }

  /** @throws Failure `approval-gone` without such a row, and what `step` throws; the row then stays as it was */
  async function change(id: string, step: (approval: Approval) => Approval): Promise<Approval> {
    const transaction = database.transaction('approvals', 'readwrite', { durability: 'strict' })
    try {
      const row = await transaction.store.get(id)
      if (row === undefined) throw new Failure('approval-gone', { id })
      const changed = step(readRow(row))
      const write = transaction.store.put(toRow(changed))
      transaction.commit()
      await committed(transaction, [write])
      return announce(changed)
    } catch (cause) {
      // `done` rejects with this same failure.
      transaction.done.catch(() => undefined)
      abort(transaction)
      throw cause
    }
  }

  async function list(status: 'waiting' | 'approved'): Promise<Approval[]> {
    const rows = await database.getAllFromIndex('approvals', 'status', status)
    return readRows(rows, onFault).sort(
      (left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
    )
  }

  async function cancel(matches: (approval: Approval) => boolean, status: EndStatus): Promise<Approval[]> {
    const transaction = database.transaction('approvals', 'readwrite', { durability: 'strict' })
    const rows = await transaction.store.index('status').getAll('waiting')
    const ended = readRows(rows, onFault)
      .filter(matches)
      .map(approval => ({ ...approval, status }))
    for (const approval of ended) await transaction.store.put(toRow(approval))
    await transaction.done
    for (const approval of ended) announce(approval)
    return ended
  }

  async function deleteOld(): Promise<void> {
    const transaction = database.transaction('approvals', 'readwrite')
    for (const status of ['done', 'rejected', 'cancelled', 'chain-left', 'expired'])
      for (const row of await transaction.store.index('status').getAll(status))
        if (row.createdAt < clock.now() - endedKeptMs) await transaction.store.delete(row.id)
    await transaction.done
  }

  async function expire(): Promise<Approval[]> {
    await deleteOld()
    return cancel(approval => approval.expiresAt <= clock.now(), 'expired')
  }

  return {
    async add({ id = crypto.randomUUID(), requester, networkId, account, request, requestKey, ...given }) {
      const now = clock.now()
      const chainId = chainIdOf(networkId)
      const risks = [...(await networkRisks(networkId, request)), ...given.shown.risks]
      const shown = { ...given.shown, risks }
      const approval: Approval = {
        id,
        requester,
        networkId,
        chainId,
        account,
        request: readRequest(request),
        shown: shownSchema.parse(shown),
        digest: approvalDigest({ requester, networkId, chainId, account, request, shown }),
        status: 'waiting',
        decision: null,
        requestKey,
        createdAt: now,
        expiresAt: now + approvalLifetimeMs,
      }
      await database.add('approvals', toRow(approval))
      // Exact while this worker lives; after its death the alarm ends the approval later.
      clock.after(approvalLifetimeMs, () => expire().catch(onFault))
      return announce(approval)
    },

    async get(id) {
      const row = await database.get('approvals', id)
      return row === undefined ? undefined : readRow(row)
    },

    async byRequestKey(key) {
      return readRows(await database.getAllFromIndex('approvals', 'requestKey', key), onFault)
    },

    async byBatch(origin, batchId) {
      const calls = await database.getAllFromIndex('approvals', 'kind', 'calls')
      const rows = calls.filter(row => row.origin === origin)
      return readRows(rows, onFault).find(({ request }) => request.kind === 'calls' && request.batchId === batchId)
    },

    async verify(id) {
      const row = await database.get('approvals', id)
      if (row === undefined) throw new Failure('approval-gone', { id })
      const approval = readRow(row)
      assertReleasing(approval)
      return approval
    },

    waiting: () => list('waiting'),
    approved: () => list('approved'),
    show: (id, shown) => change(id, approval => withShown(approval, shown)),
    async choose(id, { networkId, shown }) {
      const approval = await database.get('approvals', id)
      const risks = approval === undefined ? [] : await networkRisks(networkId, readRow(approval).request)
      const place = { networkId, chainId: chainIdOf(networkId) }
      return change(id, known => withShown(withNetworkRisks(known, risks), shown, place))
    },
    revise: (id, request) => change(id, approval => withRequest(approval, request)),
    approve: (id, digest, decision) => change(id, approval => approved(approval, digest, decision, clock.now())),
    async warn(id, siteRisks) {
      await change(id, approval => withSiteRisks(approval, siteRisks))
    },
    async done(id) {
      await change(id, done)
    },
    async reject(id) {
      await change(id, rejected)
    },
    cancel,
    expire,
    onChange: listeners.add,
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It has finished already: there is nothing to undo.
  }
}
