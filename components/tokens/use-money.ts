import { useSlice } from '@/components/app'
import { type KnownMoney, knownMoney } from '@/lib/reading/tokens/known-money'

/** The currency and listed tokens of the selected chain, to compare other tokens with. */
export function useMoney(): KnownMoney {
  const tokens = useSlice('tokens') ?? []
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const network = networks.find(({ id }) => id === selection?.networkId)
  return knownMoney(network?.chainId ?? null, network?.symbol ?? '', tokens)
}
