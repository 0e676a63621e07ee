import { failureSentence, format, t, useSlice } from '@/components/app'
import { Notice } from '@/components/elements'
import type { ReadingView } from '@/lib/language/payments'

/** Blocks that each reading leaves to the next one. */
const slack = 12

type Head = { readonly number: number } | null | undefined

export function isBehind({ to }: ReadingView, head: Head): boolean {
  return to !== null && head != null && head.number - to > slack
}

/** False while the chain may have more than was read of it. */
export function isCurrent(reading: ReadingView | null, head: Head): boolean {
  return reading?.isRead === true && reading.failure === null && !isBehind(reading, head)
}

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
