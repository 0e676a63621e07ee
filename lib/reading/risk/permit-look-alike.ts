import { lookAlikeToken } from './look-alike-token'
import type { TypedDataRule } from './typed-data-facts'

/** Risk of a token that imitates other money: the person is shown the symbol that the token's contract gives. */
export const permitLookAlike: TypedDataRule = ({ meaning, metadataOf, money }) => {
  const tokens = new Set(meaning?.spends.filter(({ amount }) => amount > 0n).map(({ token }) => token))
  return [...tokens].flatMap(address => {
    const words = metadataOf(address)
    return words === null ? [] : lookAlikeToken({ address, ...words }, money)
  })
}
