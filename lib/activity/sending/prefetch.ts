import type { Address, Hex } from 'viem'
import { concatHex, serializeTransaction } from 'viem/utils'
import * as z from 'zod/mini'
import { encodeBytesCall, encodeCall, readSingleWord } from '@/lib/base/abi'
import { toQuantity } from '@/lib/base/hex'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import {
  chainIdReply,
  dataReply,
  type FeeHistoryReply,
  feeHistoryReply,
  quantity,
  transactionCountReply,
} from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import {
  callsWithLimits,
  estimateCall,
  plainCall,
  readLimits,
  readPlainCall,
  readSimulated,
  type SimulatedTransaction,
  simulateCall,
} from '@/lib/chain/simulation/simulate'
import { readTraced, traceCall } from '@/lib/chain/simulation/trace'
import type { FeeMarketTransaction } from '@/lib/keys/shared/signing'
import type { Pricing } from '@/lib/language/requests'
import { type Code, readCode } from '@/lib/reading/calls/contracts'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import {
  type FeeMarket,
  feeHistoryBlocks,
  gasWithAccessList,
  readFeeMarket,
  rewardPercentiles,
  tellsTips,
  transferGas,
} from './fees'

/** Where a chain has the contract that tells what L1 will take; both are asked with `getL1Fee(bytes)`. */
const l1Oracles = {
  /** GasPriceOracle of the OP stack. */
  op: '0x420000000000000000000000000000000000000F',
  /** L1GasPriceOracle of Scroll. */
  scroll: '0x5300000000000000000000000000000000000002',
} as const satisfies Record<string, Address>
type L1Oracle = keyof typeof l1Oracles

/** What one batch told about the world a transaction would land in. `null` = not known. */
export interface ChainReading {
  readAt: number
  pendingCount: number
  latestCount: number
  /** Pending, wei. */
  balance: bigint | null
  market: FeeMarket | null
  /** Gas; absent when the estimate failed, for the reason the simulation gives. */
  estimate: bigint | null
  simulation: Simulation
  /** Wei. */
  l1Fee: bigint | null
  operatorFee: bigint | null
  recipientCode: Code | null
  /** `null`: not known yet. */
  pricing: Pricing | null
}

/** The methods that a chain's endpoint offers. Each worker asks again. */
export interface Offered {
  feeHistoryTag: 'pending' | 'latest' | null
  /** Whether the fee history tells what tips were paid; where it does not, the gas price is asked. */
  tips: boolean | null
  simulation: boolean | null
  /** The tag that `debug_traceCall` takes; asked for where it does not simulate. */
  traceTag: 'pending' | 'latest' | 'none' | null
  l1Oracle: L1Oracle | 'none' | null
  operatorFee: boolean | null
  /** Whether the chain's blocks have a base fee (EIP-1559). */
  pricing: Pricing | null
}
export const nothingKnown: Offered = {
  feeHistoryTag: null,
  tips: null,
  simulation: null,
  traceTag: null,
  l1Oracle: null,
  operatorFee: null,
  pricing: null,
}

type Question =
  | 'chainId'
  | 'pendingCount'
  | 'latestCount'
  | 'balance'
  | 'feesOnPending'
  | 'feesOnLatest'
  | 'gasPrice'
  | 'head'
  | 'estimate'
  | 'simulated'
  | 'called'
  | 'l1Fee'
  | 'l1FeeOnScroll'
  | 'operatorFee'
  | 'code'

/**
 * Everything that preparing needs, in one batch and one round trip: also while it is not known yet what the endpoint
 * offers, by asking both ways.
 * @param draft the transaction with the best values known so far; only its size matters to the L1 fee
 * @throws RpcError when nothing usable came back, `wrong-chain` when the endpoint serves another chain
 */
export async function prefetch(
  connection: Connection,
  draft: FeeMarketTransaction & { delegate?: Address },
  context: {
    offered: Offered
    /** Addresses known to be contracts. */
    isContract(address: Address): boolean
    now(): number
  },
): Promise<{ reading: ChainReading; offered: Offered }> {
  const { offered } = context
  const simulated: SimulatedTransaction = draft
  const questions: [Question, RpcCall][] = [
    ['chainId', { method: 'eth_chainId', params: [] }],
    ['pendingCount', { method: 'eth_getTransactionCount', params: [draft.from, 'pending'] }],
    ['latestCount', { method: 'eth_getTransactionCount', params: [draft.from, 'latest'] }],
    ['balance', { method: 'eth_getBalance', params: [draft.from, 'pending'] }],
    ['estimate', estimateCall(simulated)],
  ]
  if (offered.feeHistoryTag !== 'latest') questions.push(['feesOnPending', feeHistoryCall('pending')])
  if (offered.feeHistoryTag !== 'pending') questions.push(['feesOnLatest', feeHistoryCall('latest')])
  if (offered.tips !== true || offered.pricing !== 'eip1559')
    questions.push(['gasPrice', { method: 'eth_gasPrice', params: [] }])
  if (offered.pricing === null || offered.feeHistoryTag === null)
    questions.push(['head', { method: 'eth_getBlockByNumber', params: ['latest', false] }])
  if (offered.simulation !== false) questions.push(['simulated', simulateCall(simulated)])
  if (offered.simulation !== true) questions.push(['called', plainCall(simulated)])
  if (offered.l1Oracle === null || offered.l1Oracle === 'op') questions.push(['l1Fee', l1FeeCall('op', draft)])
  if (offered.l1Oracle === null || offered.l1Oracle === 'scroll')
    questions.push(['l1FeeOnScroll', l1FeeCall('scroll', draft)])
  if (offered.operatorFee !== false) questions.push(['operatorFee', operatorFeeCall(draft.gas)])
  const { isContract } = context
  if (draft.to !== null && !isContract(draft.to)) questions.push(['code', codeCall(draft.to)])

  const items = await connection.batch(questions.map(([, call]) => call))
  const answers = new Map(questions.map(([question], index) => [question, items[index]]))
  const answer = (question: Question): BatchItem =>
    answers.get(question) ?? { ok: false, error: new RpcError('invalid-reply', 'not asked, or not answered') }

  const chainId = required(answer('chainId'), chainIdReply)
  if (chainId !== connection.chainId)
    throw new RpcError('wrong-chain', `the endpoint serves chain ${chainId}, not ${connection.chainId}`)

  const onPending = optional(answer('feesOnPending'), feeHistoryReply)
  const onLatest = optional(answer('feesOnLatest'), feeHistoryReply)
  const history = onPending ?? onLatest
  const gasPrice = optional(answer('gasPrice'), quantity)
  const head = optional(answer('head'), headReply)
  // A base fee in the history is one, whatever an earlier answer left out.
  const hasBaseFee = history?.baseFeePerGas.some(fee => fee > 0n) === true
  const pricing = hasBaseFee ? 'eip1559' : (offered.pricing ?? pricingOf(head))
  const full = answers.has('simulated') ? readSimulated(answer('simulated'), draft.from) : null
  const l1Fee = readL1Fee({ op: readFee(answer('l1Fee')), scroll: readFee(answer('l1FeeOnScroll')) })
  const operatorFee = readFee(answer('operatorFee'))
  const recipientCode = draft.to !== null && isContract(draft.to) ? 'contract' : readCodeItem(answer('code'))
  const runsNothing = draft.to !== null && draft.data === '0x' && recipientCode === 'none'
  const simulation =
    full === null
      ? await withoutSimulating(connection, simulated, { called: answers.get('called'), runsNothing, offered })
      : { simulation: full, traceTag: offered.traceTag }
  const balance = optional(answer('balance'), quantity)

  return {
    reading: {
      readAt: context.now(),
      pendingCount: required(answer('pendingCount'), transactionCountReply),
      latestCount: required(answer('latestCount'), transactionCountReply),
      balance,
      market: readMarket(pricing, history, { gasPrice, baseFee: head?.baseFeePerGas ?? null }),
      pricing,
      estimate: await estimateBy(connection, answer('estimate'), draft, { ...simulation, runsNothing }),
      simulation: withFunds(simulation.simulation, draft.value, balance),
      l1Fee: l1Fee.value,
      operatorFee: operatorFee.value,
      recipientCode,
    },
    offered: {
      feeHistoryTag: onPending !== null ? 'pending' : onLatest !== null ? 'latest' : offered.feeHistoryTag,
      tips: history !== null ? tellsTips(history) : offered.tips,
      simulation: full !== null ? true : isMethodMissing(answer('simulated')) ? false : offered.simulation,
      traceTag: simulation.traceTag,
      l1Oracle: l1Fee.oracle ?? offered.l1Oracle,
      operatorFee: operatorFee.offered ?? offered.operatorFee,
      pricing,
    },
  }
}

const headReply = z.object({ baseFeePerGas: z.optional(z.nullable(quantity)) })

/** EIP-1559 §Block fields: a header has a base fee from the fork on, and none before it. */
function pricingOf(head: z.infer<typeof headReply> | null): Pricing | null {
  return head === null ? null : head.baseFeePerGas == null ? 'legacy' : 'eip1559'
}

function readMarket(
  pricing: Pricing | null,
  history: FeeHistoryReply | null,
  { gasPrice, baseFee }: { gasPrice: bigint | null; baseFee: bigint | null },
): FeeMarket | null {
  if (pricing === 'legacy') return gasPrice === null ? null : { baseFeePerGas: 0n, tips: [], gasPrice }
  if (history !== null) return readFeeMarket(history, gasPrice)
  if (gasPrice === null) return null
  if (baseFee === null || baseFee > gasPrice) return { baseFeePerGas: gasPrice, tips: [] }
  return { baseFeePerGas: baseFee, tips: [], askedTip: gasPrice - baseFee }
}

/**
 * What a call would do where the endpoint does not simulate it: by a trace, or else whether it reverts. Tracing shows
 * everything, on the pending state where the endpoint can, or on the newest sealed one.
 * @param called the answer to the plain call, where it was asked
 * @param runsNothing a plain payment: it changes nothing but what it says
 */
async function withoutSimulating(
  connection: Connection,
  transaction: SimulatedTransaction,
  { called, runsNothing, offered }: { called: BatchItem | undefined; runsNothing: boolean; offered: Offered },
): Promise<{ simulation: Simulation; traceTag: Offered['traceTag'] }> {
  const tags =
    offered.traceTag === null
      ? (['pending', 'latest'] as const)
      : offered.traceTag === 'none' || runsNothing
        ? []
        : [offered.traceTag]
  const questions = [
    ...(called === undefined ? [plainCall(transaction)] : []),
    ...(runsNothing ? [] : tags.map(tag => traceCall(transaction, tag))),
  ]
  const items = questions.length === 0 ? [] : await connection.batch(questions)
  const plain = called ?? items.shift()
  for (const [index, tag] of tags.entries()) {
    const item = items[index]
    const traced = item === undefined ? null : readTraced(item, transaction, tag === 'pending', plain)
    if (traced !== null) return { simulation: traced, traceTag: tag }
  }
  const isMissing = items.length > 0 && items.every(isRefused)
  return {
    simulation: readPlainCall(
      plain ?? { ok: false, error: new RpcError('invalid-reply', 'a batch answered with fewer items') },
      runsNothing,
    ),
    traceTag: isMissing ? 'none' : offered.traceTag,
  }
}

function feeHistoryCall(tag: 'pending' | 'latest'): RpcCall {
  return { method: 'eth_feeHistory', params: [toQuantity(BigInt(feeHistoryBlocks)), tag, rewardPercentiles] }
}

/**
 * The oracle of the OP stack wants the RLP of the unsigned transaction and adds the signature's size by itself. That of
 * Scroll counts the bytes that it is given, so that it gets a signature's bytes too.
 */
function l1FeeCall(oracle: L1Oracle, draft: FeeMarketTransaction): RpcCall {
  const bytes = oracle === 'op' ? serializeUnsigned(draft) : concatHex([serializeUnsigned(draft), signatureBytes])
  return oracleCall(oracle, encodeBytesCall(selectors.getL1Fee, bytes))
}

/**
 * The bytes that `yParity`, `r` and `s` take in RLP (EIP-1559), and the longer length before a list that they make
 * longer.
 */
const signatureBytes: Hex = `0x${'ff'.repeat(68)}`

function operatorFeeCall(gas: bigint): RpcCall {
  return oracleCall('op', encodeCall(selectors.getOperatorFee, [gas]))
}

/** `readCodeItem` reads the answer. */
function codeCall(address: Address): RpcCall {
  return { method: 'eth_getCode', params: [address, 'pending'] }
}

function oracleCall(oracle: L1Oracle, data: Hex): RpcCall {
  return { method: 'eth_call', params: [{ to: l1Oracles[oracle], data }, 'latest'] }
}

function serializeUnsigned(draft: FeeMarketTransaction): Hex {
  return serializeTransaction({
    type: 'eip1559',
    chainId: draft.chainId,
    nonce: draft.nonce,
    ...(draft.to === null ? {} : { to: draft.to }),
    value: draft.value,
    data: draft.data,
    ...(draft.accessList === undefined ? {} : { accessList: draft.accessList }),
    gas: draft.gas,
    maxFeePerGas: draft.maxFeePerGas,
    maxPriorityFeePerGas: draft.maxPriorityFeePerGas,
  })
}

/**
 * @returns the estimate. Some nodes refuse one with a state that stands in: there plain calls with rising limits tell
 * it. Some look for it by halves, and end one above what a plain payment takes.
 */
async function estimateBy(
  connection: Connection,
  item: BatchItem,
  draft: FeeMarketTransaction & { delegate?: Address },
  { runsNothing, simulation }: { runsNothing: boolean; simulation: Simulation },
): Promise<bigint | null> {
  const isTried = draft.delegate !== undefined && isRefused(item) && simulation.status === 'succeeds'
  const estimate = isTried ? readLimits(await connection.batch(callsWithLimits(draft))) : optional(item, quantity)
  if (estimate === null) return null
  return gasWithAccessList(runsNothing && estimate === transferGas + 1n ? transferGas : estimate, draft.accessList)
}

/** Some nodes try out a payment of more than the account has as if it had it. */
function withFunds(simulation: Simulation, value: bigint, balance: bigint | null): Simulation {
  if (simulation.status !== 'succeeds' || balance === null || value <= balance) return simulation
  return { status: 'reverts', reason: '', code: 'funds-low' }
}

/**
 * Empty data is what a call of an address without code returns: no oracle here. A revert: an oracle without this
 * function.
 */
function readFee(item: BatchItem): { value: bigint | null; offered: boolean | null } {
  if (!item.ok) {
    const reverted = item.error instanceof RpcError && item.error.kind === 'reverted'
    return { value: null, offered: reverted ? false : null }
  }
  const data = dataReply.safeParse(item.result)
  if (!data.success) return { value: null, offered: null }
  if (data.data === '0x') return { value: null, offered: false }
  const value = readSingleWord(data.data)
  return { value, offered: value === null ? null : true }
}

/** The fee of the oracle that answered, and that oracle's name; `null`: not known yet. */
function readL1Fee({ op, scroll }: Record<L1Oracle, ReturnType<typeof readFee>>): {
  value: bigint | null
  oracle: Offered['l1Oracle']
} {
  if (op.offered === true) return { value: op.value, oracle: 'op' }
  if (scroll.offered === true) return { value: scroll.value, oracle: 'scroll' }
  return { value: null, oracle: op.offered === false && scroll.offered === false ? 'none' : null }
}

function readCodeItem(item: BatchItem): Code | null {
  const code = optional(item, dataReply)
  return code === null ? null : readCode(code)
}

/** Nodes refuse to trace on the pending state in words of their own. */
function isRefused(item: BatchItem): boolean {
  const refusals = ['method-unavailable', 'invalid-params', 'node-error']
  return !item.ok && item.error instanceof RpcError && refusals.includes(item.error.kind)
}

function isMethodMissing(item: BatchItem): boolean {
  return !item.ok && item.error instanceof RpcError && item.error.kind === 'method-unavailable'
}

function optional<T>(item: BatchItem, schema: z.ZodMiniType<T>): T | null {
  if (!item.ok) return null
  const parsed = schema.safeParse(item.result)
  return parsed.success ? parsed.data : null
}

function required<T>(item: BatchItem, schema: z.ZodMiniType<T>): T {
  if (!item.ok) throw toRpcError(item.error)
  const parsed = schema.safeParse(item.result)
  if (!parsed.success) throw new RpcError('invalid-reply', 'an answer has another shape than expected')
  return parsed.data
}
