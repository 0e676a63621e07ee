import { Failure } from '@/lib/base/failure'
import type { Approval, Approvals } from '@/lib/decisions/approvals/types'
import type { TransactionPreview } from '@/lib/language/requests'
import type { ChainReader } from './chain-reader'
import { type TransactionDraft, toPreview, toShown } from './preview'

/**
 * Stores what a person is shown of one draft, and tells the preview after that: only a stored version can be approved.
 */
export interface DraftPublication {
  isTold(): boolean
  /** Tells the preview, where it changed, without storing anything. */
  tell(draft: TransactionDraft): void
  /**
   * Stores what the digest covers, where it changed, then tells the preview. Publications run one after the other.
   * @param current the draft at the time of the publication; `null` where the draft is gone
   * @returns false where the approval no longer waits
   */
  publish(current: () => TransactionDraft | null): Promise<boolean>
  /** Resolves after the publications so far. */
  settled(): Promise<unknown>
}

/** @param after the end of an earlier preparation of the same approval, whose publications come first */
export function createDraftPublication({
  approval,
  approvals,
  reader,
  onPreview,
  after,
}: {
  approval: Pick<Approval, 'id' | 'shown'>
  approvals: Approvals
  reader: ChainReader
  onPreview(preview: TransactionPreview): void
  after: Promise<unknown>
}): DraftPublication {
  let stored = JSON.stringify(approval.shown)
  let told = ''
  let writing = after

  function tell(draft: TransactionDraft): void {
    const preview = toPreview(draft, reader.contractLookup(draft.networkId))
    const text = JSON.stringify(preview)
    if (text === told) return
    told = text
    onPreview(preview)
  }

  async function write(draft: TransactionDraft | null): Promise<boolean> {
    if (draft === null) return true
    const shown = toShown(draft, reader.contractLookup(draft.networkId))
    const text = JSON.stringify(shown)
    if (text !== stored) {
      try {
        await approvals.show(approval.id, shown)
        stored = text
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'approval-gone') throw error
        return false
      }
    }
    return true
  }

  return {
    isTold: () => told !== '',
    tell,
    publish(current) {
      const published = writing.then(async () => {
        if (!(await write(current()))) return false
        const draft = current()
        if (draft !== null) tell(draft)
        return true
      })
      // The error goes to the caller with `published`; the next publication follows all the same.
      writing = published.catch(() => undefined)
      return published
    },
    settled: () => writing,
  }
}
