import type { Address } from 'viem'
import type { Risk, TransactionRequest } from '@/lib/approvals/types'
import { describeTransaction, type KnownToken } from '@/lib/decoding/describe'
import { findRisks } from './risks'

/** What is wrong with each of them, said once. */
export function callsRisks(
  calls: readonly TransactionRequest[],
  contacts: readonly Address[],
  tokenOf: (address: Address) => KnownToken | null,
): Risk[] {
  const risks = calls.flatMap(transaction =>
    findRisks({
      transaction,
      purpose: 'send',
      expectedNonce: null,
      description: describeTransaction(transaction, { purpose: 'send', tokenOf }),
      simulation: { status: 'running' },
      remaining: null,
      feeIsIncredible: false,
      gasIsLow: false,
      recipientHasCode: null,
      counterpartyHasCode: null,
      contacts,
    }),
  )
  return [...new Map(risks.map(found => [JSON.stringify(found), found])).values()]
}
