import { plainLetters } from '@/lib/reading/hosts/plain-letters'

/** The name by which tokens of a chain with symbols that read the same are found. */
export function tokenName(chainId: number, symbol: string): string {
  return `${chainId}:${plainLetters(symbol)}`
}

/** The name by which chains with names that read the same are found: `Base Mainnet` and `BASE` are `base`. */
export function chainName(name: string): string {
  return plainLetters(name)
    .replace(/\b(?:mainnet|network|chain|one|era)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
