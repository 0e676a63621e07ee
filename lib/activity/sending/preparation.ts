import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure, failureIn } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { failureOf, toRpcError } from '@/lib/base/rpc/errors'
import type { Approval, Approvals } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest, TransactionPreview } from '@/lib/language/requests'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import { callsOf, proposeLimits, tokensToLimit, withCalls } from './allowance-limits'
import { newCallsDraft } from './calls-draft'
import type { ChainReader } from './chain-reader'
import { createDraftPublication, type DraftPublication } from './draft-publication'
import { createDraftReading, type DraftFacts, type JournalFacts, type LimitFacts } from './draft-reading'
import { type FeeSetting, newDraft, type TransactionDraft, toPreview, withChoice } from './preview'

/** Ms between readings of an approval that may be on screen. */
const refreshMs = 1_000
/** Ms between readings of an approval further back in the queue. */
const queuedRefreshMs = 10_000
const slowestRefreshMs = 8_000
/** Decisions are made one at a time: the first two approvals may be on screen. */
const shownAtOnce = 2

export interface Preparations {
  /**
   * Prepares the approval, and keeps its figures fresh until it no longer waits. No effect where it is prepared
   * already.
   */
  start(approval: Approval): void
  /** Prepares an approval whose request was revised. */
  restart(approval: Approval): void
  /** @returns `null` before the first preview */
  preview(approvalId: string): TransactionPreview | null
  onPreview(listener: (approvalId: string, preview: TransactionPreview) => void): () => void
  /** @throws Failure `approval-gone` | `invalid-amount` | `replacement-underpriced` */
  chooseFee(approvalId: string, choice: FeeSetting): Promise<void>
}

interface Running {
  approval: Approval
  draft: TransactionDraft
  /** Tokens of which a site wants an allowance, until the limit of each is known; nothing is shown before. */
  tokens: readonly Address[]
  facts: Promise<DraftFacts>
  publication: DraftPublication
  failures: number
  isReading: boolean
  cancelTimer(): void
}

/**
 * Reads, while the person looks at the approval, all that signing will need, so that after Approve no question is left.
 */
export function createPreparations(dependencies: {
  approvals: Approvals
  clock: Clock
  journal: JournalFacts
  reader: ChainReader
  moneyOf(networkId: NetworkId): Promise<KnownMoney>
  onFault(error: unknown): void
}): Preparations {
  const { approvals, clock, journal, reader, moneyOf, onFault } = dependencies
  const running = new Map<string, Running>()
  const listeners = createListeners<[approvalId: string, preview: TransactionPreview]>()
  const reading = createDraftReading({ journal, reader, moneyOf })

  approvals.onChange(approval => {
    if (approval.status !== 'waiting') stop(approval.id)
  })

  /** @param after the end of an earlier preparation of this approval; nothing is stored before */
  function begin(approval: Approval, after: Promise<unknown> = Promise.resolve()): void {
    const { id, requester, networkId, account, request, shown } = approval
    if (account === null || (request.kind !== 'transaction' && request.kind !== 'calls')) return
    const from = lowerCaseAddress(account)
    const draft =
      request.kind === 'calls'
        ? newCallsDraft(networkId, from, request, shown)
        : newDraft(networkId, from, request, shown)
    const onPreview = (preview: TransactionPreview) => listeners.tell(id, preview)
    const entry: Running = {
      approval,
      draft,
      tokens: requester.kind === 'site' ? tokensToLimit(callsOf(request)) : [],
      facts: reading.facts(draft, replacedBy(request)),
      publication: createDraftPublication({ approval, approvals, reader, onPreview, after }),
      failures: 0,
      isReading: false,
      cancelTimer: () => undefined,
    }
    entry.facts.catch(() => undefined) // the first reading waits for them, and fails with them
    running.set(id, entry)
    // The meaning of a call depends on its contract, which is identified first.
    const contractOf = reader.contractLookup(networkId)
    const isKnown = callsOf(request).every(({ to, data }) => data === '0x' || (to != null && contractOf(to) !== null))
    if (isKnown && entry.tokens.length === 0 && draft.calls === null) entry.publication.tell(draft)
    refresh(id, entry).catch(onFault)
  }

  function stop(approvalId: string): void {
    const entry = running.get(approvalId)
    if (entry === undefined) return
    entry.cancelTimer()
    running.delete(approvalId)
    // An approval that moved up in the queue is read now.
    for (const [id, next] of [...running].slice(0, shownAtOnce)) if (!next.isReading) schedule(id, next)
  }

  async function refresh(id: string, entry: Running): Promise<void> {
    entry.isReading = true
    try {
      const draft = await reading.read(() => entry.draft, entry.facts, {
        tokens: entry.tokens,
        apply: facts => limit(entry.approval, facts),
      })
      // The request was revised, and its own preparation runs now.
      if (draft === null) return
      entry.draft = draft
      entry.tokens = []
      entry.failures = 0
    } catch (error) {
      entry.failures += 1
      const { code, details } = failureOf(toRpcError(error))
      entry.draft = { ...entry.draft, failure: { code, details } }
    }
    entry.isReading = false
    await publish(id, entry).catch(error => {
      // What was not stored cannot be approved. The next reading tries again.
      entry.failures += 1
      const failure = failureIn(error)
      if (failure !== null) entry.publication.tell({ ...entry.draft, failure: { code: failure.code, details: {} } })
      onFault(error)
    })
    if (running.get(id) === entry) schedule(id, entry)
  }

  /**
   * Limits what a site may take to what is enough, before anything is shown. @returns whether the request was revised
   */
  async function limit({ id, networkId, request }: Approval, facts: LimitFacts): Promise<boolean> {
    const calls = proposeLimits(callsOf(request), { ...facts, contractOf: reader.contractLookup(networkId) })
    if (calls !== null) restart(await approvals.revise(id, withCalls(request, calls)))
    return calls !== null
  }

  function restart(approval: Approval): void {
    const before = running.get(approval.id)
    before?.cancelTimer()
    begin(approval, before?.publication.settled())
  }

  function schedule(id: string, entry: Running): void {
    entry.cancelTimer()
    const isShown = [...running.keys()].indexOf(id) < shownAtOnce
    const usual = isShown ? refreshMs : queuedRefreshMs
    const wait = entry.failures === 0 ? usual : Math.min(refreshMs * 2 ** entry.failures, slowestRefreshMs)
    const age = clock.now() - (entry.draft.reading?.readAt ?? clock.now())
    entry.cancelTimer = clock.after(Math.max(0, wait - age), () => void refresh(id, entry).catch(onFault))
  }

  async function publish(id: string, entry: Running): Promise<void> {
    const isWaiting = await entry.publication.publish(() => (running.get(id) === entry ? entry.draft : null))
    if (!isWaiting) stop(id)
  }

  return {
    start(approval) {
      if (!running.has(approval.id)) begin(approval)
    },
    restart,
    preview(approvalId) {
      const entry = running.get(approvalId)
      if (entry === undefined || !entry.publication.isTold()) return null
      return toPreview(entry.draft, reader.contractLookup(entry.draft.networkId))
    },
    onPreview: listeners.add,
    async chooseFee(approvalId, choice) {
      const entry = running.get(approvalId)
      if (entry === undefined) throw new Failure('approval-gone', { id: approvalId })
      entry.draft = withChoice(entry.draft, choice)
      await publish(approvalId, entry)
    },
  }
}

/** Ids of the transactions whose place is taken. */
function replacedBy(request: ApprovalRequest): readonly string[] {
  if (request.kind === 'calls') return request.cancels ?? []
  return request.kind === 'transaction' && request.replaces !== null ? [request.replaces] : []
}
