import { lackOf } from '@/lib/decisions/kinds/kinds'
import type { TransactionPreview } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'
import type { Approval } from './types'

/**
 * The approval as pages show it.
 * @param live facts that are kept in memory only and computed again after a restart of the worker
 */
export function toApprovalView(
  approval: Approval,
  live: {
    preview: TransactionPreview | null
    isConnected: boolean
    firstTime: boolean
    payment?: ApprovalView['payment'] | null
    device?: ApprovalView['device']
  },
): ApprovalView {
  const { id, digest, requester, networkId, chainId, account, request, shown, createdAt, expiresAt } = approval
  return {
    id,
    digest,
    requester,
    isConnected: live.isConnected,
    firstTime: live.firstTime,
    networkId,
    chainId,
    account,
    request,
    preview: live.preview,
    // A new worker knows the fee that was shown before, but the page shows none until it is worked out again.
    lacks: lackOf({ request, shown: live.preview?.fee == null ? { ...shown, feeCeiling: null } : shown }, 0),
    ...(live.payment == null ? {} : { payment: live.payment }),
    ...(live.device === undefined ? {} : { device: live.device }),
    risks: shown.risks,
    createdAt,
    expiresAt,
  }
}
