import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { type BatchSupport, offerTogether } from '@/lib/activity/sending/batch-support'
import { rowOfCall } from '@/lib/activity/sending/calls'
import { conditionsSchema } from '@/lib/base/conditions'
import { isSameAddress, toQuantity } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import { areTogether } from '@/lib/base/together'
import type { Approval } from '@/lib/decisions/approvals/types'
import { networkFor } from '@/lib/decisions/sites/site-access'
import { requesterOf } from '@/lib/decisions/sites/site-frame'
import type { AtomicBatch } from '@/lib/language/requests'
import { errorCodes, invalidParams, ProviderError, unauthorized } from '@/lib/provider/errors'
import { chainId, ownAddress, parseParameters, requestedCall } from '@/lib/provider/parameters'
import { type MethodCall, type MethodTable, type MethodTools, result } from '@/lib/provider/types'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { TransactionRecord } from '@/lib/storage/records'
import { activeAccount, assertConnected } from './signing'

/** No person reviews more calls in one decision. */
const mostCalls = 20

const capabilities = z.lazy(() =>
  z.optional(z.nullable(z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) })))),
)
/** The conditions of a batch, which each of its transactions gets. */
const conditional = z.lazy(() =>
  z.looseObject({
    validity: z.optional(
      z.nullable(z.looseObject({ conditions: conditionsSchema, optional: z.optional(z.boolean()) })),
    ),
  }),
)
const sendParameters = z.lazy(() =>
  z.tuple(
    [
      z.object({
        // 1.0 is an earlier draft, without an id and without a word on atomicity.
        version: z.enum(['2.0.0', '1.0'], 'must be 2.0.0'),
        id: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(4_096)))),
        from: z.optional(z.nullable(ownAddress)),
        chainId,
        atomicRequired: z.optional(z.boolean()),
        calls: z.array(z.object({ call: requestedCall, capabilities })).check(z.minLength(1)),
        capabilities,
      }),
    ],
    z.unknown(),
  ),
)
const idParameters = z.lazy(() => z.tuple([z.string().check(z.maxLength(4_096))], z.unknown()))

type CallsApproval = Approval & { request: { kind: 'calls' } }

/**
 * Batches of calls: in one transaction where the account can make them together and the site or the person wants it.
 * Otherwise they get consecutive nonces, usually land in one block, and fail one by one.
 * @see EIP-5792
 */
export function callsMethods(tools: MethodTools): MethodTable {
  const { approvals, askByProposal, batchSupport, isUnlocked, networks, showActivity, transactions } = tools

  /**
   * The site's batch with this id.
   * @throws ProviderError 5730 if there is none
   */
  async function batchOf(call: MethodCall, parameters: unknown): Promise<CallsApproval> {
    const [id] = parseParameters(call.method, idParameters, parameters)
    const approval = await approvals.byBatch(call.frame.origin, id)
    if (approval === undefined || !isCalls(approval))
      throw new ProviderError(errorCodes.unknownBundle, 'No calls of this site have that id.')
    return approval
  }

  /**
   * The transaction of each call, in order, or the one of all of them; `undefined` for what was not sent. What ends a
   * delegation afterwards makes no call.
   */
  async function rowsOf({ id, request }: CallsApproval): Promise<(TransactionRecord | undefined)[]> {
    const count = areTogether(request) ? 1 : request.calls.length
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const row = await transactions.byId(rowOfCall(id, index))
        return row?.ended === 'replaced' ? ((await transactions.inPlaceOf(row)) ?? row) : row
      }),
    )
  }

  /**
   * How the calls may be made together; `null` where they are made one after the other.
   * @throws ProviderError 5760 where the site allows nothing else and the account cannot, −32602 for a call of the
   * account's own code
   */
  async function togetherIfPossible(
    { method }: MethodCall,
    asked: {
      networkId: NetworkId
      account: Address
      atomicRequired?: boolean | undefined
      calls: TransactionRequest[]
    },
  ): Promise<AtomicBatch | null> {
    const { networkId, account, calls } = asked
    const isRequired = asked.atomicRequired === true
    // The code that makes them together takes a type of transaction that goes out without conditions.
    if (calls[0]?.conditions !== undefined) {
      if (isRequired) throw notAtomic('they have conditions')
      return null
    }
    if (!isRequired && (calls.length === 1 || calls.some(isNotForBatch(account)))) return null
    for (const [index, { to, data }] of calls.entries()) {
      if (to === null) throw notAtomic('a contract cannot be created among them')
      if (isOwnCode(account, { to, data }))
        throw invalidParams(`${method}: params.0.calls.${index}.to must not be the account that makes the calls.`)
    }
    const support = await batchSupport(networkId, account)
    if (support.status === 'unsupported' && isRequired) throw notAtomic(obstacles[support.reason])
    return offerTogether(support, isRequired)
  }

  /** @throws ProviderError −32602 */
  async function conditionsOf(
    method: string,
    wanted: z.infer<typeof capabilities>,
    networkId: NetworkId,
  ): Promise<Pick<TransactionRequest, 'conditions'>> {
    const { validity } = parseParameters(method, conditional, wanted ?? {})
    if (validity == null) return {}
    const { conditions, optional } = validity
    const isLeftOut = optional === true && !(await transactions.conditionSupport(networkId)).isTaken
    return isLeftOut ? {} : { conditions }
  }

  return {
    wallet_sendCalls: {
      access: 'connected',
      effect: true,
      async run(call, parameters) {
        const [asked] = parseParameters(call.method, sendParameters, withCapabilitiesApart(parameters))
        if (asked.version === '2.0.0' && asked.atomicRequired === undefined)
          throw invalidParams(`${call.method}: params.0.atomicRequired must be a boolean.`)
        const account = asked.from ?? activeAccount(call)
        assertConnected(call, account)
        const networkId = networkFor(asked.chainId, call, networks)
        if (networkId === undefined)
          throw new ProviderError(errorCodes.unsupportedChainId, `Chain ${asked.chainId} has not been added.`)
        if (asked.calls.length > mostCalls)
          throw new ProviderError(errorCodes.bundleTooLarge, `More than ${mostCalls} calls are too many at once.`)
        assertSupported(asked.capabilities, ['preconfirmations', 'validity'])
        for (const each of asked.calls) assertSupported(each.capabilities, ['preconfirmations'])
        const batchId = asked.id ?? newBatchId()
        if ((await approvals.byBatch(call.frame.origin, batchId)) !== undefined)
          throw new ProviderError(errorCodes.duplicateId, 'Calls of this site have that id already.')
        const conditions = await conditionsOf(call.method, asked.capabilities, networkId)
        const calls = asked.calls.map(each => ({ ...each.call, ...conditions }))
        const atomic = await togetherIfPossible(call, { ...asked, networkId, account, calls })
        return askByProposal(call, 'calls', () =>
          transactions.proposeCalls({
            requester: requesterOf(call.frame),
            networkId,
            account,
            calls,
            batchId,
            ...(asked.version === '1.0' ? { version: asked.version } : {}),
            ...(atomic === null ? {} : { atomic }),
            requestKey: call.key,
          }),
        )
      },
    },
    wallet_getCallsStatus: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const approval = await batchOf(call, parameters)
        const rows = await rowsOf(approval)
        const sent = rows.filter(row => row !== undefined)
        // Calls that ended before the lock cannot be read, so their status is unknown.
        if (approval.status === 'done' && sent.length < rows.length && !(await isUnlocked()))
          throw unauthorized('The wallet is locked, and can say so once it is unlocked.')
        const sealed = sent.filter(isSealed)
        const early = sent.filter(row => row.ended === null && row.level === 'preconfirmed')
        const receipts = await Promise.all(sealed.map(row => receiptOf(row, tools)))
        if (approval.request.version === '1.0') return result(statusInWords(statusOf(approval, rows), receipts))
        return result({
          version: '2.0.0',
          id: approval.request.batchId,
          chainId: toQuantity(BigInt(approval.chainId)),
          status: statusOf(approval, rows),
          atomic: areTogether(approval.request),
          ...(receipts.length === 0 ? {} : { receipts }),
          ...(early.length === 0 ? {} : { capabilities: { preconfirmations: { receipts: early.map(plainReceipt) } } }),
        })
      },
    },
    wallet_showCallsStatus: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        await batchOf(call, parameters)
        await showActivity()
        return result(null)
      },
    },
  }
}

const obstacles = {
  'no-key': 'the key of the account is not in the wallet',
  'other-code': 'the account runs the code of another contract',
  'no-delegate': 'what it takes is not on that chain',
  'no-set-code': 'that chain has no transactions of type 0x4',
  unreachable: 'that chain cannot be asked just now',
} as const satisfies Record<Extract<BatchSupport, { status: 'unsupported' }>['reason'], string>

function notAtomic(reason: string): ProviderError {
  return new ProviderError(
    errorCodes.atomicityNotSupported,
    `The wallet cannot promise that all calls happen or none: ${reason}.`,
  )
}

/** True for a call of what the account itself runs: a batch inside the batch, which nobody would see. */
function isOwnCode(account: Address, { to, data }: Pick<TransactionRequest, 'to' | 'data'>): boolean {
  return to !== null && data !== '0x' && isSameAddress(to, account)
}

function isNotForBatch(account: Address): (call: TransactionRequest) => boolean {
  return call => call.to === null || isOwnCode(account, call)
}

/**
 * The status of a batch: 100 pending, 200 all succeeded, 400 none was included, 500 all reverted, 600 some reverted or
 * were not included.
 * @see EIP-5792, "Status Codes"
 */
function statusOf(approval: Approval, rows: readonly (TransactionRecord | undefined)[]): number {
  if (approval.status === 'waiting' || approval.status === 'approved') return 100
  const sent = rows.filter(row => row !== undefined)
  if (sent.some(mayBeIncluded)) return 100
  const sealed = sent.filter(isSealed)
  if (sealed.length === 0) return 400
  if (sealed.some(({ receipt }) => receipt?.status === 'unread')) return 100
  const succeeded = sealed.filter(({ receipt }) => receipt?.status === 'success').length
  if (succeeded === rows.length) return 200
  return succeeded === 0 ? 500 : 600
}

/** 32 random bytes as a quantity, which pages written for other wallets expect. */
function newBatchId(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  // No leading zero, and two digits for each byte.
  bytes[0] = 0x80
  return toQuantity(BigInt(`0x${Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')}`))
}

/**
 * The status as version 1.0 has it: pending, or confirmed with receipts that say which calls reverted.
 * @throws ProviderError −32003 if none was included, for which that version has no word
 */
function statusInWords(status: number, receipts: readonly unknown[]): Record<string, unknown> {
  if (status === 100) return { status: 'PENDING', ...(receipts.length === 0 ? {} : { receipts }) }
  if (receipts.length > 0) return { status: 'CONFIRMED', receipts }
  throw new ProviderError(errorCodes.transactionRejected, 'None of the calls was included.')
}

/** True if the transaction is in a sealed block. A receipt from before a reset of its network does not count. */
function isSealed({ ended, level }: TransactionRecord): boolean {
  return ended === null && isAtLeast(level, 'sealed')
}

/** True if it may still be included. A dropped transaction may; a refused, replaced or lost one may not. */
function mayBeIncluded(row: TransactionRecord): boolean {
  return row.inFlight === 1 && !isSealed(row)
}

const logsSchema = z.lazy(() => z.nullable(z.object({ logs: z.array(z.unknown()) })))

/** The receipt with its logs, which are read from the node: the journal does not store them. */
async function receiptOf(row: TransactionRecord, { networks }: MethodTools): Promise<Record<string, unknown>> {
  // Without an answer, which the connection reports, the receipt has no logs.
  const receipt = await networks
    .connection(row.networkId)
    .request('eth_getTransactionReceipt', [row.hash], logsSchema)
    .catch(() => null)
  return { ...plainReceipt(row), logs: receipt?.logs ?? [] }
}

function plainReceipt({ hash, receipt }: TransactionRecord): Record<string, Hex | null | unknown[]> {
  return {
    logs: [],
    status: receipt?.status === 'unread' ? null : receipt?.status === 'success' ? '0x1' : '0x0',
    blockHash: receipt?.blockHash ?? null,
    blockNumber: receipt === null ? null : toQuantity(receipt.blockNumber),
    gasUsed: receipt?.gasUsed == null ? null : toQuantity(receipt.gasUsed),
    transactionHash: hash,
  }
}

/** @throws ProviderError 5700 for a required capability that the wallet does not have */
function assertSupported(wanted: z.infer<typeof capabilities>, known: readonly string[]): void {
  const missing = Object.entries(wanted ?? {}).find(
    ([name, { optional }]) => !known.includes(name) && optional !== true,
  )
  if (missing !== undefined)
    throw new ProviderError(
      errorCodes.unsupportedCapability,
      `The capability ${missing[0].slice(0, 60)} is not supported.`,
    )
}

/** The parameters with the capabilities of each call moved out of its fields, as the schema expects them. */
function withCapabilitiesApart(parameters: unknown): unknown {
  if (!Array.isArray(parameters)) return parameters
  const [asked, ...rest] = parameters
  if (typeof asked !== 'object' || asked === null || !Array.isArray(asked.calls)) return parameters
  return [{ ...asked, calls: asked.calls.map(splitCapabilities) }, ...rest]
}

function splitCapabilities(call: unknown): unknown {
  if (typeof call !== 'object' || call === null || Array.isArray(call)) return { call }
  const { capabilities: own, ...fields }: { capabilities?: unknown } = call
  return { call: fields, capabilities: own }
}

function isCalls(approval: Approval): approval is CallsApproval {
  return approval.request.kind === 'calls'
}
