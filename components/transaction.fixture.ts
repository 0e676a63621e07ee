import { firstNetworkOf } from '@/lib/base/network-id'
import type { TransactionView } from '@/lib/language/ui'

/** A transaction as screens get it: accepted by the mempool a moment ago, on a chain that pre-confirms. */
export const acceptedTransaction: TransactionView = {
  id: 'a',
  networkId: firstNetworkOf(1),
  from: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  to: null,
  value: '0x0',
  data: '0x',
  hash: `0x${'1'.repeat(64)}`,
  nonce: 0,
  origin: null,
  purpose: 'send',
  level: 'accepted',
  ended: null,
  replacedBy: null,
  status: null,
  blockNumber: null,
  feePaid: null,
  history: [],
  preconfirms: true,
  refusal: null,
  waitsForNonce: null,
  canSpeedUp: false,
  canCancel: false,
  createdAt: 1_000,
  receivedAt: null,
  explorerUrl: null,
}
