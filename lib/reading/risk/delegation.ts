import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** ERC-7710: a delegation to this address can be used by anyone. */
const anyone = '0x0000000000000000000000000000000000000a11'

/**
 * Risk of a delegation: the delegate acts as the account, limited only by the delegation's caveats.
 * @see ERC-7710
 */
export const delegation: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'delegation') return []
  const { caveats } = typedData.message
  const isBounded = Array.isArray(caveats) && caveats.length > 0
  const delegate = meaning.spender ?? ''
  return [
    isBounded ? risk('danger', 'delegation', { delegate }) : risk('danger', 'delegation-unbounded', { delegate }),
    ...(meaning.spender === anyone ? [risk('danger', 'delegation-to-anybody')] : []),
  ]
}
