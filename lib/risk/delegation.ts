import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** ERC-7710: this delegate is anybody. */
const anybody = '0x0000000000000000000000000000000000000a11'

/** A delegation lets another act as the account, within its caveats or without any. */
export const delegation: TypedDataRule = ({ typedData, meaning }) => {
  if (meaning?.kind !== 'delegation') return []
  const { caveats } = typedData.message
  const isBounded = Array.isArray(caveats) && caveats.length > 0
  const delegate = meaning.spender ?? ''
  return [
    isBounded ? risk('danger', 'delegation', { delegate }) : risk('danger', 'delegation-unbounded', { delegate }),
    ...(meaning.spender === anybody ? [risk('danger', 'delegation-to-anybody')] : []),
  ]
}
