import type { FailureCode } from '@/lib/base/failure'
import type { FailureView } from '@/lib/language/ui'
import { format, lookUp, t } from './i18n'

/** Codes where somebody else refused and may have said why. */
const speaks: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'endpoint-error',
  'faucet-refused',
  'transaction-rejected',
  'unknown',
  'would-revert',
])

/** Details that count something; other numbers are codes. */
const counts: ReadonlySet<string> = new Set(['before', 'now'])

/**
 * The sentence of a failure's code. A value that the worker did not give is left out rather than shown as a
 * placeholder.
 */
export function failureSentence({ code, details }: FailureView): string {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'number' && counts.has(name)) values[name] = format.integer(value)
    else if (typeof value === 'string' || typeof value === 'number') values[name] = value
  }
  if (typeof details.retryInMs === 'number') values.retry = format.remaining(details.retryInMs)
  const sentence = lookUp(`failure_${code}`, values) ?? t('failure_unknown')
  const complete = sentence.replace(/\s*[“„»]?\{\w+\}[”“«]?/g, '')
  const words = typeof details.message === 'string' && speaks.has(code) ? details.message.trim() : ''
  // What the other side said, where there is something of it and the sentence has no place for it.
  return words === '' || complete.includes(words) ? complete : `${complete} ${t('failure_their_words', { words })}`
}
