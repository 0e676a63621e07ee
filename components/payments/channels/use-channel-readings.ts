import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { useAnswer, useClient, useNow, useReportFault, useSlice } from '@/components/app'
import type { Client } from '@/components/client'
import { quantitySchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import type { ChainReadView } from '@/lib/language/ui'
import { channelCalls, readChannelFacts } from '@/lib/payments/shared/channel-facts'
import type { ChannelReading } from './channel-money'

const againMs = 5_000
const channelsAtOnce = 20
const callsPerChannel = 4
const headSchema = z.object({ timestamp: quantitySchema })

/**
 * What the chain says of each channel; `null` for one it says nothing about. Asked again whenever a transaction of the
 * account gets on, and every few seconds
 * while `isAwaited`: nothing pushes what a merchant claims or that a delay is over.
 */
export function useChannelReadings(
  networkId: NetworkId | undefined,
  channelIds: readonly Hex[],
  isAwaited: boolean,
): { of(channelId: Hex): ChannelReading | null | undefined } {
  const client = useClient()
  const reportFault = useReportFault()
  const activity = useSlice('activity')
  const tick = useNow(againMs, isAwaited)
  type Readings = { networkId: NetworkId; readings: Map<Hex, ChannelReading | null> }
  const [read]: readonly [Readings | undefined, unknown] = useAnswer<Readings>((): Promise<Readings> | null => {
    if (networkId === undefined) return null
    // Earlier readings are kept; the next push asks again.
    const keep = (error: unknown): Readings['readings'] => {
      reportFault(error)
      return read?.networkId === networkId ? read.readings : new Map(channelIds.map(id => [id, null] as const))
    }
    return readAll(client, networkId, channelIds)
      .catch(keep)
      .then(readings => ({ networkId, readings }))
  }, [networkId, channelIds.join(' '), tick, activity])
  return { of: channelId => (read?.networkId === networkId ? read?.readings.get(channelId) : undefined) }
}

async function readAll(
  client: Client,
  networkId: NetworkId,
  channelIds: readonly Hex[],
): Promise<Map<Hex, ChannelReading | null>> {
  const readings = new Map<Hex, ChannelReading | null>()
  for (let from = 0; from < channelIds.length; from += channelsAtOnce) {
    const some = channelIds.slice(from, from + channelsAtOnce)
    const { results } = await client.call('chain.read', {
      networkId,
      calls: [
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        ...some.flatMap(id => [...channelCalls(id, 'latest'), ...channelCalls(id, 'pending')]),
      ],
    })
    const readAt = Date.now()
    const head = headSchema.safeParse(resultOf(results[0]))
    for (const [index, id] of some.entries()) {
      const first = 1 + index * callsPerChannel
      const answers = results.slice(first, first + callsPerChannel).map(resultOf)
      const sealed = readChannelFacts(answers.slice(0, 2))
      const pending = readChannelFacts(answers.slice(2))
      const isRead = head.success && sealed !== null && pending !== null
      readings.set(id, isRead ? { sealed, pending, chainSeconds: Number(head.data.timestamp), readAt } : null)
    }
  }
  return readings
}

function resultOf(answer: ChainReadView | undefined): unknown {
  return answer?.ok === true ? answer.result : null
}
