import type { Database } from '@/lib/database/open'
import { type ApprovalRecord, approvalRecordSchema } from '@/lib/database/records'
import { isForbidden } from '@/lib/risk/forbidden'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { createListeners } from '@/lib/values/listeners'
import { approvalDigest } from './digest'
import { approvalRequestSchema, decisionSchema, shownSchema } from './schemas'
import type { Approval, Approvals, Requester, Risk, Shown } from './types'

/** A decision not taken within ten minutes is no longer asked for. */
export const approvalLifetimeMs = 600_000
/** How long an ended row is kept for those who look back at it. */
const endedKeptMs = 86_400_000

export interface PersistentApprovals extends Approvals {
  /** Ends what is past its time and forgets rows that ended long ago. Called at worker start and by the alarm. */
  expire(): Promise<Approval[]>
  /** Those made for this request of a page, whatever became of them. */
  byRequestKey(key: string): Promise<Approval[]>
  /** The decision about calls that a site gave this id, whatever became of it. */
  byBatch(origin: string, batchId: string): Promise<Approval | undefined>
  /** Adds what is wrong with who asks (codes `site-…`). It stays, whatever else of what is shown changes. Only while waiting. */
  warn(id: string, siteRisks: readonly Risk[]): Promise<void>
}

/** The queue of decisions. Every change is one database transaction, so that of two answers to one question only the first counts. */
export function createApprovals({ database, clock }: { database: Database; clock: Clock }): PersistentApprovals {
  const listeners = createListeners<[approval: Approval]>()

  function announce(approval: Approval): Approval {
    listeners.tell(approval)
    return approval
  }

  async function change(id: string, step: (approval: Approval) => Approval): Promise<Approval> {
    const transaction = database.transaction('approvals', 'readwrite', { durability: 'strict' })
    try {
      const row = await transaction.store.get(id)
      if (row === undefined) throw new Failure('approval-gone', { id })
      const changed = step(readApproval(row))
      const write = transaction.store.put(toRow(changed))
      transaction.commit()
      await Promise.all([write, transaction.done])
      return announce(changed)
    } catch (cause) {
      // Whatever step refused, the row stays as it was; the rejection of `done` is this same failure.
      transaction.done.catch(() => undefined)
      abort(transaction)
      throw cause
    }
  }

  async function list(status: 'waiting' | 'approved'): Promise<Approval[]> {
    const rows = await database.getAllFromIndex('approvals', 'status', status)
    return rows
      .flatMap(readable)
      .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1))
  }

  async function cancel(
    matches: (approval: Approval) => boolean,
    status: 'cancelled' | 'expired',
  ): Promise<Approval[]> {
    const transaction = database.transaction('approvals', 'readwrite', { durability: 'strict' })
    const rows = await transaction.store.index('status').getAll('waiting')
    const ended = rows
      .flatMap(readable)
      .filter(matches)
      .map(approval => ({ ...approval, status }))
    for (const approval of ended) await transaction.store.put(toRow(approval))
    await transaction.done
    for (const approval of ended) announce(approval)
    return ended
  }

  async function forgetOld(): Promise<void> {
    const transaction = database.transaction('approvals', 'readwrite')
    for (const status of ['done', 'rejected', 'cancelled', 'expired'])
      for (const row of await transaction.store.index('status').getAll(status))
        if (row.createdAt < clock.now() - endedKeptMs) await transaction.store.delete(row.id)
    await transaction.done
  }

  async function expire(): Promise<Approval[]> {
    await forgetOld()
    return cancel(approval => approval.expiresAt <= clock.now(), 'expired')
  }

  return {
    async add({ id = crypto.randomUUID(), requester, chainId, account, request, shown, requestKey }) {
      const now = clock.now()
      const approval: Approval = {
        id,
        requester,
        chainId,
        account,
        request: approvalRequestSchema.parse(request),
        shown: shownSchema.parse(shown),
        digest: approvalDigest({ requester, chainId, account, request, shown }),
        status: 'waiting',
        decision: null,
        requestKey,
        createdAt: now,
        expiresAt: now + approvalLifetimeMs,
      }
      await database.add('approvals', toRow(approval))
      // A worker that lives that long ends it on the minute; one that died is caught up by the alarm.
      clock.after(approvalLifetimeMs, () => void expire().catch(() => undefined))
      return announce(approval)
    },

    async get(id) {
      const row = await database.get('approvals', id)
      return row === undefined ? undefined : readApproval(row)
    },

    async byRequestKey(key) {
      return (await database.getAll('approvals')).filter(row => row.requestKey === key).flatMap(readable)
    },

    async byBatch(origin, batchId) {
      const rows = (await database.getAll('approvals')).filter(row => row.kind === 'calls' && row.origin === origin)
      return rows.flatMap(readable).find(({ request }) => request.kind === 'calls' && request.batchId === batchId)
    },

    waiting: () => list('waiting'),
    approved: () => list('approved'),

    show: (id, shown) =>
      change(id, approval => {
        if (approval.status !== 'waiting') throw new Failure('approval-gone', { id })
        return showing(approval, withSiteRisks(approval, shown))
      }),

    revise: (id, request) =>
      change(id, approval => {
        if (approval.status !== 'waiting') throw new Failure('approval-gone', { id })
        const revised = { ...approval, request: approvalRequestSchema.parse(request) }
        return showing(revised, withSiteRisks(approval, nothingShown))
      }),

    async warn(id, siteRisks) {
      await change(id, approval => {
        if (approval.status !== 'waiting') throw new Failure('approval-gone', { id })
        const { shown } = approval
        return showing(approval, {
          ...shown,
          risks: [...siteRisks.filter(isAboutSite), ...shown.risks.filter(risk => !isAboutSite(risk))],
        })
      })
    },

    choose: (id, { chainId, shown }) =>
      change(id, approval => {
        if (approval.status !== 'waiting') throw new Failure('approval-gone', { id })
        return showing({ ...approval, chainId }, withSiteRisks(approval, shown))
      }),

    approve: (id, digest, decision) =>
      change(id, approval => {
        if (approval.status !== 'waiting' || approval.expiresAt <= clock.now())
          throw new Failure('approval-gone', { id })
        if (approval.digest !== digest) throw new Failure('approval-changed', { id })
        assertUnchanged(approval)
        assertDecidable(approval, decision.accounts?.length ?? 0)
        return { ...approval, status: 'approved', decision: decisionSchema.parse(decision) }
      }),

    async verify(id) {
      const row = await database.get('approvals', id)
      if (row === undefined) throw new Failure('approval-gone', { id })
      const approval = readApproval(row)
      if (approval.status !== 'approved') throw new Failure('approval-gone', { id })
      assertUnchanged(approval)
      return approval
    },

    async done(id) {
      await change(id, approval => {
        if (approval.status !== 'approved' && approval.status !== 'done') throw new Failure('approval-gone', { id })
        return { ...approval, status: 'done' }
      })
    },

    async reject(id) {
      await change(id, approval => {
        if (approval.status !== 'waiting') throw new Failure('approval-gone', { id })
        return { ...approval, status: 'rejected' }
      })
    },

    cancel,
    expire,

    onChange: listeners.add,
  }
}

/** As long as nothing is known. */
export const nothingShown: Shown = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] }

function showing(approval: Approval, shown: Shown): Approval {
  return { ...approval, shown, digest: approvalDigest({ ...approval, shown }) }
}

/** What is wrong with who asks stays beside whatever else is shown. */
function withSiteRisks(approval: Approval, shown: Shown): Shown {
  const own = shown.risks.filter(risk => !isAboutSite(risk))
  return { ...shown, risks: [...approval.shown.risks.filter(isAboutSite), ...own] }
}

function isAboutSite({ code }: Risk): boolean {
  return code.startsWith('site-')
}

/** @throws Failure `approval-changed` when the row is not what its digest was made from, or pays more than was shown */
function assertUnchanged(approval: Approval): void {
  const { id, shown } = approval
  if (approvalDigest(approval) !== approval.digest) throw new Failure('approval-changed', { id })
  if (shown.fee === null || shown.feeCeiling === null) return
  if (BigInt(shown.fee.gas) * BigInt(shown.fee.maxFeePerGas) > BigInt(shown.feeCeiling))
    throw new Failure('fee-above-ceiling', { id })
}

/** @throws Failure `invalid-input` when a part without which nobody can decide is missing, or nobody should */
function assertDecidable({ id, request, shown }: Approval, chosenAccounts: number): void {
  if (request.kind === 'connect' && chosenAccounts === 0) throw new Failure('invalid-input', { field: 'accounts', id })
  if (request.kind === 'payment' && shown.plan === undefined) throw new Failure('invalid-input', { field: 'plan', id })
  if (isForbidden(shown.risks)) throw new Failure('invalid-input', { field: 'risks', id })
  const pays = request.kind === 'transaction' || request.kind === 'calls'
  if (pays && (shown.feeCeiling === null || shown.noncePolicy === null))
    throw new Failure('invalid-input', { field: 'fee', id })
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // Already finished: nothing is left to undo.
  }
}

function toRow({ requester, request, shown, decision, ...rest }: Approval): ApprovalRecord {
  const site = requester.kind === 'site' ? requester : { origin: null, topOrigin: null, tabId: null, documentId: null }
  return {
    ...rest,
    origin: site.origin,
    topOrigin: site.topOrigin,
    tabId: site.tabId,
    documentId: site.documentId,
    kind: request.kind,
    request: JSON.stringify(request),
    shown: JSON.stringify(shown),
    decision: decision === null ? null : JSON.stringify(decision),
  }
}

/** In a list, a damaged row hides only itself. */
function readable(row: unknown): Approval[] {
  try {
    return [readApproval(row)]
  } catch {
    return []
  }
}

function readApproval(value: unknown): Approval {
  const { origin, topOrigin, tabId, documentId, kind: _kind, ...row } = approvalRecordSchema.parse(value)
  const requester: Requester =
    origin === null ? { kind: 'wallet' } : { kind: 'site', origin, topOrigin, tabId, documentId }
  const shown: Shown = shownSchema.parse(JSON.parse(row.shown))
  return {
    ...row,
    requester,
    request: approvalRequestSchema.parse(JSON.parse(row.request)),
    shown,
    decision: row.decision === null ? null : decisionSchema.parse(JSON.parse(row.decision)),
  }
}
