import type { Address } from 'viem'
import type { Act } from '@/lib/base/effects'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import { type ContractLookup, isContract, runsCode } from '@/lib/reading/calls/contracts'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import { allActs, type Holdings } from './effect-facts'
import { effectRisks } from './effects'
import { type Risk, risk, worstFirst } from './risk'

/** Far above what is usual on the network, or high where the usual fee is not known. */
export type FeeDanger = 'far-above-usual' | 'unproven'

/** What the rules below look at. `null`: not known. */
export interface RiskFacts {
  account: Address
  /** The transaction, or each of several. */
  transactions: readonly Pick<TransactionRequest, 'to' | 'data' | 'allowance'>[]
  /** Each of them as it is read. */
  acts: readonly Act[]
  purpose: TransactionPurpose
  /** The nonce that a site or the person chose. */
  nonce: number | undefined
  /** The nonce it would get if none were given. */
  expectedNonce: number | null
  /** A nonce that was chosen, and is used or held by another transaction. */
  takenNonce: number | null
  /** The lowest nonce before its own that nothing holds. */
  freeNonce: number | null
  simulation: Simulation
  /** Wei left on the pending state after everything; negative is a shortfall. */
  remaining: bigint | null
  /** The danger of the chosen fee. */
  feeDanger: FeeDanger | null
  /** The chosen fee is near what this network asked for before. */
  feeIsUsual: boolean
  /** Wei that it may cost, that it pays in the chain's own currency, and that the account has. `null`: not known. */
  cost: { fee: bigint; value: bigint; balance: bigint | null } | null
  /** The given gas is less than the estimate. */
  gasIsLow: boolean
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts: readonly Address[]
  contractOf: ContractLookup
  holdings: Holdings
  /** The money there is on this chain. */
  money: KnownMoney
}

/** The risks of a transaction or of several, worst first, each once. */
export function findRisks(facts: RiskFacts): Risk[] {
  const { simulation } = facts
  const isTried = simulation.status === 'succeeds' && simulation.complete
  const found = worstFirst([
    ...moneyRisks(facts),
    ...callRisks(facts),
    ...effectRisks({ ...facts, simulated: isTried ? simulation.effects : null }),
    ...nonceRisks(facts),
    ...delegateRisks(facts),
  ])
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()]
}

/** Wei, of any chain's own currency. A smaller fee is not high. */
const highFee = 10n ** 16n
/** A usual fee that is a smaller part of what the account has is not high: some coins are worth little. */
const highPartOfBalance = 1_000n
/** Wei. A smaller fee is not high beside any amount. */
const smallFee = 10n ** 14n

function feeRisks({ feeDanger, feeIsUsual, cost, money }: RiskFacts): Risk[] {
  if (cost === null) return []
  const { fee, value, balance } = cost
  const values = { fee: fee.toString(), symbol: money.nativeSymbol }
  const beside = fee < smallFee || value === 0n ? [] : besideAmount(fee, value)
  if (feeDanger === 'far-above-usual') return [risk('danger', 'fee-above-ceiling', values), ...beside]
  if (feeDanger === 'unproven') return [risk('danger', 'fee-unproven', values), ...beside]
  // The balance is the endpoint's word, so it excuses only a fee that was usual before.
  const isCheap = feeIsUsual && balance !== null && fee * highPartOfBalance < balance
  const isHigh = fee >= highFee && !isCheap
  return isHigh ? [risk('caution', 'fee-high', values), ...beside] : beside
}

/** In steps, so that the digest stays while the fee moves a little. */
function besideAmount(fee: bigint, value: bigint): Risk[] {
  if (fee * 5n < value) return []
  if (fee * 2n < value) return [risk('caution', 'fee-fifth-of-amount')]
  if (fee < value) return [risk('caution', 'fee-half-of-amount')]
  const times = fee / value
  if (times === 1n) return [risk('caution', 'fee-above-amount')]
  const step = 10n ** BigInt(times.toString().length - 1)
  return [risk('caution', 'fee-times-amount', { times: ((times / step) * step).toString() })]
}

function moneyRisks(facts: RiskFacts): Risk[] {
  const { remaining, gasIsLow } = facts
  return [
    ...(remaining !== null && remaining < 0n ? [risk('danger', 'insufficient-funds')] : []),
    ...feeRisks(facts),
    ...(gasIsLow ? [risk('caution', 'gas-low')] : []),
  ]
}

function callRisks({ transactions, acts, simulation, contractOf }: RiskFacts): Risk[] {
  const risks: Risk[] = []
  // Missing money has a sentence of its own.
  if (simulation.status === 'reverts' && simulation.code !== 'funds-low') {
    const { reason, code = '', calls = [] } = simulation
    // Another call that fails is another decision.
    risks.push(risk('danger', 'would-fail', { reason, code, calls: calls.map(({ index }) => index + 1).join() }))
  }
  if (simulation.status === 'unavailable') risks.push(risk('caution', 'simulation-unavailable'))
  for (const { effects, function: called } of allActs(acts)) {
    if (effects.some(effect => effect.kind === 'unknown' && effect.reason === 'unreadable-call'))
      risks.push(risk('danger', 'unreadable-call', { function: called?.name ?? '' }))
    if (effects.some(({ kind }) => kind === 'creates')) risks.push(risk('caution', 'creates-contract'))
  }
  for (const { to, data, allowance } of transactions) {
    if (to !== null && data !== '0x' && runsCode(contractOf(to)?.code ?? null) === false)
      risks.push(risk('caution', 'call-without-contract'))
    if (allowance?.proposed != null && allowance.asked === data) risks.push(risk('danger', 'allowance-far-above'))
  }
  // Without a limit is far above too, and says more.
  const isUnlimited = allActs(acts).some(({ effects }) =>
    effects.some(effect => effect.kind === 'allows' && effect.amount === 'all'),
  )
  return isUnlimited ? risks.filter(({ code }) => code !== 'allowance-far-above') : risks
}

/** Proxies whose code is named by their own storage: an account that runs one has none there. */
const slotProxies: ReadonlySet<string> = new Set(['upgradeable', 'beacon'])

/** Risks of the contract whose code the account would run. Code that the endpoint does not show counts as no code. */
function delegateRisks({ purpose, acts, contractOf }: RiskFacts): Risk[] {
  const [act] = acts
  if (purpose !== 'delegate' || act === undefined || act.target === null) return []
  const contract = contractOf(act.target)
  if (isContract(contract?.code ?? null) !== true) return [risk('danger', 'delegate-without-code')]
  return slotProxies.has(contract?.proxy?.kind ?? '') ? [risk('danger', 'delegate-is-proxy')] : []
}

/** A nonce that a site or a person chose; the wallet's own replacements have theirs for a reason that is shown. */
function nonceRisks({ nonce, purpose, expectedNonce, takenNonce, freeNonce }: RiskFacts): Risk[] {
  if (purpose !== 'send') return []
  const gap = freeNonce === null ? [] : [risk('caution', 'nonce-gap', { free: String(freeNonce) })]
  if (nonce === undefined) return gap
  const values = { nonce: String(takenNonce ?? nonce), expected: String(expectedNonce ?? '') }
  // Takes the place of another transaction, or fails.
  if (takenNonce !== null) return [risk('caution', 'nonce-used', values)]
  // Waits until the nonces before it are filled.
  if (expectedNonce !== null && nonce > expectedNonce) return [risk('caution', 'nonce-ahead', values), ...gap]
  if (gap.length > 0) return gap
  return [risk('note', 'nonce-fixed', values)]
}
