import type { Address } from 'viem'
import type {
  Approval,
  Approvals,
  BalanceChange,
  Shown,
  TransactionPreview,
  TransactionRequest,
} from '@/lib/approvals/types'
import { describeAct, tokensOf } from '@/lib/decoding/describe'
import type { FeeMarketTransaction } from '@/lib/keyring/types'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { KnownMoney } from '@/lib/tokens/known-money'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { callsOf, proposeLimits, tokensToLimit, withCalls } from './allowance-limits'
import { newCallsDraft, readingOfCalls, toSimulated, withGasOfCalls } from './calls'
import type { ChainReader } from './chain-reader'
import { type GasFee, transferGas } from './fees'
import {
  chosenFee,
  type FeeSetting,
  newDraft,
  type TransactionDraft,
  toPreview,
  toShown,
  withChoice,
  withReading,
} from './preview'

/** While an approval is looked at, its figures are at most this old (plus a round trip). */
const refreshMs = 1_000
/** Those that wait their turn in the queue are kept about this fresh. */
const queuedRefreshMs = 10_000
const slowestRefreshMs = 8_000
/** Has no code anywhere. */
const nobody: Address = '0x0000000000000000000000000000000000000000'
/** Decisions are taken one at a time; the oldest and those after it may be on screen. */
const lookedAt = 2

/** What preparing needs to know from the journal. */
export interface JournalFacts {
  localNext(chainId: number, from: Address): Promise<number | null>
  /** Wei that transactions under way will still take. */
  committed(chainId: number, from: Address): bigint
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts(chainId: number): Promise<Address[]>
  measured(chainId: number): Promise<TransactionDraft['measured']>
  /** Fee to be outbid by a replacement of this row. */
  least(replaces: string): Promise<GasFee | null>
}

export interface Preparations {
  /** Begins to prepare, and keeps it fresh until the approval no longer waits. */
  start(approval: Approval): void
  /** As `start`, for one whose request was revised. */
  restart(approval: Approval): void
  preview(approvalId: string): TransactionPreview | null
  onPreview(listener: (approvalId: string, preview: TransactionPreview) => void): () => void
  /** @throws Failure `approval-gone`, `invalid-amount`, `fee-above-ceiling`, `replacement-underpriced` */
  chooseFee(approvalId: string, choice: FeeSetting): Promise<void>
}

type Facts = Pick<TransactionDraft, 'least' | 'measured' | 'contacts' | 'money'>

interface Running {
  approval: Approval
  draft: TransactionDraft
  /** Tokens that a site wants to be allowed to take, until it is known how much of them is enough: nothing is shown before that. */
  tokens: readonly Address[]
  facts: Promise<Facts>
  /** What was stored last, to store only what changed. */
  stored: string
  told: string
  failures: number
  /** A reading is under way. */
  isReading: boolean
  cancelTimer(): void
  writing: Promise<unknown>
}

/** Finds out, while the person reads, everything that signing will need, so that nothing is left to ask once they approve. */
export function createPreparations(dependencies: {
  approvals: Approvals
  clock: Clock
  journal: JournalFacts
  reader: ChainReader
  moneyOf(chainId: number): Promise<KnownMoney>
  onFault(error: unknown): void
}): Preparations {
  const { approvals, clock, journal, reader, moneyOf, onFault } = dependencies
  const running = new Map<string, Running>()
  const listeners = createListeners<[approvalId: string, preview: TransactionPreview]>()

  approvals.onChange(approval => {
    if (approval.status !== 'waiting') stop(approval.id)
  })

  /** `after`: what an earlier preparation of the same approval is still storing comes first. */
  function begin(approval: Approval, after: Promise<unknown> = Promise.resolve()): void {
    const { id, requester, chainId, account, request, shown } = approval
    if (account === null || (request.kind !== 'transaction' && request.kind !== 'calls')) return
    const from = lowerCaseAddress(account)
    const draft =
      request.kind === 'calls' ? newCallsDraft(chainId, from, request, shown) : newDraft(chainId, from, request, shown)
    const entry: Running = {
      approval,
      draft,
      tokens: requester.kind === 'site' ? tokensToLimit(callsOf(request)) : [],
      facts: findFacts(draft, request.kind === 'calls' ? null : request.replaces),
      stored: JSON.stringify(shown),
      told: '',
      failures: 0,
      isReading: false,
      cancelTimer: () => undefined,
      writing: after,
    }
    entry.facts.catch(() => undefined) // reported with the first reading, which waits for them
    running.set(id, entry)
    if (entry.tokens.length === 0) tell(id, entry)
    refresh(id, entry).catch(onFault)
  }

  function stop(approvalId: string): void {
    const entry = running.get(approvalId)
    if (entry === undefined) return
    entry.cancelTimer()
    running.delete(approvalId)
    // Whoever moves up in the queue is looked at now.
    for (const [id, next] of [...running].slice(0, lookedAt)) if (!next.isReading) schedule(id, next)
  }

  /** What the journal and the token contracts say; found out while the first reading is under way. */
  async function findFacts({ chainId, request, calls }: TransactionDraft, replaces: string | null): Promise<Facts> {
    const [least, measured, contacts, money] = await Promise.all([
      replaces === null ? null : journal.least(replaces),
      journal.measured(chainId),
      journal.contacts(chainId),
      moneyOf(chainId),
      reader.learnTokens(chainId, (calls ?? [request]).flatMap(tokensOf)),
    ])
    return { least, measured, contacts, money }
  }

  async function refresh(id: string, entry: Running): Promise<void> {
    entry.isReading = true
    try {
      const draft = await read(entry)
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
    await publish(id, entry)
    if (running.get(id) === entry) schedule(id, entry)
  }

  /** `null`: the request was revised, and is prepared anew. */
  async function read(entry: Running): Promise<TransactionDraft | null> {
    const { chainId, account, request, purpose, calls } = entry.draft
    const { counterparty } = describeAct(request, { purpose, tokenOf: () => null })
    // Without the facts nothing complete could be shown.
    const [{ reading: alone, remembered }, facts, batch, balances] = await Promise.all([
      reader.read(chainId, sized(entry.draft), counterparty),
      entry.facts,
      calls === null ? null : reader.readCalls(chainId, account, calls.map(toSimulated), calls.flatMap(partiesOf)),
      entry.tokens.length === 0 ? null : reader.readBalances(chainId, account, entry.tokens),
    ])
    if (balances !== null && (await limit(entry, balances, batch?.changes ?? []))) return null
    const reading = batch === null ? alone : readingOfCalls(alone, batch)
    const localNext = await journal.localNext(chainId, account)
    const committed = journal.committed(chainId, account)
    const { simulation } = reading
    if (simulation.status === 'succeeds')
      await reader.learnTokens(
        chainId,
        simulation.changes.flatMap(({ asset }) =>
          asset.kind === 'token' && asset.symbol === '' ? [asset.address] : [],
        ),
      )
    // A fee may have been chosen meanwhile: the draft as it is now.
    const draft = withReading({ ...entry.draft, ...facts }, reading, { remembered, localNext, committed })
    return batch === null ? draft : withGasOfCalls(entry.draft, draft, batch)
  }

  /** What a site may take is limited to what is enough, before anybody sees it; whether there was anything to limit. */
  async function limit(
    { approval: { id, chainId, request } }: Running,
    balances: ReadonlyMap<string, bigint>,
    changes: readonly (readonly BalanceChange[])[],
  ): Promise<boolean> {
    const calls = proposeLimits(callsOf(request), { balances, changes, tokenOf: reader.tokenLookup(chainId) })
    if (calls !== null) restart(await approvals.revise(id, withCalls(request, calls)))
    return calls !== null
  }

  function restart(approval: Approval): void {
    const before = running.get(approval.id)
    before?.cancelTimer()
    begin(approval, before?.writing)
  }

  function schedule(id: string, entry: Running): void {
    entry.cancelTimer()
    const isLookedAt = [...running.keys()].indexOf(id) < lookedAt
    const usual = isLookedAt ? refreshMs : queuedRefreshMs
    const wait = entry.failures === 0 ? usual : Math.min(refreshMs * 2 ** entry.failures, slowestRefreshMs)
    const age = clock.now() - (entry.draft.reading?.readAt ?? clock.now())
    entry.cancelTimer = clock.after(Math.max(0, wait - age), () => void refresh(id, entry).catch(onFault))
  }

  function tell(id: string, entry: Running): void {
    const preview = toPreview(entry.draft, reader.tokenLookup(entry.draft.chainId))
    const text = JSON.stringify(preview)
    if (text === entry.told) return
    entry.told = text
    listeners.tell(id, preview)
  }

  /** Stores what the digest covers, where it changed, and only then shows it: nobody may approve what is not stored. */
  function publish(id: string, entry: Running): Promise<void> {
    const step = async (): Promise<void> => {
      if (running.get(id) !== entry) return
      const shown: Shown = toShown(entry.draft, reader.tokenLookup(entry.draft.chainId))
      const text = JSON.stringify(shown)
      if (text !== entry.stored) {
        try {
          await approvals.show(id, shown)
          entry.stored = text
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'approval-gone') throw error
          stop(id)
          return
        }
      }
      tell(id, entry)
    }
    const published = entry.writing.then(step)
    // The error goes to the caller with `published`; the next write follows all the same.
    entry.writing = published.catch(() => undefined)
    return published
  }

  return {
    start(approval) {
      if (!running.has(approval.id)) begin(approval)
    },
    restart,
    preview(approvalId) {
      const entry = running.get(approvalId)
      return entry === undefined || entry.told === ''
        ? null
        : toPreview(entry.draft, reader.tokenLookup(entry.draft.chainId))
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

/** Who is called, and who gets or may take something. */
function partiesOf(call: TransactionRequest): Address[] {
  const { counterparty } = describeAct(call, { purpose: 'send', tokenOf: () => null })
  return [call.to, counterparty].filter(address => address !== null)
}

/** The transaction with the best values known, or values of a likely size. */
function sized(draft: TransactionDraft): FeeMarketTransaction {
  const fee = chosenFee(draft)
  const { accessList } = draft.request
  return {
    type: 'eip1559',
    chainId: draft.chainId,
    from: draft.account,
    nonce: draft.request.nonce ?? draft.expectedNonce ?? 0xff,
    // A delegation is gone before the call that takes it back is made: no code of the account's own runs (EIP-7702 §Behavior).
    to: draft.purpose === 'clear-delegation' ? nobody : draft.request.to,
    value: BigInt(draft.request.value),
    data: draft.request.data,
    ...(accessList === undefined ? {} : { accessList }),
    gas: draft.gas ?? BigInt(draft.request.gas ?? (draft.request.data === '0x' ? transferGas : 0xfffffn)),
    maxFeePerGas: fee?.maxFeePerGas ?? 0xffffffffn,
    maxPriorityFeePerGas: fee?.maxPriorityFeePerGas ?? 0xffffffn,
  }
}
