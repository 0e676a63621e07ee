import { useSlice } from '@/components/client-context'
import { type Asset, assetsOf } from '@/components/send/assets'

/** What the selected account can be paid in and pay with: the network's own money first. */
export function useAssets(): Asset[] {
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(candidate => candidate.chainId === selection?.chainId)?.symbol ?? ''
  return assetsOf(symbol, balance ?? null, tokens)
}
