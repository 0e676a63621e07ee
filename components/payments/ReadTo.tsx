import { useSlice } from '@/components/client-context'
import { Notice } from '@/components/elements/Notice'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import type { ReadingView } from '@/lib/messaging/payments'

/** Blocks that each reading leaves to the next one. */
const slack = 12

/** Says up to which block the chain was read, and why no further, where that is not the newest one. */
export function ReadTo({ reading }: { reading: ReadingView | null }) {
  const head = useSlice('chainHead')
  if (reading === null) return null
  const { to, failure } = reading
  const isBehind = to !== null && head != null && head.number - to > slack
  if (failure === null && !isBehind) return null
  return (
    <Notice tone="caution" live>
      {to !== null && t('read_to', { to: format.integer(to) })} {failure !== null && failureSentence(failure)}
    </Notice>
  )
}
