import type { RpcCall } from '@/lib/base/rpc/types'
import type { TransactionRecord } from '@/lib/storage/records'

/** Takes ordinary signed bytes, and conditions that are not among them. */
export const conditionalMethod = 'base_sendRawTransactionValidity'

/** How the bytes of a row go out, each time: what was approved under conditions is never sent without them. */
export function sendingOf({ raw, conditions }: Pick<TransactionRecord, 'raw' | 'conditions'>): RpcCall {
  if (conditions === undefined) return { method: 'eth_sendRawTransaction', params: [raw] }
  return { method: conditionalMethod, params: [raw, { validity: conditions }] }
}
