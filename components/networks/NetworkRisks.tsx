import { RiskLines } from '@/components/decision/Risks'
import { catalogue } from '@/components/moving/catalogue-facts'
import { addedNetwork } from '@/lib/reading/risk/added-network'

/** What the catalogue says against a network that is entered by hand: another's name, another currency or endpoint. */
export function NetworkRisks({
  chainId,
  name,
  symbol,
  http,
}: {
  chainId: number
  name: string
  symbol: string
  http: string
}) {
  if (name.trim() === '') return null
  const proposed = { chainId, name: name.trim(), symbol, rpcUrls: [http] }
  return <RiskLines risks={addedNetwork(proposed, catalogue.like(chainId, name))} />
}
