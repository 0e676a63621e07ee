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
