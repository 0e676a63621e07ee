import { z } from 'zod'
import type { Log } from './anvil-schema.ts'
import { hashParameter } from './block-parameter.ts'
import { logFilterSchema, logMatcher, refuseHugeFilter } from './log-filter.ts'
import type { SubscriptionFamily } from './modes.ts'
import type { Encoded, Notices } from './notices.ts'
import { invalidParams } from './rpc-error.ts'
import type { Service } from './service.ts'

/** Returns the notifications of one subscription: the JSON of each result. */
export type Selection = (notices: Notices) => string[]

/** Returns the selection for the second parameter of `eth_subscribe`. @throws {RpcError} -32602 when it is none */
type Kind = (detail: unknown) => Selection

const parametersSchema = z.tuple([z.string()], z.unknown())

/**
 * Returns the notifications that a call of `eth_subscribe` asks for.
 * @param params the call's parameters: the kind, and what the kind takes
 * @throws {RpcError} -32602 for a kind that the network does not have, and for a filter that is none
 */
export function selection(params: unknown[], service: Service): Selection {
  const parsed = parametersSchema.safeParse(params)
  if (!parsed.success) throw invalidParams()
  const [name, detail] = parsed.data
  const kind = new Map(Object.entries(kindsOf(service))).get(name)
  if (kind === undefined) throw invalidParams(`unknown subscription kind: ${name}`)
  return kind(detail)
}

const plain =
  (select: Selection): Kind =>
  () =>
    select

function kindsOf({ options }: Service): Record<string, Kind> {
  const { subscriptions } = options.traits
  const own = families[subscriptions]
  const preconfirmations =
    subscriptions === 'flashblocks' ? { [options.preconfirmationSubscription]: preconfirmationSelection } : {}
  return {
    newHeads: plain(notices => notices.heads()),
    // The first word is all there is: the network is never behind.
    syncing: plain(() => []),
    logs: logs(notices => notices.logs()),
    ...own,
    ...preconfirmations,
  }
}

const families: Record<SubscriptionFamily, Record<string, Kind>> = {
  flashblocks: {
    pendingLogs: logs(notices => notices.pendingLogs()),
    transactionReceipts: receiptSelection,
    newFlashblocks: plain(notices => notices.partialBlocks()),
    // The mempool is private: the kind is accepted, and silent.
    newPendingTransactions: plain(() => []),
  },
  shreds: {
    logs: logs(notices => notices.shredLogs()),
    shreds: detail => {
      // State changes would need a trace of every transaction.
      if (detail === true) throw invalidParams('state changes are not told by this network')
      if (detail !== undefined && detail !== null && detail !== false) throw invalidParams()
      return notices => notices.shreds()
    },
  },
  'mini-blocks': {
    logs: detail => {
      const range = z.looseObject({ fromBlock: z.literal('pending'), toBlock: z.literal('pending') }).safeParse(detail)
      return logs(notices => (range.success ? notices.pendingLogs() : notices.logs()))(detail)
    },
    miniBlocks: plain(notices => notices.miniBlocks()),
  },
  proposals: {
    // Monad has no reorganisations: a block that is not finalized ends without a word.
    logs: logs(notices => notices.logs().filter(({ value }) => value.removed !== true)),
    monadNewHeads: plain(notices => notices.committedHeads()),
    monadLogs: logs(notices => notices.committedLogs()),
  },
  none: {},
}

function logs(encoded: (notices: Notices) => Encoded<Log>[]): Kind {
  return detail => {
    const filter = logFilterSchema.safeParse(detail ?? {})
    if (!filter.success) throw invalidParams('invalid log filter')
    refuseHugeFilter(filter.data)
    const matches = logMatcher(filter.data)
    return notices =>
      encoded(notices)
        .filter(({ value }) => matches(value))
        .map(({ json }) => json)
  }
}

const receiptFilterSchema = z.looseObject({ transactionHashes: z.array(hashParameter).nullish() })

/** The receipts of each sealed block; of some transactions alone, where the filter names them. */
function receiptSelection(detail: unknown): Selection {
  const filter = receiptFilterSchema.safeParse(detail ?? {})
  if (!filter.success) throw invalidParams('invalid receipt filter')
  const { transactionHashes } = filter.data
  if (transactionHashes == null) return notices => notices.receipts().map(({ json }) => json)
  const wanted = new Set(transactionHashes.map(hash => hash.toLowerCase()))
  return notices =>
    notices.receipts().flatMap(({ value }) => {
      const found = value.filter(({ receipt }) => wanted.has(receipt.transactionHash))
      return found.length === 0 ? [] : [JSON.stringify(found.map(({ told }) => told))]
    })
}

/** Hashes; whole transactions; or whole transactions that have a matching log. */
function preconfirmationSelection(detail: unknown): Selection {
  if (detail === undefined || detail === null || detail === false) return notices => notices.freshHashes()
  if (detail === true) return notices => notices.freshTransactions().map(({ json }) => json)
  const filter = logFilterSchema.safeParse(detail)
  if (!filter.success) throw invalidParams('invalid transaction filter')
  refuseHugeFilter(filter.data)
  const matches = logMatcher(filter.data)
  return notices =>
    notices
      .freshTransactions()
      .filter(({ value }) => value.receipt.logs.some(matches))
      .map(({ json }) => json)
}
