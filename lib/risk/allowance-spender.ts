import type { Risk } from '@/lib/approvals/types'
import { risk } from './risk'

/** An allowance for an account is an invitation to whoever holds its key; for a contract the person never used, a question. */
export function allowanceSpender(spender: { isContract: boolean | null; isFirstTime: boolean }): Risk[] {
  if (spender.isContract === false) return [risk('danger', 'allowance-to-account')]
  return spender.isFirstTime ? [risk('caution', 'allowance-to-new-contract')] : []
}
