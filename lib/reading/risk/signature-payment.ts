import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/**
 * Note that the signature is a payment: the recipient can submit it at once.
 * @see EIP-3009
 */
export const signaturePayment: TypedDataRule = ({ meaning }) =>
  meaning?.kind === 'transfer-authorization' || meaning?.kind === 'receive-authorization'
    ? [risk('note', 'signature-is-payment')]
    : []
