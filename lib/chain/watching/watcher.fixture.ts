import { onTestFinished } from 'vitest'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { createConfirmationWatcher } from './watcher'

export const from = '0x00000000000000000000000000000000000000aa'
export const hash = `0x${'ab'.repeat(32)}` as const

/** A connection with an open socket that never answers, apart from the given methods. */
export function silentConnection(given: Pick<Connection, 'subscribe'> & Partial<Connection>): Connection {
  return {
    networkId: firstNetworkOf(1),
    chainId: 1,
    request: () => Promise.reject(new RpcError('unreachable', 'out')),
    passThrough: () => Promise.reject(new RpcError('unreachable', 'out')),
    batch: () => new Promise(() => undefined),
    socket: () => 'open',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
    ...given,
  }
}

/** Accepts every subscription and keeps its listener under its parameters as JSON text. */
export function acceptSubscriptions() {
  const subscribed = new Map<string, (item: unknown) => void>()
  const subscribe: Connection['subscribe'] = async (params, onItem) => {
    subscribed.set(JSON.stringify(params), onItem)
    return () => subscribed.delete(JSON.stringify(params))
  }
  return { subscribed, subscribe }
}

/** A watcher on a network that pushes pre-confirmations; stopped at the end of the test. */
export function watcherOver(connection: Connection) {
  const clock = createManualClock()
  const faults = recordFaults()
  const watcher = createConfirmationWatcher({
    connection,
    network: { methodPrefix: 'base', preconfirmationSubscription: 'newPreconfirmed' },
    clock,
    keepAlive: { hold: () => () => undefined },
    faults,
    checkGenesis: async () => 0,
    onEpoch: () => () => undefined,
  })
  onTestFinished(() => watcher.stop())
  return { watcher, clock, faults }
}
