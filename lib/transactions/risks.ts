import type { Description, Risk, Simulation, TransactionRequest } from '@/lib/approvals/types'

/** What the rules below look at. `null` = not known. */
export interface RiskFacts {
  transaction: Pick<TransactionRequest, 'to' | 'data' | 'nonce'>
  description: Description
  simulation: Simulation
  /** Wei left on the pending state after everything; negative is a shortfall. */
  remaining: bigint | null
  /** The endpoint's figures are far above what is usual on this chain. */
  feeIsIncredible: boolean
  /** The given gas is less than the estimate. */
  gasIsLow: boolean
  recipientHasCode: boolean | null
  /** Nothing was ever sent to the counterparty from this account. */
  isFirstTime: boolean
}

/**
 * What is wrong with a transaction, worst first; codes are keys of the message catalogue (`risk_<code>`).
 */
export function findRisks(facts: RiskFacts): Risk[] {
  const { description, simulation, remaining } = facts
  const risks: Risk[] = []
  const add = (level: Risk['level'], code: string, values: Record<string, string> = {}): void => {
    risks.push({ code, level, values })
  }

  if (remaining !== null && remaining < 0n) add('danger', 'insufficient-funds')
  if (facts.feeIsIncredible) add('danger', 'fee-above-ceiling')
  if (simulation.status === 'reverts' && simulation.code !== 'funds-low')
    add('danger', 'would-fail', { reason: simulation.reason, code: simulation.code ?? '' })
  if (description.code === 'unreadable-call')
    add('danger', 'unreadable-call', { function: description.values.function ?? '' })
  if (description.code === 'allow-everything') add('danger', 'allowance-of-everything')
  if (description.code.startsWith('send-token') && isTokenItself(facts)) add('danger', 'recipient-is-token')

  if (description.code === 'allow-unlimited') add('caution', 'allowance-unlimited')
  if (simulation.status === 'unavailable') add('caution', 'simulation-unavailable')
  if (facts.gasIsLow) add('caution', 'gas-low')
  if (description.code === 'create-contract') add('caution', 'creates-contract')
  if (description.code === 'call-contract' && facts.recipientHasCode === false) add('caution', 'call-without-contract')

  if (facts.transaction.nonce !== undefined) add('note', 'nonce-fixed', { nonce: String(facts.transaction.nonce) })
  if (facts.isFirstTime && description.counterparty !== null) add('note', 'first-time-counterparty')
  return risks
}

function isTokenItself({ transaction, description }: RiskFacts): boolean {
  return description.counterparty !== null && description.counterparty.toLowerCase() === transaction.to?.toLowerCase()
}
