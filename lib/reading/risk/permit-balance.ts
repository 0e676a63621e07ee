import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** An amount above this multiple of the balance is far above it. */
const farAbove = 10n

/** Risk of an amount far above what the account has: a smaller one would do. An unlimited one has a risk of its own. */
export const permitBalance: TypedDataRule = ({ meaning, account, balanceOf }) => {
  if (meaning === null || (meaning.owner !== null && meaning.owner !== account)) return []
  return meaning.spends.flatMap(({ token, amount, isUnlimited }) => {
    const balance = balanceOf(token)
    if (isUnlimited || balance === null || amount <= balance * farAbove) return []
    return [risk(balance === 0n ? 'caution' : 'danger', 'permit-far-above', { token })]
  })
}
