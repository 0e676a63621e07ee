import type { Address } from 'viem'
import type { Act, Effect } from '@/lib/values/effects'
import type { TypedDataKind, TypedDataMeaning } from './typed-data-meaning'

/** Kinds that fix who gets the money: they are payments, however they are handed in. */
const payments: ReadonlySet<TypedDataKind> = new Set([
  'transfer-authorization',
  'receive-authorization',
  'permit2-x402-exact',
  'permit2-x402-upto',
  'escrow-payment',
])

/**
 * Returns typed data as an act, so that the same rules hold for a signature as for a transaction.
 * @param account the signer, in lower case
 * @param target the verifying contract
 */
export function typedDataAct(
  { kind, owner, spender, recipient, spends, validUntil, period }: TypedDataMeaning,
  { account, target }: { account: Address; target: Address | null },
): Act {
  const isOwn = owner === null || owner === account
  const effects = spends.flatMap(({ token, amount, isUnlimited }): Effect[] => {
    const asset = { kind: 'token', address: token } as const
    if (!isOwn) return []
    if (payments.has(kind) && recipient !== null)
      return [{ source: 'stated', kind: 'pays', asset, amount: isUnlimited ? 'all' : amount, to: recipient }]
    const most = isUnlimited ? 'all' : amount
    return [
      {
        ...{ source: 'stated', kind: 'allows', asset, amount: most, taker: spender },
        ...{ until: validUntil, every: period, adds: false },
      },
    ]
  })
  return { target, value: 0n, function: null, effects, inner: [] }
}
