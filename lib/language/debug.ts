import type { NetworkId } from '@/lib/base/network-id'
import type { Regime } from '@/lib/base/regime'
import type { SocketState } from '@/lib/base/rpc/types'
import type { FaultView } from './faults'
import type { EndpointHealthView } from './views'

/**
 * Asked by the debug page, answered by the worker with a `DebugView`. Exists in development and `barriers` builds only.
 */
export const debugMessage = { kind: 'prelude-debug-view' } as const

/** What the worker holds at one moment. Times are ms since the epoch. */
export interface DebugView {
  at: number
  workerStartedAt: number
  /** The browser's list of contexts, the worker included. */
  contexts: { type: string; url: string; tabId: number }[]
  networks: {
    networkId: NetworkId
    name: string
    socket: SocketState
    regime: Regime
    endpoints: EndpointHealthView[]
  }[]
  /** Rows of the journal that are still watched. */
  inFlight: {
    id: string
    networkId: NetworkId
    hash: string
    nonce: number
    level: string
    ended: string | null
    createdAt: number
  }[]
  /** How many wait in each queue. */
  queues: Record<string, number>
  /** Rows of each object store. */
  stores: Record<string, number>
  /** Bytes. */
  storage: Record<string, number>
  faults: FaultView[]
}
