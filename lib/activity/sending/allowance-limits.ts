import type { Address } from 'viem'
import { type Effect, unlimitedAllowance } from '@/lib/base/effects'
import { isSameAddress, lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { ContractLookup } from '@/lib/reading/calls/contracts'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

/** An allowance of more than this many times what there is to take is far above it. */
const farAbove = 10n

/** The transactions a decision is about; none where it is about something else. */
export function callsOf(request: ApprovalRequest): readonly TransactionRequest[] {
  if (request.kind === 'calls') return request.calls
  return request.kind === 'transaction' ? [request.transaction] : []
}

/** The same request with other transactions, as many as before. */
export function withCalls(request: ApprovalRequest, calls: readonly TransactionRequest[]): ApprovalRequest {
  if (request.kind === 'calls') return { ...request, calls: [...calls] }
  const [transaction] = calls
  return request.kind === 'transaction' && transaction !== undefined ? { ...request, transaction } : request
}

/** The tokens that somebody is to be allowed to take, with nothing said about the amount yet. */
export function tokensToLimit(calls: readonly TransactionRequest[]): Address[] {
  return calls.flatMap(call => (call.allowance === undefined ? (readAllowance(call)?.token ?? []) : []))
}

/**
 * The same calls, with what is enough in place of an allowance without limit or far above what there is: what the calls
 * after it take, as simulated, or else what the account has. `null` where nothing is to be changed, or nobody knows
 * what would be enough.
 */
export function proposeLimits(
  calls: readonly TransactionRequest[],
  known: {
    /** The account's pending balances, by the token's address in lower case. */
    balances: ReadonlyMap<string, bigint>
    /** The effects of each call, where the calls were simulated. */
    effects: readonly (readonly Effect[])[]
    contractOf: ContractLookup
  },
): TransactionRequest[] | null {
  const limited = calls.map((call, index) => {
    const allowance = call.allowance === undefined ? readAllowance(call) : null
    // The amount of what has no decimals may be the number of an item (ERC-721): it is never touched.
    if (allowance === null || !known.contractOf(allowance.token)?.decimals) return call
    const token = lowerCaseAddress(allowance.token)
    const taken = takenAfter(index, token, calls, known.effects)
    const balance = known.balances.get(token) ?? 0n
    const enough = taken || balance
    const most = taken > balance ? taken : balance
    const data = allowance.with(enough)
    if (enough === 0n || data === null) return call
    if (allowance.amount < unlimitedAllowance && allowance.amount <= most * farAbove) return call
    const proposed = { amount: toQuantity(enough), from: taken === 0n ? ('balance' as const) : ('calls' as const) }
    return { ...call, data, allowance: { asked: call.data, proposed } }
  })
  return limited.every((call, index) => call === calls[index]) ? null : limited
}

/** How much of a token the calls after this one take. What the account sends by itself needs no allowance. */
function takenAfter(
  index: number,
  token: Address,
  calls: readonly TransactionRequest[],
  effects: readonly (readonly Effect[])[],
): bigint {
  let taken = 0n
  for (const [later, { to }] of calls.entries())
    if (later > index && to !== null && !isSameAddress(to, token))
      for (const effect of effects[later] ?? []) taken += netPayment(effect, token)
  return taken > 0n ? taken : 0n
}

/** What a simulated effect takes of a token, negative for what it brings. */
function netPayment(effect: Effect, token: Address): bigint {
  if ((effect.kind !== 'pays' && effect.kind !== 'receives') || typeof effect.amount !== 'bigint') return 0n
  if (effect.asset.kind !== 'token' || effect.asset.address !== token) return 0n
  return effect.kind === 'pays' ? effect.amount : -effect.amount
}

/**
 * The call with another allowance; `null`: what was asked for. It stays known what that was.
 * @returns `null` where it allows no amount, or that amount does not fit
 */
export function withAllowance(call: TransactionRequest, amount: bigint | null): TransactionRequest | null {
  const { asked, proposed } = call.allowance ?? { asked: call.data, proposed: null }
  const allowance = readAllowance({ ...call, data: asked })
  const data = amount === null ? asked : allowance?.with(amount)
  return allowance === null || data == null ? null : { ...call, data, allowance: { asked, proposed } }
}
