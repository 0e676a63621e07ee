import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import { hexSchema } from '@/lib/values/hex'

/** Whether there is a contract at an address of the selected network; `null` while that is not known. */
export function useHasCode(address: Address | null): boolean | null {
  const client = useClient()
  const reportFault = useReportFault()
  const networkId = useSlice('selection')?.networkId ?? null
  const [told, setTold] = useState<{ key: string; hasCode: boolean } | null>(null)
  const key = `${networkId} ${address}`
  useEffect(() => {
    if (address === null || networkId === null) return
    let current = true
    client
      .call('chain.read', { networkId, calls: [{ method: 'eth_getCode', params: [address, 'latest'] }] })
      .then(({ results: [answer] }) => {
        const code = answer?.ok === true ? hexSchema.safeParse(answer.result) : null
        if (current && code?.success === true) setTold({ key: `${networkId} ${address}`, hasCode: code.data !== '0x' })
      })
      // Unknown: no warning here, and the decision checks again.
      .catch(reportFault)
    return () => {
      current = false
    }
  }, [address, networkId, client, reportFault])
  return address !== null && told?.key === key ? told.hasCode : null
}
