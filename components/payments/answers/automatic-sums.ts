import type { PaymentLimitView } from '@/lib/language/http402'

/** Paid without asking in the last 24 hours, in the token's smallest unit. */
interface AutomaticSum extends Pick<PaymentLimitView, 'networkId' | 'token' | 'symbol' | 'decimals'> {
  spent: bigint
}

/** One sum for each token of each network. Tokens in which nothing was paid are left out, unless that is all. */
export function automaticSums(limits: readonly PaymentLimitView[]): AutomaticSum[] {
  const sums = new Map<string, AutomaticSum>()
  for (const { networkId, token, symbol, decimals, spentInDay } of limits) {
    const key = `${networkId}:${token}`
    const spent = (sums.get(key)?.spent ?? 0n) + BigInt(spentInDay)
    sums.set(key, { networkId, token, symbol, decimals, spent })
  }
  const all = [...sums.values()]
  const paid = all.filter(({ spent }) => spent > 0n)
  return paid.length > 0 ? paid : all.slice(0, 1)
}
