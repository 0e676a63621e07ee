import type { readTypedData as Read } from '@/lib/reading/typed-data/typed-data'
import type { meaningOf as Meaning } from '@/lib/reading/typed-data/typed-data-meaning'
import type { decisionsScript } from './decisions-script'

/** Stands in for the reading of typed data in `payments.js` (`wxt.config.ts`): calls go to the script of decisions. */

declare global {
  /** Set by the worker, which alone may load a script: a second policy for that is refused. */
  var preludeDecisions: typeof decisionsScript.load | undefined
}

function decisions() {
  const load = globalThis.preludeDecisions
  if (load === undefined) throw new Error('The worker lends no script of decisions.')
  return load()
}

export const meaningOf: typeof Meaning = typedData => decisions().meaningOf(typedData)
export const readTypedData: typeof Read = input => decisions().readTypedData(input)
