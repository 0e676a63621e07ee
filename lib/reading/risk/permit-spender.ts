import type { TypedDataKind } from '@/lib/reading/typed-data/typed-data-types'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Kinds whose spender is normally a contract. */
const forContracts: ReadonlySet<TypedDataKind> = new Set([
  'permit',
  'permit-all',
  'permit2-allowance',
  'permit2-transfer',
  'permit2-x402-exact',
  'permit2-x402-upto',
  'permit2-x402-deposit',
  'permit2-unknown-witness',
])

/** Risk of a spender without code: the owner of that account can take the tokens at will. Drainers ask for this. */
export const permitSpender: TypedDataRule = ({ meaning, account, hasCode }) => {
  const spender = meaning?.spender
  if (meaning === null || spender == null || !forContracts.has(meaning.kind)) return []
  if (!meaning.spends.some(({ amount }) => amount > 0n) || spender === account) return []
  return hasCode(spender) === false ? [risk('danger', 'permit-to-account', { spender })] : []
}
