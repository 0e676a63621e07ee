import { useEffect, useState } from 'react'
import { useClient, useReportFault, useTold } from '@/components/client-context'
import { systemClock } from '@/lib/base/clock'
import type { NetworkId } from '@/lib/base/network-id'
import type { EndpointHealthView } from '@/lib/language/ui'

const everyMs = 2_000

/** How each endpoint has been doing, by network, as the worker knows it; no endpoint is asked for this. */
export function useHealth(): ReadonlyMap<NetworkId, EndpointHealthView[]> {
  const client = useClient()
  const reportFault = useReportFault()
  // A change of state is pushed with the networks; latencies are looked up now and then.
  const told = useTold('networks')
  const [health, setHealth] = useState<ReadonlyMap<NetworkId, EndpointHealthView[]>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up at once when the networks are told
  useEffect(() => {
    let stop = (): void => undefined
    let isOver = false
    const look = async (): Promise<void> => {
      try {
        const answer = await client.call('network.health', {})
        if (!isOver) setHealth(new Map(answer.networks.map(({ networkId, endpoints }) => [networkId, endpoints])))
      } catch (error) {
        // The next look may find it.
        reportFault(error)
      }
      if (!isOver) stop = systemClock.after(everyMs, () => void look())
    }
    void look()
    return () => {
      isOver = true
      stop()
    }
  }, [client, told])
  return health
}
