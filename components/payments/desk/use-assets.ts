import { useSlice } from '@/components/app'
import { type Asset, assetsOf } from '@/components/send/assets'

/** The assets of the selected account, the network's currency first. */
export function useAssets(): Asset[] {
  const selection = useSlice('selection')
  const balance = useSlice('balance')
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const symbol = networks.find(candidate => candidate.id === selection?.networkId)?.symbol ?? ''
  return assetsOf(symbol, balance ?? null, tokens)
}
