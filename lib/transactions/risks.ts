import type { Address } from 'viem'
import type { Description, Risk, Simulation, TransactionPurpose, TransactionRequest } from '@/lib/approvals/types'
import { type KnownToken, tokensOf } from '@/lib/decoding/describe'
import { allowanceSpender } from '@/lib/risk/allowance-spender'
import { burnAddress } from '@/lib/risk/burn-address'
import { lookAlikeAddress } from '@/lib/risk/look-alike-address'
import { lookAlikeToken } from '@/lib/risk/look-alike-token'
import { risk, worstFirst } from '@/lib/risk/risk'
import type { KnownMoney } from '@/lib/tokens/known-money'
import { lowerCaseAddress } from '@/lib/values/hex'

/** What the rules below look at. `null` = not known. */
export interface RiskFacts {
  transaction: Pick<TransactionRequest, 'to' | 'data' | 'nonce' | 'allowance'>
  purpose: TransactionPurpose
  /** The nonce it would get if none were given. */
  expectedNonce: number | null
  description: Description
  simulation: Simulation
  /** Wei left on the pending state after everything; negative is a shortfall. */
  remaining: bigint | null
  /** The endpoint's figures are far above what is usual on this chain. */
  feeIsIncredible: boolean
  /** The given gas is less than the estimate. */
  gasIsLow: boolean
  recipientHasCode: boolean | null
  /** The account of a person that borrowed code (EIP-7702) is none. */
  counterpartyIsContract: boolean | null
  /** Whoever gets something is a token. */
  counterpartyIsToken: boolean
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts: readonly Address[]
  /** What a token calls itself, where that is known. */
  tokenOf(address: Address): KnownToken | null
  /** What money there is on this chain. */
  money: KnownMoney
}

/** What is wrong with a transaction, worst first. */
export function findRisks(facts: RiskFacts): Risk[] {
  return worstFirst([
    ...moneyRisks(facts),
    ...callRisks(facts),
    ...tokenRisks(facts),
    ...counterpartyRisks(facts),
    ...nonceRisks(facts),
  ])
}

function moneyRisks({ remaining, feeIsIncredible, gasIsLow }: RiskFacts): Risk[] {
  return [
    ...(remaining !== null && remaining < 0n ? [risk('danger', 'insufficient-funds')] : []),
    ...(feeIsIncredible ? [risk('danger', 'fee-above-ceiling')] : []),
    ...(gasIsLow ? [risk('caution', 'gas-low')] : []),
  ]
}

function callRisks({ transaction, simulation, description, recipientHasCode }: RiskFacts): Risk[] {
  const risks: Risk[] = []
  // Missing money has a sentence of its own.
  if (simulation.status === 'reverts' && simulation.code !== 'funds-low') {
    const { reason, code = '', calls = [] } = simulation
    // Another call that fails is another decision.
    risks.push(risk('danger', 'would-fail', { reason, code, calls: calls.map(({ index }) => index + 1).join() }))
  }
  if (simulation.status === 'unavailable') risks.push(risk('caution', 'simulation-unavailable'))
  if (description.code === 'unreadable-call')
    risks.push(risk('danger', 'unreadable-call', { function: description.values.function ?? '' }))
  if (description.code === 'create-contract') risks.push(risk('caution', 'creates-contract'))
  if (transaction.data !== '0x' && recipientHasCode === false) risks.push(risk('caution', 'call-without-contract'))
  return risks
}

/** Descriptions of money that goes away, and of allowances to take it. */
const sends: ReadonlySet<string> = new Set([
  'send-native',
  'send-token',
  'send-token-memo',
  'move-token',
  'move-item',
  'move-items',
])
const allows: ReadonlySet<string> = new Set(['allow-token', 'allow-more', 'allow-unlimited', 'allow-everything'])

function counterpartyRisks(facts: RiskFacts): Risk[] {
  const { transaction, description, counterpartyIsContract, counterpartyIsToken, contacts } = facts
  const { code, counterparty } = description
  if (counterparty === null) return []
  const isFirstTime = !contacts.some(contact => contact.toLowerCase() === counterparty.toLowerCase())
  const risks: Risk[] = []
  if (sends.has(code)) {
    risks.push(...burnAddress(counterparty), ...lookAlikeAddress(counterparty, contacts))
    // The network's currency may well go to a token: that is how it is wrapped.
    if (code !== 'send-native' && (counterpartyIsToken || counterparty.toLowerCase() === transaction.to?.toLowerCase()))
      risks.push(risk('danger', 'recipient-is-token'))
  }
  if (allows.has(code)) {
    if (code === 'allow-everything') risks.push(risk('danger', 'allowance-of-everything'))
    if (code === 'allow-unlimited') risks.push(risk('danger', 'allowance-unlimited'))
    else if (transaction.allowance?.proposed != null && transaction.allowance.asked === transaction.data)
      risks.push(risk('danger', 'allowance-far-above'))
    risks.push(...allowanceSpender({ isContract: counterpartyIsContract, isFirstTime }))
  } else if (isFirstTime) risks.push(risk('note', 'first-time-counterparty'))
  return risks
}

/** Tokens that go, come, or may be taken, under the name of other money. Of what is taken back nothing can be lost. */
function tokenRisks({ transaction, description, simulation, tokenOf, money }: RiskFacts): Risk[] {
  const { code, values } = description
  const given = sends.has(code) || allows.has(code) ? tokensOf(transaction).filter(each => each === values.token) : []
  const moved =
    simulation.status === 'succeeds'
      ? simulation.changes.flatMap(({ asset, amount }) =>
          asset.kind === 'token' && amount !== '0' ? [asset.address] : [],
        )
      : []
  return [...new Set([...given, ...moved].map(lowerCaseAddress))].flatMap(address => {
    const known = tokenOf(address)
    return known === null ? [] : lookAlikeToken({ address, name: '', ...known }, money)
  })
}

/** A nonce that a site or a person chose; the wallet's own replacements have theirs for a reason that is shown. */
function nonceRisks({ transaction: { nonce }, purpose, expectedNonce }: RiskFacts): Risk[] {
  if (nonce === undefined || purpose !== 'send') return []
  const values = { nonce: String(nonce), expected: String(expectedNonce ?? '') }
  // Takes the place of another transaction, or fails.
  if (expectedNonce !== null && nonce < expectedNonce) return [risk('caution', 'nonce-used', values)]
  // Waits until somebody fills what is missing before it.
  if (expectedNonce !== null && nonce > expectedNonce) return [risk('caution', 'nonce-ahead', values)]
  return [risk('note', 'nonce-fixed', values)]
}
