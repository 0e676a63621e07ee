import type { Clock } from '@/lib/base/clock'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import { blockReply, chainIdReply } from '@/lib/base/rpc/schemas'
import type { BatchItem } from '@/lib/base/rpc/types'
import type { Door } from '@/lib/chain/rpc/door'
import type { parseResult, RpcRequest } from '@/lib/chain/rpc/envelope'
import type { createHttpClient } from '@/lib/chain/rpc/http'
import type { createSocketClient, SocketClient } from '@/lib/chain/rpc/socket'
import { otherSignals } from '@/lib/chain/shared/signals'
import type { ProbeView } from '@/lib/language/views'
import type { Endpoint } from '@/lib/storage/records'
import { isDevelopmentNode } from './development'

/** Given as arguments, because the worker has them and the script that carries the probe has not. */
export interface Clients {
  createHttpClient: typeof createHttpClient
  createSocketClient: typeof createSocketClient
  parseResult: typeof parseResult
}

/** Ms to wait for a push. A pre-confirming chain pushes at least its system transactions with every block. */
const listenMs = 2_500

/**
 * Tries an endpoint. Only the chain id is required; any other call that fails counts as a missing ability.
 * @throws RpcError where the endpoint does not give its chain id
 */
export async function probeEndpoint(dependencies: {
  endpoint: Endpoint
  door: Door
  clock: Clock
  clients: Clients
  /** The name of the pre-confirmation subscription in `eth_subscribe`. */
  preconfirmationSubscription?: string
}): Promise<ProbeView> {
  const { endpoint, door, clock, clients, preconfirmationSubscription = 'newFlashblockTransactions' } = dependencies
  const client = clients.createHttpClient({ door, url: endpoint.http })
  // The first call also opens the connection; the second one measures.
  const chainId = clients.parseResult('eth_chainId', await client.call(chainIdCall), chainIdReply)
  const startedAt = clock.now()
  await client.call(chainIdCall)
  const latencyMs = clock.now() - startedAt
  const [items, socket] = await Promise.all([
    client.batch([latestCall, pendingCall, simulateCall, syncSendCall, versionCall]),
    endpoint.socket === null
      ? { opens: false, pushes: false }
      : probeSocket({ url: endpoint.socket, chainId, kind: preconfirmationSubscription, door, clock, clients }),
  ])
  const [latest, pending, simulate, syncSend, version] = items
  return {
    chainId,
    latencyMs,
    pending: isPendingAhead(latest, pending),
    socket: socket.opens,
    preconfirmation: socket.pushes,
    simulate: isThere(simulate),
    syncSend: isThere(syncSend),
    development: version?.ok === true && isDevelopmentNode(endpoint.http, version.result),
  }
}

async function probeSocket(dependencies: {
  url: string
  chainId: number
  kind: string
  door: Door
  clock: Clock
  clients: Clients
}): Promise<{ opens: boolean; pushes: boolean }> {
  const { url, chainId, kind, door, clock, clients } = dependencies
  const verify = async (call: (request: RpcRequest) => Promise<unknown>): Promise<void> => {
    const served = clients.parseResult('eth_chainId', await call(chainIdCall), chainIdReply)
    if (served !== chainId) throw new RpcError('wrong-chain', `The socket serves chain ${served}`)
  }
  const client = clients.createSocketClient({
    candidates: () => [{ url, verify }],
    door,
    clock,
    keepAlive: { hold: () => () => undefined },
    // What fails here is an answer: the endpoint has no such socket.
    onFault: () => undefined,
  })
  const { promise: pushed, resolve } = Promise.withResolvers<boolean>()
  const stopTimer = clock.after(listenMs, () => resolve(false))
  const opened = Promise.withResolvers<boolean>()
  client.onState(state => {
    if (state === 'open') opened.resolve(true)
    // One attempt: an endpoint whose first socket fails counts as without socket.
    if (state === 'closed') {
      opened.resolve(false)
      resolve(false)
    }
  })
  try {
    const subscribed = subscribeToOne(client, [[kind], ...otherSignals.map(({ params }) => params)], () =>
      resolve(true),
    ).then(isTaken => {
      if (!isTaken) resolve(false)
    })
    const opens = await opened.promise
    if (!opens) return { opens: false, pushes: false }
    await subscribed
    return { opens: true, pushes: await pushed }
  } finally {
    stopTimer()
    client.stop()
  }
}

/** Tries one subscription after the other. @returns whether the server took one */
async function subscribeToOne(
  client: Pick<SocketClient, 'subscribe'>,
  each: readonly (readonly unknown[])[],
  onItem: () => void,
): Promise<boolean> {
  for (const params of each) {
    try {
      await client.subscribe(params, onItem)
      return true
    } catch {
      // Refused: a chain of another family, which the probe reports where none is taken.
    }
  }
  return false
}

const chainIdCall: RpcRequest = { method: 'eth_chainId', params: [] }
const latestCall: RpcRequest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
const pendingCall: RpcRequest = { method: 'eth_getBlockByNumber', params: ['pending', false] }
const simulateCall: RpcRequest = { method: 'eth_simulateV1', params: [{ blockStateCalls: [{ calls: [] }] }, 'latest'] }
/** Sends no transaction: a node that knows the method answers that these bytes cannot be decoded. */
const syncSendCall: RpcRequest = { method: 'eth_sendRawTransactionSync', params: ['0x'] }
const versionCall: RpcRequest = { method: 'web3_clientVersion', params: [] }

function isThere(item: BatchItem | undefined): boolean {
  if (!item) return false
  if (item.ok) return true
  const { kind, consequence } = toRpcError(item.error)
  return kind !== 'method-unavailable' && consequence !== 'use-next-endpoint'
}

function isPendingAhead(latest: BatchItem | undefined, pending: BatchItem | undefined): boolean {
  if (!latest?.ok || !pending?.ok) return false
  const [sealed, open] = [blockReply.safeParse(latest.result), blockReply.safeParse(pending.result)]
  if (!sealed.success || !open.success || sealed.data === null || open.data === null) return false
  return open.data.number === null || (sealed.data.number !== null && open.data.number >= sealed.data.number)
}
