import type { Address, Hex } from 'viem'
import { type Asset, type Effect, type EffectAmount, type EffectOf, unlimitedAllowance } from '@/lib/base/effects'

/** Effects that calldata states, with addresses in lower case. */

/** Seen from the account: a move that it pays for, one that it gets, or one among others; nothing where it stays. */
export function moved(asset: Asset, amount: EffectAmount, from: Address, to: Address, account: Address): Effect[] {
  const [giver, taker] = [lower(from), lower(to)]
  if (giver === account && taker === account) return []
  if (giver === account) return [{ source: 'stated', kind: 'pays', asset, amount, to: taker }]
  if (taker === account) return [{ source: 'stated', kind: 'receives', asset, amount, from: giver }]
  return [{ source: 'stated', kind: 'moves', asset, amount, from: giver, to: taker }]
}

export function allowed(
  asset: Asset,
  amount: EffectAmount,
  taker: Address,
  { until = null, adds = false, owner }: { until?: bigint | null; adds?: boolean; owner?: Address | undefined } = {},
): Effect {
  const whose = owner === undefined ? {} : { owner }
  return { source: 'stated', kind: 'allows', asset, amount, taker: lower(taker), until, every: null, adds, ...whose }
}

/** @param owner whose allowance, where it is not the account's own */
export function revoked(
  asset: Asset,
  left: bigint | 'unknown',
  taker: Address | null,
  owner?: Address | undefined,
): Effect {
  const whose = owner === undefined ? {} : { owner }
  return { source: 'stated', kind: 'revokes', asset, left, taker: taker === null ? null : lower(taker), ...whose }
}

export function unknown(reason: EffectOf<'unknown'>['reason'], target: Address | null, selector: Hex | null): Effect {
  return { source: 'stated', kind: 'unknown', reason, target, selector }
}

/** An amount so large that it limits nothing counts as unlimited. */
export function limitOf(amount: EffectAmount): EffectAmount {
  return typeof amount === 'bigint' && amount >= unlimitedAllowance ? 'all' : amount
}

/** Without the schemas that `lib/base/hex` brings: pages read calls before they load those. */
export function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
