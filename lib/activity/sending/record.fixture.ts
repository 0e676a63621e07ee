import { firstNetworkOf } from '@/lib/base/network-id'
import type { ReceiptRecord, TransactionRecord } from '@/lib/storage/records'

export const from = '0x00000000000000000000000000000000000000aa'
export const hash = `0x${'ab'.repeat(32)}` as const

/** A receipt of a block that is still being built. */
export const preconfirmedReceipt: ReceiptRecord = {
  blockHash: null,
  blockNumber: 1n,
  status: 'success',
  gasUsed: 1n,
  effectiveGasPrice: 1n,
  l1Fee: null,
  contractAddress: null,
}

/** The journal's row of a payment without data, signed and not sent yet. */
export function recordOf(change: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: 'a',
    networkId: firstNetworkOf(84538453),
    chainId: 84538453,
    epoch: 0,
    from,
    nonce: 0,
    to: '0x00000000000000000000000000000000000000bb',
    value: 1n,
    data: '0x',
    gas: 21_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    raw: '0x02',
    hash,
    origin: null,
    purpose: 'send',
    replaces: null,
    level: 'signed',
    ended: null,
    receipt: null,
    history: [],
    createdAt: 1,
    inFlight: 1,
    refusal: null,
    ...change,
  }
}
