import { useSlice } from '@/components/client-context'
import { Notice } from '@/components/elements/Notice'
import { failureSentence } from '@/components/failure'
import { format, t } from '@/components/i18n'
import type { ReadingView } from '@/lib/language/payments'
import { isBehind } from './reading'

/** Says up to which block the chain was read, and why no further, where that is not the newest one. */
export function ReadTo({ reading }: { reading: ReadingView | null }) {
  const head = useSlice('chainHead')
  if (reading === null) return null
  const { to, failure } = reading
  if (failure === null && !isBehind(reading, head)) return null
  return (
    <Notice tone="caution" live>
      {to !== null && t('read_to', { to: format.integer(to) })} {failure !== null && failureSentence(failure)}
    </Notice>
  )
}
