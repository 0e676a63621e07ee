import { lookAlikeAddress } from './look-alike-address'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Risks of orders to an exchange that keeps its own books: money sent, and an agent that trades. */
export const exchangeMoves: TypedDataRule = ({ meaning, account, contacts, isOwn }) => {
  if (meaning === null) return []
  const { kind, spender, recipient } = meaning
  if (kind === 'exchange-agent')
    return spender === null || spender === account ? [] : [risk('danger', 'exchange-agent', { agent: spender })]
  if (kind !== 'exchange-transfer' && kind !== 'exchange-withdrawal') return []
  if (recipient !== null && isOwn(recipient)) return []
  return [risk('caution', 'exchange-transfer'), ...(recipient === null ? [] : lookAlikeAddress(recipient, contacts))]
}
