import { failureSentence } from '@/components/failure'
import type { FailureView } from '@/lib/language/ui'
import { Notice } from './Notice'

/** What went wrong, what it means for the money, and what to do; announced at once. */
export function FailureNotice({ failure }: { failure: FailureView | null }) {
  if (failure === null) return null
  return (
    <Notice tone="danger" live failure={failure.code}>
      {failureSentence(failure)}
    </Notice>
  )
}
