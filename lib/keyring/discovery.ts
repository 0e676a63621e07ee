import { type Address, getAddress } from 'viem'
import { accountPath, type Numbering } from '@/lib/values/derivation-paths'
import { type Candidate, candidateAt, withPhrase } from './secret-accounts'
import type { OpenVault } from './unlocked'

/** Addresses that are asked about together. */
const discoveryWindow = 5
/** An endpoint that reports activity for every address ends here. */
const discoveryEnd = 200

/**
 * @param options `hasActivity` asks the network about an address; `gapLimit`: unused addresses in a row after which the
 * search of a numbering ends; `stillOpen` throws where the vault was locked meanwhile
 * @returns the addresses of a phrase with activity, among the first 200 of each numbering
 * @see BIP-44 §Account discovery
 */
export async function discoverCandidates(
  open: OpenVault,
  phraseId: string | undefined,
  options: {
    hasActivity(address: Address): Promise<boolean>
    gapLimit: number
    numberings: readonly Numbering[]
    stillOpen(): void
  },
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const numbering of options.numberings)
    found.push(...(await discoverNumbered(open, phraseId, numbering, options)))
  return found
}

async function discoverNumbered(
  open: OpenVault,
  phraseId: string | undefined,
  numbering: Numbering,
  { hasActivity, gapLimit, stillOpen }: Omit<Parameters<typeof discoverCandidates>[2], 'numberings'>,
): Promise<Candidate[]> {
  const active: Candidate[] = []
  for (let index = 0, unused = 0; unused < gapLimit && index < discoveryEnd; index += discoveryWindow) {
    stillOpen()
    const first = index
    const candidates = await withPhrase(open, phraseId, (seed, id) =>
      Array.from({ length: discoveryWindow }, (_, offset) =>
        candidateAt(seed, id, accountPath(numbering, first + offset)),
      ),
    )
    const used = await Promise.all(candidates.map(({ address }) => hasActivity(getAddress(address))))
    for (const [offset, candidate] of candidates.entries()) {
      if (unused >= gapLimit) break
      unused = used[offset] === true ? 0 : unused + 1
      if (used[offset] === true) active.push(candidate)
    }
  }
  return active
}
