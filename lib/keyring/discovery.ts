import { type Address, getAddress } from 'viem'
import { type Candidate, candidatesFrom, withPhrase } from './secret-accounts'
import type { OpenVault } from './unlocked'

/** Addresses that are asked about together. */
const discoveryWindow = 5
/** An endpoint that reports activity for every address ends here. */
const discoveryEnd = 200

/**
 * @param options `hasActivity` asks the network about an address; `gapLimit`: unused addresses in a row after which the
 * search ends; `stillOpen` throws where the vault was locked meanwhile
 * @returns the addresses of a phrase with activity, among the first 200
 * @see BIP-44 §Account discovery
 */
export async function discoverCandidates(
  open: OpenVault,
  phraseId: string | undefined,
  options: { hasActivity(address: Address): Promise<boolean>; gapLimit: number; stillOpen(): void },
): Promise<Candidate[]> {
  const { hasActivity, gapLimit, stillOpen } = options
  const active: Candidate[] = []
  for (let index = 0, unused = 0; unused < gapLimit && index < discoveryEnd; index += discoveryWindow) {
    stillOpen()
    const first = index
    const candidates = await withPhrase(open, phraseId, (seed, id) => candidatesFrom(seed, id, first, discoveryWindow))
    const used = await Promise.all(candidates.map(({ address }) => hasActivity(getAddress(address))))
    for (const [offset, candidate] of candidates.entries()) {
      if (unused >= gapLimit) break
      unused = used[offset] === true ? 0 : unused + 1
      if (used[offset] === true) active.push(candidate)
    }
  }
  return active
}
