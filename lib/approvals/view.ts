import type { ApprovalView } from '@/lib/messaging/ui'
import type { Approval, TransactionPreview } from './types'

/** What a page shows of a record; the preview lives in the worker's memory and is worked out anew after its death. */
export function toApprovalView(
  approval: Approval,
  live: { preview: TransactionPreview | null; firstTime: boolean; payment?: ApprovalView['payment'] | null },
): ApprovalView {
  const { id, digest, requester, chainId, account, request, shown, createdAt, expiresAt } = approval
  return {
    id,
    digest,
    requester,
    firstTime: live.firstTime,
    chainId,
    account,
    request,
    preview: live.preview,
    ...(live.payment == null ? {} : { payment: live.payment }),
    risks: shown.risks,
    createdAt,
    expiresAt,
  }
}
