import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Signed by one account for the money of another, it is useless, or for something else than it says. */
export const permitOwner: TypedDataRule = ({ meaning, account }) =>
  meaning?.owner == null || meaning.owner === account
    ? []
    : [risk('caution', 'permit-of-another', { owner: meaning.owner })]
