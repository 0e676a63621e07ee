import type { TypedDataKind } from '@/lib/decoding/typed-data-meaning'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Kinds whose spender is a contract that keeps to rules, if all is well. */
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

/** Whoever holds the key of that account may take the money: drainers ask for this. */
export const permitSpender: TypedDataRule = ({ meaning, account, hasCode }) => {
  const spender = meaning?.spender
  if (meaning === null || spender == null || !forContracts.has(meaning.kind)) return []
  if (!meaning.spends.some(({ amount }) => amount > 0n) || spender === account) return []
  return hasCode(spender) === false ? [risk('danger', 'permit-to-account', { spender })] : []
}
