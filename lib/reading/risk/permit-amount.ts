import { risk } from './risk'
import { farFuture, type TypedDataRule } from './typed-data-facts'

/** Risk of an unlimited amount; a danger if the permission never ends. */
export const permitAmount: TypedDataRule = ({ meaning }) => {
  const unlimited = meaning?.spends.filter(({ isUnlimited }) => isUnlimited) ?? []
  const neverEnds = meaning?.validUntil === null || (meaning?.validUntil ?? 0n) >= farFuture
  return unlimited.map(({ token }) => risk(neverEnds ? 'danger' : 'caution', 'permit-unlimited', { token }))
}
