import { useEffect, useState } from 'react'
import type { Address, Hex } from 'viem'
import { useClient, useReportFault } from '@/components/client-context'
import { hexSchema } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { readRevert, readWording } from '@/lib/reading/simulation/revert'

export type SimulatedCall =
  | { state: 'asking' | 'works' | 'unknown' }
  /** `code` where the catalogue has a sentence for it (`revert_<code>`), `reason` in the contract's own words. */
  | { state: 'reverts'; code: string | null; reason: string }

/** Whether a call would work on the pending state. It reserves nothing: a moment later it may be otherwise. */
export function useSimulated(
  networkId: NetworkId | undefined,
  from: Address,
  call: { to: Address; data: Hex } | null,
): SimulatedCall {
  const client = useClient()
  const reportFault = useReportFault()
  const [told, setTold] = useState<{ key: string; result: SimulatedCall } | null>(null)
  const key = call === null ? '' : `${networkId} ${from} ${call.to} ${call.data}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all of the call
  useEffect(() => {
    if (call === null || networkId === undefined) return
    let current = true
    const tell = (result: SimulatedCall) => {
      if (current) setTold({ key, result })
    }
    client
      .call('chain.read', {
        networkId,
        calls: [{ method: 'eth_call', params: [{ from, to: call.to, data: call.data }, 'pending'] }],
      })
      .then(({ results: [answer] }) => {
        if (answer?.ok === true) return tell({ state: 'works' })
        if (answer === undefined || answer.failure.code !== 'would-revert') return tell({ state: 'unknown' })
        const data = hexSchema.safeParse(answer.revertData)
        const { code, reason } = data.success
          ? readRevert(data.data)
          : readWording(String(answer.failure.details.message ?? ''))
        tell({ state: 'reverts', code, reason })
      })
      .catch(error => {
        reportFault(error)
        tell({ state: 'unknown' })
      })
    return () => {
      current = false
    }
  }, [key, client])
  return told?.key === key ? told.result : { state: 'asking' }
}
