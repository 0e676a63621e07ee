import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** EIP-3009: looks like a signature, is a payment. */
export const unpromptedTransfer: TypedDataRule = ({ meaning }) =>
  meaning?.kind === 'transfer-authorization' || meaning?.kind === 'receive-authorization'
    ? [risk('note', 'signature-is-payment')]
    : []
