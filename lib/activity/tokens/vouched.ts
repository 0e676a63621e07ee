import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import { moneyOn } from '@/lib/reading/tokens/known-money'

/** @returns the tokens that the wallet or the person vouches for, in lower case, without hidden ones */
export async function vouchedOn(...asked: Parameters<typeof moneyOn>): Promise<Address[]> {
  const { tokens } = await moneyOn(...asked)
  return tokens
    .filter(({ source, hidden }) => source !== 'found' && !hidden)
    .map(({ address }) => lowerCaseAddress(address))
}
