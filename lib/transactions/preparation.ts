import type { Address } from 'viem'
import type { Approval, Approvals, FeeSpeed, Shown, TransactionPreview } from '@/lib/approvals/types'
import { describeTransaction, type KnownToken, tokensOf } from '@/lib/decoding/describe'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress, type Quantity } from '@/lib/values/hex'
import { type GasFee, isPermitted, type RememberedFees, transferGas } from './fees'
import { type ChainReading, nothingKnown, type Offered, prefetch } from './prefetch'
import { chosenFee, type Draft, toPreview, toShown, withReading } from './preview'
import type { UnsignedTransaction } from './types'

/** While an approval waits, its figures are at most this old (plus a round trip). */
const refreshMs = 1_000
const slowestRefreshMs = 8_000

export interface FeeSetting {
  speed: FeeSpeed
  maxFeePerGas?: Quantity
  maxPriorityFeePerGas?: Quantity
}

/** What preparing needs to know from the journal. */
export interface JournalFacts {
  localNext(chainId: number, from: Address): Promise<number | null>
  /** Wei that transactions under way will still take. */
  committed(chainId: number, from: Address): bigint
  hasSentTo(chainId: number, from: Address, to: Address): Promise<boolean>
  measured(chainId: number): Promise<Draft['measured']>
  /** Fee to be outbid by a replacement of this row. */
  least(replaces: string): Promise<GasFee | null>
}

export interface FeeMemory {
  remembered(chainId: number): Promise<RememberedFees>
  observe(chainId: number, baseFeePerGas: bigint, at: number): Promise<void>
}

export interface Preparations {
  /** Begins to prepare, and keeps it fresh until the approval no longer waits. */
  start(approval: Approval): void
  preview(approvalId: string): TransactionPreview | null
  onPreview(listener: (approvalId: string, preview: TransactionPreview) => void): () => void
  /** @throws Failure `approval-gone`, `invalid-amount`, `fee-above-ceiling`, `replacement-underpriced` */
  chooseFee(approvalId: string, choice: FeeSetting): Promise<void>
  /** One reading now, for a transaction that is not an approval yet. */
  read(
    chainId: number,
    transaction: UnsignedTransaction,
  ): Promise<{ reading: ChainReading; remembered: RememberedFees }>
}

interface Running {
  draft: Draft
  shown: string
  told: string
  cancelTimer: () => void
  writing: Promise<unknown>
}

/** Finds out, while the person reads, everything that signing will need, so that nothing is left to ask once they approve. */
export function createPreparations(dependencies: {
  approvals: Approvals
  connectionOf(chainId: number): Connection
  clock: Clock
  journal: JournalFacts
  fees: FeeMemory
  /** Name and decimals of a token contract; `null` when it is none. */
  tokenMetadata(chainId: number, address: Address): Promise<KnownToken | null>
  onFault(error: unknown): void
  /** Transaction counts, whenever they were read. */
  onCounts(chainId: number, from: Address, counts: Pick<ChainReading, 'pendingCount' | 'latestCount'>): void
}): Preparations {
  const { approvals, connectionOf, clock, journal, fees, tokenMetadata, onFault, onCounts } = dependencies
  const running = new Map<string, Running>()
  const offers = new Map<number, Offered>()
  const codes = new Map<string, boolean>()
  const tokens = new Map<string, KnownToken | null>()
  const listeners = new Set<(approvalId: string, preview: TransactionPreview) => void>()

  approvals.onChange(approval => {
    if (approval.status !== 'waiting') stop(approval.id)
  })

  function keyOf(chainId: number, address: Address): string {
    return `${chainId}:${lowerCaseAddress(address)}`
  }

  function tokenLookup(chainId: number): (address: Address) => KnownToken | null {
    return address => tokens.get(keyOf(chainId, address)) ?? null
  }

  function stop(approvalId: string): void {
    running.get(approvalId)?.cancelTimer()
    running.delete(approvalId)
  }

  async function read(
    chainId: number,
    transaction: UnsignedTransaction,
  ): Promise<{ reading: ChainReading; remembered: RememberedFees }> {
    const codeKey = transaction.to === null ? null : keyOf(chainId, transaction.to)
    const { reading, offered } = await prefetch(connectionOf(chainId), transaction, {
      offered: offers.get(chainId) ?? nothingKnown,
      recipientHasCode: codeKey === null ? null : (codes.get(codeKey) ?? null),
      tokenOf: tokenLookup(chainId),
      now: clock.now,
    })
    offers.set(chainId, offered)
    // Code can appear, never vanish.
    if (codeKey !== null && reading.recipientHasCode === true) codes.set(codeKey, true)
    onCounts(chainId, transaction.from, reading)
    const before = await fees.remembered(chainId)
    if (reading.market !== null) await fees.observe(chainId, reading.market.baseFeePerGas, reading.readAt)
    // Held against what was usual before this reading: a first lie must not vouch for itself.
    return { reading, remembered: before }
  }

  async function begin(approval: Approval): Promise<void> {
    const { id, chainId, account, request, shown } = approval
    if (request.kind !== 'transaction' || account === null) return
    const from = lowerCaseAddress(account)
    const entry: Running = {
      draft: {
        chainId,
        account: from,
        request: request.transaction,
        purpose: request.purpose,
        least: null,
        reading: null,
        suggestions: null,
        chosen: 'normal',
        custom: null,
        gas: null,
        feeIsIncredible: false,
        outcome: shown.outcome,
        expectedNonce: null,
        committed: 0n,
        isFirstTime: false,
        measured: null,
        failure: null,
      },
      shown: JSON.stringify(shown),
      told: '',
      cancelTimer: () => undefined,
      writing: Promise.resolve(),
    }
    running.set(id, entry)
    tell(id, entry)
    await refresh(id, entry, 0, findFacts(entry.draft, request.replaces))
  }

  /** What the journal and the token contracts say; found out while the first reading is under way. */
  async function findFacts(
    { chainId, account, request, purpose }: Draft,
    replaces: string | null,
  ): Promise<Pick<Draft, 'least' | 'measured' | 'isFirstTime'>> {
    const { counterparty } = describeTransaction(request, { purpose, tokenOf: tokenLookup(chainId) })
    const [least, measured, hasSent] = await Promise.all([
      replaces === null ? null : journal.least(replaces),
      journal.measured(chainId),
      counterparty === null || journal.hasSentTo(chainId, account, counterparty),
      ...tokensOf(request).map(address => learnToken(chainId, address)),
    ])
    return { least, measured, isFirstTime: !hasSent }
  }

  async function learnToken(chainId: number, address: Address): Promise<void> {
    const key = keyOf(chainId, address)
    if (!tokens.has(key)) tokens.set(key, await tokenMetadata(chainId, address).catch(() => null))
  }

  async function refresh(
    id: string,
    entry: Running,
    failures: number,
    facts?: ReturnType<typeof findFacts>,
  ): Promise<void> {
    const { draft } = entry
    let failed = failures
    try {
      const [{ reading, remembered }, found] = await Promise.all([read(draft.chainId, sized(draft)), facts])
      if (found !== undefined) entry.draft = { ...entry.draft, ...found }
      const localNext = await journal.localNext(draft.chainId, draft.account)
      const committed = journal.committed(draft.chainId, draft.account)
      entry.draft = withReading(entry.draft, reading, { remembered, localNext, committed })
      await learnChanged(entry)
      failed = 0
    } catch (error) {
      failed += 1
      const failure = failureOf(toRpcError(error))
      entry.draft = { ...entry.draft, failure: { code: failure.code, details: failure.details } }
    }
    if (running.get(id) !== entry) return
    await publish(id, entry)
    if (running.get(id) !== entry) return
    const wait = Math.min(refreshMs * 2 ** failed, slowestRefreshMs)
    // Without the facts there is nothing complete to show: they are waited for until a reading succeeds with them.
    const missing = entry.draft.reading === null ? facts : undefined
    entry.cancelTimer = clock.after(wait, () => void refresh(id, entry, failed, missing).catch(onFault))
  }

  /** Tokens that only the simulation brought up; the next reading names them. */
  async function learnChanged(entry: Running): Promise<void> {
    const simulation = entry.draft.reading?.simulation
    if (simulation?.status !== 'succeeds') return
    const unnamed = simulation.changes.flatMap(({ asset }) =>
      asset.kind === 'token' && asset.symbol === '' ? [asset.address] : [],
    )
    await Promise.all(unnamed.map(address => learnToken(entry.draft.chainId, address)))
  }

  function tell(id: string, entry: Running): void {
    const preview = toPreview(entry.draft, tokenLookup(entry.draft.chainId))
    const text = JSON.stringify(preview)
    if (text === entry.told) return
    entry.told = text
    for (const listener of listeners) listener(id, preview)
  }

  /** Stores what the digest covers, where it changed, and only then shows it: nobody may approve what is not stored. */
  function publish(id: string, entry: Running): Promise<void> {
    const step = async (): Promise<void> => {
      if (running.get(id) !== entry) return
      const shown: Shown = toShown(entry.draft, tokenLookup(entry.draft.chainId))
      const text = JSON.stringify(shown)
      if (text !== entry.shown) {
        try {
          await approvals.show(id, shown)
          entry.shown = text
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'approval-gone') throw error
          stop(id)
          return
        }
      }
      tell(id, entry)
    }
    const published = entry.writing.then(step)
    entry.writing = published.catch(() => undefined)
    return published
  }

  return {
    start(approval) {
      if (!running.has(approval.id)) void begin(approval).catch(onFault)
    },
    preview(approvalId) {
      const entry = running.get(approvalId)
      return entry === undefined ? null : toPreview(entry.draft, tokenLookup(entry.draft.chainId))
    },
    onPreview(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async chooseFee(approvalId, choice) {
      const entry = running.get(approvalId)
      if (entry === undefined) throw new Failure('approval-gone', { id: approvalId })
      entry.draft = withChoice(entry.draft, choice)
      await publish(approvalId, entry)
    },
    read,
  }
}

function withChoice(draft: Draft, choice: FeeSetting): Draft {
  if (choice.speed !== 'custom') return { ...draft, chosen: choice.speed }
  if (choice.maxFeePerGas === undefined) throw new Failure('invalid-amount', { field: 'maxFeePerGas' })
  const maxFeePerGas = BigInt(choice.maxFeePerGas)
  const usualTip = draft.suggestions?.normal.maxPriorityFeePerGas ?? 0n
  const tip = choice.maxPriorityFeePerGas === undefined ? usualTip : BigInt(choice.maxPriorityFeePerGas)
  const custom: GasFee = {
    maxFeePerGas,
    maxPriorityFeePerGas: tip > maxFeePerGas && choice.maxPriorityFeePerGas === undefined ? maxFeePerGas : tip,
  }
  if (custom.maxPriorityFeePerGas > custom.maxFeePerGas || maxFeePerGas === 0n)
    throw new Failure('invalid-amount', { field: 'maxPriorityFeePerGas' })
  if (!isPermitted(custom)) throw new Failure('fee-above-ceiling', { field: 'maxFeePerGas' })
  const { least } = draft
  if (
    least !== null &&
    (custom.maxFeePerGas < least.maxFeePerGas || custom.maxPriorityFeePerGas < least.maxPriorityFeePerGas)
  )
    throw new Failure('replacement-underpriced', {
      maxFeePerGas: least.maxFeePerGas.toString(),
      maxPriorityFeePerGas: least.maxPriorityFeePerGas.toString(),
    })
  return { ...draft, chosen: 'custom', custom }
}

/** The transaction with the best values known, or values of a likely size. */
function sized(draft: Draft): UnsignedTransaction {
  const fee = chosenFee(draft)
  return {
    type: 'eip1559',
    chainId: draft.chainId,
    from: draft.account,
    nonce: draft.request.nonce ?? draft.expectedNonce ?? 0xff,
    to: draft.request.to,
    value: BigInt(draft.request.value),
    data: draft.request.data,
    gas: draft.gas ?? BigInt(draft.request.gas ?? (draft.request.data === '0x' ? transferGas : 0xfffffn)),
    maxFeePerGas: fee?.maxFeePerGas ?? 0xffffffffn,
    maxPriorityFeePerGas: fee?.maxPriorityFeePerGas ?? 0xffffffn,
  }
}
