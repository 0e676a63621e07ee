import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Risk of an owner other than the signer: such a signature is useless, or used for something else. */
export const permitOwner: TypedDataRule = ({ meaning, account }) =>
  meaning?.owner == null || meaning.owner === account
    ? []
    : [risk('caution', 'permit-of-another', { owner: meaning.owner })]
