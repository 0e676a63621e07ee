import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Risk of several tokens in one signature: a valuable one is easily overlooked. */
export const permitTokens: TypedDataRule = ({ meaning }) => {
  const tokens = new Set(meaning?.spends.map(({ token }) => token))
  return tokens.size > 1 ? [risk('caution', 'permit-several-tokens', { count: String(tokens.size) })] : []
}
