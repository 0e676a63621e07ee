import { type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Address } from 'viem'
import { useClient, useReportFault } from '@/components/client-context'
import type { NetworkId } from '@/lib/base/network-id'
import type { ContractName } from '@/lib/reading/calls/description'
import { readContractName } from './read-contract-name'
import { TokenNames, useContractNames } from './use-tokens'

/** Reads the names of unlisted tokens and collections from their contracts, for what is shown below. May be nested. */
export function NamedTokens({
  networkId,
  tokens,
  children,
}: {
  networkId: NetworkId
  tokens: readonly Address[]
  children: ReactNode
}) {
  const client = useClient()
  const reportFault = useReportFault()
  const listed = useContractNames(networkId)
  const outer = use(TokenNames)
  const [names, setNames] = useState<ReadonlyMap<string, ContractName>>(new Map())
  const unlisted = [...new Set(tokens.map(token => token.toLowerCase()))].filter(
    token => listed(asAddress(token)) === null,
  )
  const asked = unlisted.join()
  useEffect(() => {
    let current = true
    for (const token of asked === '' ? [] : asked.split(','))
      readContractName(client, networkId, asAddress(token))
        .then(found => {
          if (current && found !== null && found.symbol + found.name !== '')
            setNames(before => new Map(before).set(token, found))
        })
        // The amount stays in the smallest unit and says so.
        .catch(reportFault)
    return () => {
      current = false
    }
  }, [asked, networkId, client, reportFault])
  const all = useMemo(() => new Map([...outer, ...names]), [outer, names])
  return <TokenNames value={all}>{children}</TokenNames>
}

function asAddress(token: string): Address {
  return `0x${token.slice(2)}`
}
