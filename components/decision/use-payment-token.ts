import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import { addressSchema, hexSchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import * as selectors from '@/lib/base/signatures/selectors'
import type { PaymentCall } from '@/lib/reading/calls/payment-calls'
import { useTokens } from './use-tokens'

interface KnownToken {
  symbol: string
  decimals: number
}

/** `token()`, which the checkout and payout contracts answer. */

/** The token of a payment call, from the call or read from the contract; `null` until known or if not listed. */
export function usePaymentToken(
  call: PaymentCall | null,
  contract: Address | null,
  networkId: NetworkId,
): { address: Address | null; known: KnownToken | null } {
  const client = useClient()
  const reportFault = useReportFault()
  const tokenOf = useTokens(networkId)
  const isUnlocked = useSlice('session')?.vault === 'unlocked'
  const [told, setTold] = useState<{ contract: Address; token: Address } | null>(null)
  const asks = call !== null && call.token === null && Object.keys(call.amounts).length > 0 ? contract : null
  useEffect(() => {
    if (asks === null || !isUnlocked) return
    let current = true
    const read = { method: 'eth_call' as const, params: [{ to: asks, data: selectors.token }, 'latest'] }
    client
      .call('chain.read', { networkId, calls: [read] })
      .then(({ results: [answer] }) => {
        const token = answer?.ok === true ? readAddress(answer.result) : null
        if (current && token !== null) setTold({ contract: asks, token })
      })
      // The amount stays in the smallest unit and says so.
      .catch(reportFault)
    return () => {
      current = false
    }
  }, [asks, networkId, client, isUnlocked, reportFault])
  const address = call?.token ?? (told !== null && told.contract === asks ? told.token : null)
  return { address, known: address === null ? null : tokenOf(address) }
}

function readAddress(result: unknown): Address | null {
  const data = hexSchema.safeParse(result)
  if (!data.success || !/^0x0{24}[0-9a-fA-F]{40}$/.test(data.data)) return null
  const address = addressSchema.safeParse(`0x${data.data.slice(26)}`)
  return address.success ? address.data : null
}
