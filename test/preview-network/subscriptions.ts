import { zeroHash } from 'viem'
import { z } from 'zod'
import type { Log } from './anvil-schema.ts'
import type { ChainEvent } from './events.ts'
import { logFilterSchema, logMatcher, refuseHugeFilter } from './log-filter.ts'
import { partialBlock } from './open-block.ts'
import { header, type Included, openTransaction, presentBlock } from './present.ts'
import { invalidParams } from './rpc-error.ts'
import type { Service } from './service.ts'

/** Which notifications one subscription gets out of an event: the results, already encoded. */
export type Selection = (notices: Notices) => string[]

interface Encoded<T> {
  value: T
  json: string
}

/** What an event has to tell, encoded once however many subscriptions want it. */
export interface Notices {
  heads(): string[]
  logs(): Encoded<Log>[]
  receipts(): string[]
  pendingLogs(): Encoded<Log>[]
  freshHashes(): string[]
  freshTransactions(): Encoded<Included>[]
  partialBlocks(): string[]
}

const kindSchema = z.tuple([z.string()], z.unknown())

/**
 * What a call of `eth_subscribe` asks for.
 * @throws {RpcError} -32602 for a kind the service does not have, or a filter that is none
 */
export function selection(params: unknown[], service: Service): Selection {
  const parsed = kindSchema.safeParse(params)
  if (!parsed.success) throw invalidParams()
  const [kind, detail] = parsed.data
  switch (kind) {
    case 'newHeads':
      return notices => notices.heads()
    case 'logs':
      return logSelection(detail, notices => notices.logs())
    case 'pendingLogs':
      return logSelection(detail, notices => notices.pendingLogs())
    case 'transactionReceipts':
      return notices => notices.receipts()
    case 'newFlashblocks':
      return notices => notices.partialBlocks()
    // The mempool is private: accepted, and silent.
    case 'newPendingTransactions':
      return () => []
    case service.options.preconfirmationSubscription:
      return preconfirmationSelection(detail)
    default:
      throw invalidParams(`unknown subscription kind: ${kind}`)
  }
}

function logSelection(detail: unknown, encoded: (notices: Notices) => Encoded<Log>[]): Selection {
  const filter = logFilterSchema.safeParse(detail ?? {})
  if (!filter.success) throw invalidParams('invalid log filter')
  refuseHugeFilter(filter.data)
  const matches = logMatcher(filter.data)
  return notices =>
    encoded(notices)
      .filter(({ value }) => matches(value))
      .map(({ json }) => json)
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

/** @param ofHeads what becomes of the stream of heads on its way */
export function noticesOf(
  event: ChainEvent,
  service: Service,
  ofHeads: (heads: string[]) => string[] = heads => heads,
): Notices {
  const fresh = event.kind === 'partial' ? event.fresh : []
  return {
    heads: once(() => (event.kind === 'sealed' ? ofHeads([JSON.stringify(header(event.block))]) : [])),
    logs: once(() => logsOf(event).map(encode)),
    receipts: once(() => (event.kind === 'sealed' ? [JSON.stringify(event.receipts)] : [])),
    pendingLogs: once(() =>
      (service.options.mode === 'preconfirmed' ? fresh : []).flatMap(({ receipt }) => receipt.logs).map(encode),
    ),
    freshHashes: once(() => preconfirmed(fresh, service).map(({ hash }) => JSON.stringify(hash))),
    freshTransactions: once(() =>
      preconfirmed(fresh, service).map(value => ({ value, json: JSON.stringify(preconfirmation(value, service)) })),
    ),
    partialBlocks: once(() => partialBlocks(event, service)),
  }
}

/** A network whose blocks are as fast as this keeps the subscriptions and says nothing on them. */
function preconfirmed(fresh: Included[], { options }: Service): Included[] {
  return options.mode === 'preconfirmed' ? fresh : []
}

function logsOf(event: ChainEvent): Log[] {
  if (event.kind === 'sealed') return event.receipts.flatMap(({ logs }) => logs)
  return event.kind === 'removed' ? event.logs : []
}

/** The transaction and its receipt in one flat object. */
function preconfirmation(included: Included, { options }: Service): Record<string, unknown> {
  const { gasUsed, status, cumulativeGasUsed, contractAddress, logsBloom, logs } = included.receipt
  return {
    ...openTransaction(included),
    gasUsed: options.gasUsed === 'number' ? Number(gasUsed) : gasUsed,
    status,
    cumulativeGasUsed,
    contractAddress: contractAddress ?? null,
    logsBloom,
    logs,
  }
}

/** The block being built with its transactions; nobody has computed its hash and state root yet. */
function partialBlocks(event: ChainEvent, { chain, options }: Service): string[] {
  if (event.kind !== 'partial' || options.mode !== 'preconfirmed') return []
  const block = partialBlock(chain.open)
  if (block === undefined || chain.open.number !== event.number) return []
  const transactions = [...chain.open.included.values()].map(openTransaction)
  return [JSON.stringify({ ...presentBlock(block, undefined), hash: zeroHash, stateRoot: zeroHash, transactions })]
}

function encode<T>(value: T): Encoded<T> {
  return { value, json: JSON.stringify(value) }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
