import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { hashSchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import { createBlockFeed } from '@/lib/provider/block-feed'
import { limitExceeded } from '@/lib/provider/errors'
import { followLevels } from '@/lib/provider/level-feed'
import { chainLeft, createPageSubscriptions, endReason } from '@/lib/provider/page-subscriptions'
import { parseParameters } from '@/lib/provider/parameters'
import { type MethodCall, type MethodTable, type MethodTools, result } from '@/lib/provider/types'

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

/**
 * `eth_subscribe` and `eth_unsubscribe`. The id of a subscription is made from its request's id and its network: when a
 * later worker makes the subscription again it has the same id, and the page notices nothing.
 */
export function subscriptionMethods(tools: MethodTools): MethodTable {
  const { accessOf, transactions } = tools
  const subscriptions = createPageSubscriptions(tools)
  const feed = createBlockFeed(tools)

  function follow(call: MethodCall, kind: string, parameters: unknown, push: (item: unknown) => void) {
    const { networkId, frame, method } = call
    if (kind !== 'transactionLevels')
      return feed.follow(networkId, Array.isArray(parameters) ? parameters : [kind], push)
    const [, options] = parseParameters(method, levelsParameters, parameters)
    return followLevels(transactions, { origin: frame.origin, networkId, hashes: options?.hashes }, push)
  }

  /** Hex digits of a network's id. */
  const numberOf = (networkId: NetworkId): string => BigInt.asUintN(64, BigInt(networkId)).toString(16)

  return {
    eth_subscribe: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [kind] = parseParameters(call.method, subscribeParameters, parameters)
        const { id: requestId, networkId, frame, page } = call
        const id: Hex = `0x${requestId.replaceAll('-', '').toLowerCase()}${numberOf(networkId)}`
        if (call.subscription !== undefined && call.subscription !== id) throw chainLeft()
        if (subscriptions.has(page, id)) return result(id)
        if (subscriptions.count(page) >= mostPerDocument)
          throw limitExceeded(`${mostPerDocument} subscriptions are enough for a page.`)
        // Opened before the feed is there: it counts at once, and ends if the page leaves meanwhile.
        const subscription = subscriptions.open(page, id, { requestId, networkId })
        try {
          subscription.endWith(await follow(call, kind, parameters, subscription.push))
          if (kind !== 'newHeads' && kind !== 'logs') page.seesEarly = true
          // The site may have been disconnected or moved before the subscription was opened.
          const reason = endReason(networkId, await accessOf(frame.origin))
          if (reason !== null) throw reason
        } catch (cause) {
          subscription.end()
          throw cause
        }
        return { kind: 'result', result: id, afterwards: subscription.start }
      },
    },
    eth_unsubscribe: {
      access: 'connected',
      effect: false,
      async run(call, parameters) {
        const [id] = parseParameters(call.method, unsubscribeParameters, parameters)
        return result(subscriptions.close(call.page, id))
      },
    },
  }
}
