import { type Risk, risk } from './risk'

/**
 * Risks of the spender of an allowance. The owner of a plain account can take the tokens at will; a contract that the
 * person never used may be hostile.
 * @param spender `isContract` is `null` if it is not known
 */
export function allowanceSpender(spender: { isContract: boolean | null; isFirstTime: boolean }): Risk[] {
  if (spender.isContract === false) return [risk('danger', 'allowance-to-account')]
  return spender.isFirstTime ? [risk('caution', 'allowance-to-new-contract')] : []
}
