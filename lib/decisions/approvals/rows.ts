import { readRequest } from '@/lib/decisions/kinds/kinds'
import type { Requester } from '@/lib/language/requests'
import { type ApprovalRecord, approvalRecordSchema } from '@/lib/storage/records'
import { decisionSchema, shownSchema } from './schemas'
import type { Approval, Shown } from './types'

/** The database row of an approval: request, shown facts and decision are JSON texts in it. */
export function toRow({ requester, request, shown, decision, ...rest }: Approval): ApprovalRecord {
  const site = requester.kind === 'site' ? requester : { origin: null, topOrigin: null, tabId: null, documentId: null }
  const own = requester.kind === 'wallet' ? requester : null
  return {
    ...rest,
    origin: site.origin,
    topOrigin: site.topOrigin,
    linkOrigin: own?.linkOrigin,
    statedPurpose: own?.statedPurpose,
    tabId: site.tabId,
    documentId: site.documentId,
    kind: request.kind,
    request: JSON.stringify(request),
    shown: JSON.stringify(shown),
    decision: decision === null ? null : JSON.stringify(decision),
  }
}

/**
 * The approval in a row.
 * @throws ZodError or SyntaxError for a damaged row
 */
export function readRow(row: unknown): Approval {
  const {
    origin,
    topOrigin,
    linkOrigin,
    statedPurpose,
    tabId,
    documentId,
    kind: _kind,
    ...rest
  } = approvalRecordSchema.parse(row)
  const requester: Requester =
    origin === null
      ? { kind: 'wallet', linkOrigin, statedPurpose }
      : { kind: 'site', origin, topOrigin, tabId, documentId }
  const shown: Shown = shownSchema.parse(JSON.parse(rest.shown))
  return {
    ...rest,
    requester,
    request: readRequest(JSON.parse(rest.request)),
    shown,
    decision: rest.decision === null ? null : decisionSchema.parse(JSON.parse(rest.decision)),
  }
}

/**
 * The approvals in these rows. Damaged rows are left out, so that one of them does not hide the others.
 *
 * @param onFault told why a row was left out
 */
export function readRows(rows: readonly unknown[], onFault: (error: unknown) => void): Approval[] {
  return rows.flatMap(row => {
    try {
      return [readRow(row)]
    } catch (error) {
      onFault(error)
      return []
    }
  })
}
