import type { readTypedData as Read } from '@/lib/reading/typed-data/typed-data'
import type { meaningOf as Meaning } from '@/lib/reading/typed-data/typed-data-meaning'
import { decisionsScript } from './decisions-script'

/** Stands in for the reading of typed data in `payments.js` (`wxt.config.ts`): calls go to the script of decisions. */

export const meaningOf: typeof Meaning = typedData => decisionsScript.load().meaningOf(typedData)
export const readTypedData: typeof Read = input => decisionsScript.load().readTypedData(input)
