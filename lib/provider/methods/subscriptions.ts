import type { Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import type { TransactionRecord } from '@/lib/database/records'
import { errorCodes, limitExceeded, ProviderError, toDappError, unauthorized } from '@/lib/provider/errors'
import { createHeadPoller, type HeadPoller } from '@/lib/provider/head-poller'
import { parseParameters } from '@/lib/provider/parameters'
import { type MethodCall, type MethodTable, type MethodTools, type PageConnection, result } from '@/lib/provider/types'
import { RpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import type { SiteAccess } from '@/lib/sites/site-access'
import { hashSchema, toQuantity } from '@/lib/values/hex'
import type { Level, Setback } from '@/lib/values/level'

const mostPerDocument = 50

const subscribeParameters = z.lazy(() => z.tuple([z.string().check(z.minLength(1), z.maxLength(100))], z.unknown()))
const levelsParameters = z.lazy(() =>
  z.tuple(
    [
      z.literal('transactionLevels'),
      z.optional(z.nullable(z.object({ hashes: z.optional(z.array(hashSchema).check(z.maxLength(1_000))) }))),
    ],
    z.unknown(),
  ),
)
const unsubscribeParameters = z.tuple([z.string()], z.unknown())
const logsReply = z.array(z.unknown())

/** How far one of the page's own transactions has got. */
interface LevelChange {
  hash: Hash
  level: Level
  previous: Level | null
  event?: Setback
  atMs: number
  blockNumber?: Hex
}

interface Subscription {
  requestId: string
  chainId: number
  stop(): void
}

/**
 * `eth_subscribe` over the wallet's own socket, or fed by asking where the network has none. The id of a subscription follows from the id of its
 * request and its chain: made again by a later worker it is the same one, and the page notices nothing. It ends with the consent it was made under, and
 * when its site goes to another chain.
 */
export function subscriptionMethods(tools: MethodTools): MethodTable {
  const { networks, clock, keepAlive, transactions, accessOf, onAccess } = tools
  const live = new Map<PageConnection, Map<string, Subscription>>()
  const pollers = new WeakMap<Connection, HeadPoller>()

  function pollerOf(chainId: number): HeadPoller {
    const connection = networks.connection(chainId)
    const existing = pollers.get(connection)
    if (existing !== undefined) return existing
    const made = createHeadPoller({ connection, clock, keepAlive })
    pollers.set(connection, made)
    return made
  }

  function subscriptionsOf(page: PageConnection): Map<string, Subscription> {
    const existing = live.get(page)
    if (existing !== undefined) return existing
    const made = new Map<string, Subscription>()
    live.set(page, made)
    page.onEnd(() => {
      live.delete(page)
      for (const { stop } of made.values()) stop()
      made.clear()
    })
    return made
  }

  onAccess((page, access) => {
    const own = live.get(page)
    for (const [subscription, { requestId, chainId, stop }] of own ?? []) {
      const reason = endOf({ chainId }, access)
      if (reason === null) continue
      own?.delete(subscription)
      stop()
      // Its request was answered long ago: this is for the bridge, which would ask a later worker for it.
      page.send({ kind: 'error', id: requestId, error: toDappError(reason) })
    }
  })

  /** Logs and heads by asking; of everything else a network without a socket knows nothing. */
  function poll(chainId: number, kind: string, filter: unknown, onItem: (item: unknown) => void): () => void {
    const poller = pollerOf(chainId)
    // One range after the other, so that the page gets them in order.
    let turn = Promise.resolve()
    return poller.follow((from, to) => {
      turn = turn
        .then(() =>
          kind === 'newHeads' ? tellHeads(poller, from, to, onItem) : tellLogs(chainId, filter, from, to, onItem),
        )
        .catch(() => undefined)
    })
  }

  async function tellLogs(
    chainId: number,
    filter: unknown,
    from: bigint,
    to: bigint,
    onItem: (item: unknown) => void,
  ): Promise<void> {
    const range = { ...(isObject(filter) ? filter : {}), fromBlock: toQuantity(from), toBlock: toQuantity(to) }
    for (const log of await networks.connection(chainId).request('eth_getLogs', [range], logsReply)) onItem(log)
  }

  async function subscribe(call: MethodCall, given: unknown[], onItem: (item: unknown) => void): Promise<() => void> {
    const [kind, filter] = given
    try {
      return await networks.connection(call.chainId).subscribe(given, onItem)
    } catch (error) {
      const isPollable = kind === 'newHeads' || kind === 'logs'
      if (isPollable && isWithoutSocket(error)) return poll(call.chainId, kind, filter, onItem)
      throw error
    }
  }

  return {
    eth_subscribe: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [kind] = parseParameters(call.method, subscribeParameters, parameters)
        const { id, chainId, page } = call
        const subscription: Hex = `0x${id.replaceAll('-', '').toLowerCase()}${chainId.toString(16)}`
        if (call.subscription !== undefined && call.subscription !== subscription) throw chainLeft()
        const own = subscriptionsOf(page)
        if (own.has(subscription)) return result(subscription)
        if (own.size >= mostPerDocument) throw limitExceeded(`${mostPerDocument} subscriptions are enough for a page.`)

        // Its place is taken at once: a page may ask for many in one go, or be gone before there is anything to stop.
        const entry: Subscription = { requestId: id, chainId, stop: () => undefined }
        own.set(subscription, entry)
        const isLive = (): boolean => live.get(page) === own && own.get(subscription) === entry
        // What comes before the page knows the subscription waits for it.
        let early: unknown[] | null = []
        const tell = (item: unknown): void => {
          if (!isLive()) return
          if (early === null)
            page.send({
              kind: 'message',
              message: { type: 'eth_subscription', data: { subscription, result: item } },
            })
          else early.push(item)
        }
        try {
          const stop = await (kind === 'transactionLevels'
            ? followLevels(call, parameters, transactions, tell)
            : subscribe(call, Array.isArray(parameters) ? parameters : [kind], tell))
          if (isLive()) entry.stop = stop
          else stop()
          // Consent or chain may have ended before it had its place.
          const reason = endOf(call, await accessOf(call.frame.origin))
          if (reason !== null) throw reason
        } catch (cause) {
          if (isLive()) {
            own.delete(subscription)
            entry.stop()
          }
          throw cause
        }
        return {
          kind: 'result',
          result: subscription,
          afterwards() {
            const waiting = early ?? []
            early = null
            waiting.forEach(tell)
          },
        }
      },
    },
    eth_unsubscribe: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [subscription] = parseParameters(call.method, unsubscribeParameters, parameters)
        const own = subscriptionsOf(call.page)
        const entry = own.get(subscription)
        own.delete(subscription)
        entry?.stop()
        return result(entry !== undefined)
      },
    },
  }
}

/** Why a subscription made on this chain is over; `null` while it goes on. */
function endOf({ chainId }: Pick<Subscription, 'chainId'>, access: SiteAccess): ProviderError | null {
  if (!access.connected) return unauthorized()
  return access.chainId === chainId ? null : chainLeft()
}

function chainLeft(): ProviderError {
  return new ProviderError(errorCodes.chainDisconnected, 'The subscription was for the chain that the site has left.')
}

/** There is no socket, or none to be had now: nothing that a node said, which would have a code. */
function isWithoutSocket(error: unknown): boolean {
  const kinds: readonly string[] = ['method-unavailable', 'timeout', 'unreachable']
  return error instanceof RpcError && error.code === null && kinds.includes(error.kind)
}

async function tellHeads(poller: HeadPoller, from: bigint, to: bigint, onItem: (item: unknown) => void): Promise<void> {
  for (let number = from; number <= to; number += 1n) {
    const head = await poller.header(number)
    if (head !== null) onItem(head)
  }
}

/** The site's own transactions only; of those it names, how far they are now comes first. */
async function followLevels(
  call: MethodCall,
  parameters: unknown,
  transactions: MethodTools['transactions'],
  tell: (change: LevelChange) => void,
): Promise<() => void> {
  const [, options] = parseParameters(call.method, levelsParameters, parameters)
  const hashes = options?.hashes?.map(hash => hash.toLowerCase())
  const told = new Map<Hash, number>()

  function look(row: TransactionRecord): void {
    if (row.origin !== call.frame.origin || row.chainId !== call.chainId) return
    if (hashes !== undefined && !hashes.includes(row.hash.toLowerCase())) return
    // Of a transaction from before the subscription: where it is now.
    const from = told.get(row.hash) ?? row.history.length - 1
    told.set(row.hash, row.history.length)
    row.history.slice(from).forEach((entry, index) => {
      const previous = row.history[from + index - 1]
      tell({
        hash: row.hash,
        level: entry.level,
        previous: previous?.level ?? null,
        ...(entry.event === undefined ? {} : { event: entry.event }),
        atMs: entry.at,
        ...(row.receipt === null ? {} : { blockNumber: toQuantity(row.receipt.blockNumber) }),
      })
    })
  }

  const stop = transactions.onRow(look)
  for (const hash of options?.hashes ?? []) {
    const row = await transactions.byHash(hash)
    if (row !== undefined) look(row)
  }
  return stop
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
