import { risk } from './risk'
import { farFuture, type TypedDataRule } from './typed-data-facts'

/** One signature, no fee, and all of a token may be taken: more so when it never ends. */
export const permitAmount: TypedDataRule = ({ meaning }) => {
  const unlimited = meaning?.spends.filter(({ isUnlimited }) => isUnlimited) ?? []
  const neverEnds = meaning?.validUntil === null || (meaning?.validUntil ?? 0n) >= farFuture
  return unlimited.map(({ token }) => risk(neverEnds ? 'danger' : 'caution', 'permit-unlimited', { token }))
}
