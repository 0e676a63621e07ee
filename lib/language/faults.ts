import * as z from 'zod/mini'
import type { NetworkId } from '@/lib/base/network-id'
import type { Regime } from '@/lib/base/regime'
import type { EndpointHealthView } from './views'

/**
 * Faults as pages report and show them. The words come from closed lists (`lib/base/describe-fault.ts`): no text of an
 * error fits.
 */

/** The fields of an error that a page describes. */
export function faultNature() {
  const word = z.string().check(z.regex(/^[$A-Za-z/-]{1,64}$/))
  return {
    kind: word,
    cause: z.nullable(word),
    message: z.nullable(word),
    code: z.nullable(z.int().check(z.gte(-32_768), z.lte(4))),
    position: z.nullable(z.string().check(z.regex(/^[A-Za-z-]{1,32}:\d{1,6}:\d{1,7}$/))),
  }
}
export const faultNatureSchema = z.lazy(() => z.object(faultNature()))

/** One kind of fault. Times are ms since the epoch. */
export interface FaultView extends z.infer<typeof faultNatureSchema> {
  where: string
  /** The network that it is about. */
  networkId: NetworkId | null
  firstAt: number
  at: number
  count: number
}

/** A network without its name and addresses. */
export interface NetworkFaultsView {
  networkId: NetworkId
  chainId: number
  source: 'preset' | 'person' | 'site'
  testing: boolean
  regime: Regime
  preconfirmed: TimesView | null
  sealed: TimesView | null
  endpoints: (Pick<EndpointHealthView, 'state' | 'error' | 'latencyMs'> & { socket: boolean })[]
}

/** Ms from the bytes leaving to a level, over the transactions that reached it. */
export interface TimesView {
  count: number
  medianMs: number
  p95Ms: number
}
