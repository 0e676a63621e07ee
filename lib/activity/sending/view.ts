import type { Hash } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import { classifyRefusal, isFinalRefusal } from '@/lib/base/rpc/errors'
import type { TransactionView } from '@/lib/language/ui'
import type { PastTransactionRecord, TransactionRecord } from '@/lib/storage/records'

/** What a page shows of a row, beside the row itself. */
export interface ViewContext {
  /** Whether the regime of its network draws a pre-confirmed stop. */
  preconfirms: boolean
  /** Base address of the network's explorer. */
  explorerUrl: string | null
  /** `Transactions.waitsForNonce` */
  waitsForNonce: number | null
  /** `Transactions.replaceable` */
  replaceable: boolean
  /** When the push that caused this version reached the worker. */
  receivedAt: number | null
  /** How often the network restarted, as far as known now. */
  epoch?: number
}

/** A transaction that was found in a past block, as pages get it. Pure. */
export function toPastView(record: PastTransactionRecord, explorerUrl: string | null): TransactionView {
  const { id, networkId, account, to, data, hash, nonce, status, at, feePaid } = record
  return {
    ...{ id, networkId, from: account, to, value: toQuantity(record.value), data, hash, nonce, status },
    ...{ origin: null, purpose: 'send', level: 'sealed', ended: null, replacedBy: null, refusal: null },
    blockNumber: toQuantity(record.blockNumber),
    feePaid: feePaid === null ? null : toQuantity(feePaid),
    history: [],
    ...{ preconfirms: false, waitsForNonce: null, canSpeedUp: false, canCancel: false },
    ...{ createdAt: at, receivedAt: null, explorerUrl: explorerLink(explorerUrl, hash) },
    isFromElsewhere: true,
    ...(record.native === undefined ? {} : { native: record.native }),
  }
}

function explorerLink(base: string | null, hash: Hash): string | null {
  return base === null ? null : `${base.replace(/\/$/, '')}/tx/${hash}`
}

/** A row as pages get it. Pure. */
export function toTransactionView(record: TransactionRecord, context: ViewContext): TransactionView {
  const { id, networkId, from, to, data, hash, nonce, origin, purpose, level, ended, refusal, receipt } = record
  return {
    id,
    networkId,
    from,
    to,
    value: toQuantity(record.value),
    data,
    hash,
    nonce,
    origin,
    purpose,
    level,
    ended,
    replacedBy: record.replacement?.hash ?? null,
    isReplacedForGood: record.replacement?.final === true,
    // What builders committed to is not executed yet.
    status:
      receipt === null || receipt.promisedBy === 'builders' || receipt.status === 'unread' ? null : receipt.status,
    ...(receipt?.unread === undefined ? {} : { unread: receipt.unread }),
    blockNumber: receipt === null ? null : toQuantity(receipt.blockNumber),
    feePaid:
      receipt?.effectiveGasPrice == null || receipt.gasUsed === null
        ? null
        : toQuantity(receipt.gasUsed * receipt.effectiveGasPrice + (receipt.l1Fee ?? 0n)),
    ...(receipt?.promisedBy === undefined ? {} : { promisedBy: receipt.promisedBy }),
    history: record.history,
    preconfirms: context.preconfirms,
    refusal,
    ...(refusal !== null &&
    ended === null &&
    (record.conditions !== undefined || !isFinalRefusal(classifyRefusal(refusal)))
      ? { isHeldBack: true }
      : {}),
    waitsForNonce: context.waitsForNonce,
    ...(record.conditions === undefined ? {} : { conditions: record.conditions, isOver: record.isOver === true }),
    ...(record.authority === undefined
      ? {}
      : { authority: { address: record.authority.address, isCleared: record.authority.isCleared } }),
    canSpeedUp: context.replaceable && purpose !== 'cancel' && record.isOver !== true,
    canCancel: context.replaceable && purpose !== 'cancel' && purpose !== 'fill-nonce',
    ...(record.delegate === undefined ? {} : { delegate: record.delegate }),
    createdAt: record.createdAt,
    receivedAt: context.receivedAt,
    explorerUrl: explorerLink(context.explorerUrl, hash),
    ...(context.epoch === undefined ? {} : { beforeRestart: record.epoch < context.epoch }),
  }
}
