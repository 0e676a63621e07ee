import { lookAlikeToken } from './look-alike-token'
import type { TypedDataRule } from './typed-data-facts'

/** It names its tokens by their contracts alone: what those call themselves is what the person is shown. */
export const permitLookAlike: TypedDataRule = ({ meaning, wordsOf, money }) => {
  const tokens = new Set(meaning?.spends.filter(({ amount }) => amount > 0n).map(({ token }) => token))
  return [...tokens].flatMap(address => {
    const words = wordsOf(address)
    return words === null ? [] : lookAlikeToken({ address, ...words }, money)
  })
}
