import { useEffect, useState } from 'react'
import type { Hash } from 'viem'
import { useClient, useConnection } from 'wagmi'
import { isMessagingProvider } from './wallet-transport.ts'
import { type LevelChange, watchTransactionLevels } from './watch-transaction-levels.ts'

export interface UseTransactionLevelsReturn {
  /** The level now; `undefined` before the first is known. */
  level: LevelChange['level'] | undefined
  /** The event of the last change, if that was a fall. */
  event: LevelChange['event'] | undefined
  /** Every change so far, in order. */
  changes: readonly LevelChange[]
  /** The error of the last reading that failed. */
  error: unknown
}

const nothing: { changes: readonly LevelChange[]; error: unknown } = { changes: [], error: undefined }

/**
 * Follows the level of a transaction while the component is shown: over the connected wallet where that is Prelude,
 * otherwise over the client of wagmi's configuration.
 * @param hash of the transaction; nothing is followed while it is undefined
 * @param chainId by default the chain of the connection
 * @example
 * const { data: hash } = useSendTransaction()
 * const { level, event } = useTransactionLevels({ hash })
 */
export function useTransactionLevels({
  hash,
  chainId,
}: {
  hash: Hash | undefined
  chainId?: number
}): UseTransactionLevelsReturn {
  const { connector } = useConnection()
  const client = useClient(chainId === undefined ? {} : { chainId })
  const [state, setState] = useState(nothing)

  useEffect(() => {
    setState(nothing)
    if (hash === undefined || client === undefined) return undefined
    let isOver = false
    let unwatch = () => {}
    const begin = (provider: unknown) => {
      if (isOver) return
      unwatch = watchTransactionLevels(client, {
        hash,
        ...(isMessagingProvider(provider) ? { provider } : {}),
        onLevel: change => setState(before => ({ ...before, changes: [...before.changes, change] })),
        onError: error => setState(before => ({ ...before, error })),
      })
    }
    // A connector that has no provider yet is no reason not to read the chain.
    Promise.resolve(connector?.getProvider()).then(begin, () => begin(undefined))
    return () => {
      isOver = true
      unwatch()
    }
  }, [hash, client, connector])

  const last = state.changes.at(-1)
  return { level: last?.level, event: last?.event, ...state }
}
