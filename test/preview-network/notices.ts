import { numberToHex, zeroHash } from 'viem'
import type { Log, Receipt } from './anvil-schema.ts'
import type { ChainEvent } from './events.ts'
import type { MiniBlockSpan } from './mini-blocks.ts'
import { partialBlock } from './open-block.ts'
import { header, type Included, openTransaction, presentBlock } from './present.ts'
import type { Service } from './service.ts'
import { shredsOf } from './shreds.ts'
import { type Telling, tellingOf } from './telling.ts'

/** A value, and the JSON in which it is sent. */
export interface Encoded<T> {
  value: T
  json: string
}

/** The notifications of one event, by kind; each is encoded once, however many subscriptions want it. */
export interface Notices {
  heads(): string[]
  /** Logs of sealed blocks, and of removed ones with `removed: true`. */
  logs(): Encoded<Log>[]
  /** One array of receipts for each sealed block. */
  receipts(): Encoded<{ receipt: Receipt; told: unknown }[]>[]
  /** Logs of pre-confirmed transactions. */
  pendingLogs(): Encoded<Log>[]
  /** The same without a block hash, and removed logs. */
  shredLogs(): Encoded<Log>[]
  freshHashes(): string[]
  freshTransactions(): Encoded<Included>[]
  partialBlocks(): string[]
  shreds(): string[]
  miniBlocks(): string[]
  /** Headers with `blockId` and `commitState`. */
  committedHeads(): string[]
  committedLogs(): Encoded<Log>[]
}

/** What turns events into notifications, beside the service. */
export interface NoticeParts {
  /** Returns the heads to send instead of this one (a fault). */
  ofHeads(heads: string[]): string[]
  miniBlocksOf(blockNumber: bigint): MiniBlockSpan | undefined
}

/** Returns the notifications of an event. */
export function noticesOf(event: ChainEvent, service: Service, parts: NoticeParts): Notices {
  const { traits, receiptBeforeSeal } = service.options
  const telling = tellingOf(service.faults.current, receiptBeforeSeal)
  const toldLogs = (logs: Log[]) => logs.map(value => ({ value, json: JSON.stringify(telling.log(value)) }))
  const fresh = event.kind === 'partial' && traits.preconfirms ? event.fresh : []
  const freshLogs = fresh.flatMap(({ receipt }) => receipt.logs)

  return {
    heads: once(() => (event.kind === 'sealed' ? parts.ofHeads([JSON.stringify(head(event, telling, parts))]) : [])),
    logs: once(() => toldLogs(logsOf(event))),
    receipts: once(() =>
      event.kind === 'sealed'
        ? [event.receipts.map(receipt => ({ receipt, told: telling.receipt(receipt) }))].map(value => ({
            value,
            json: JSON.stringify(value.map(({ told }) => told)),
          }))
        : [],
    ),
    pendingLogs: once(() => toldLogs(freshLogs)),
    shredLogs: once(() => [
      ...freshLogs.map(value => ({ value, json: JSON.stringify({ ...value, blockHash: null }) })),
      ...toldLogs(event.kind === 'removed' ? event.logs : []),
    ]),
    freshHashes: once(() => fresh.map(({ hash }) => JSON.stringify(hash))),
    freshTransactions: once(() =>
      fresh.map(value => ({
        value,
        json: JSON.stringify(telling.transaction(preconfirmation(value, service, telling))),
      })),
    ),
    partialBlocks: once(() => partialBlocks(event, service)),
    shreds: once(() => (event.kind === 'partial' ? shredsOf(event).map(shred => JSON.stringify(shred)) : [])),
    miniBlocks: once(() => (event.kind === 'mini-block' ? [JSON.stringify(miniBlock(event, telling))] : [])),
    committedHeads: once(() =>
      event.kind === 'committed' ? [JSON.stringify({ ...telling.block(header(event.block)), ...commitOf(event) })] : [],
    ),
    committedLogs: once(() =>
      event.kind === 'committed'
        ? event.receipts
            .flatMap(({ logs }) => logs)
            .map(value => ({ value, json: JSON.stringify({ ...telling.log(value), ...commitOf(event) }) }))
        : [],
    ),
  }
}

function head(
  { block }: Extract<ChainEvent, { kind: 'sealed' }>,
  telling: Telling,
  { miniBlocksOf }: NoticeParts,
): Record<string, unknown> {
  const span = miniBlocksOf(BigInt(block.number))
  const counts =
    span === undefined ? {} : { miniBlockCount: numberToHex(span.count), miniBlockOffset: numberToHex(span.offset) }
  return { ...telling.block(header(block)), ...counts }
}

function logsOf(event: ChainEvent): Log[] {
  if (event.kind === 'sealed') return event.receipts.flatMap(({ logs }) => logs)
  return event.kind === 'removed' ? event.logs : []
}

function commitOf({ blockId, state }: Extract<ChainEvent, { kind: 'committed' }>) {
  return { blockId, commitState: state }
}

/** The transaction and its receipt in one flat object. */
function preconfirmation(included: Included, { options }: Service, telling: Telling): Record<string, unknown> {
  const { gasUsed, status, cumulativeGasUsed, contractAddress, logsBloom, logs } = included.receipt
  return {
    ...openTransaction(included),
    gasUsed: options.gasUsed === 'number' ? Number(gasUsed) : gasUsed,
    status,
    cumulativeGasUsed,
    contractAddress: contractAddress ?? null,
    logsBloom,
    logs: logs.map(telling.log),
    ...nativeFieldsOf(included.receipt),
  }
}

/** What the receipt of a transaction of type 0x79 has beside others. */
function nativeFieldsOf({ type, payer, phaseStatuses, metadata }: Receipt): Record<string, unknown> {
  return type === '0x79' ? { payer, phaseStatuses, metadata } : {}
}

/**
 * The block being built with its transactions. Its hash and state root are zero: they are computed when it is sealed.
 */
function partialBlocks(event: ChainEvent, { chain, options }: Service): string[] {
  if (event.kind !== 'partial' || !options.traits.preconfirms) return []
  const block = partialBlock(chain.open)
  if (block === undefined || chain.open.number !== event.number) return []
  const transactions = [...chain.open.included.values()].map(openTransaction)
  return [JSON.stringify({ ...presentBlock(block, undefined), hash: zeroHash, stateRoot: zeroHash, transactions })]
}

function miniBlock({ miniBlock }: Extract<ChainEvent, { kind: 'mini-block' }>, telling: Telling) {
  const { fresh } = miniBlock
  const gasUsed = fresh.reduce((sum, { receipt }) => sum + BigInt(receipt.gasUsed), 0n)
  return {
    block_number: numberToHex(miniBlock.blockNumber),
    block_timestamp: numberToHex(miniBlock.blockTimestamp),
    index: numberToHex(miniBlock.index),
    mini_block_number: numberToHex(miniBlock.number),
    mini_block_timestamp: numberToHex(miniBlock.createdAt),
    gas_used: numberToHex(gasUsed),
    transactions: fresh.map(openTransaction),
    receipts: fresh.map(({ receipt }) => telling.receipt(receipt)),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
