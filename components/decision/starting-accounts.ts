import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import type { ApprovalView, Slices } from '@/lib/language/ui'

/**
 * With which accounts the choice for a site begins: those that it sees already, in its order, so that none is lost by
 * agreeing; otherwise the one that the wallet shows. None before it is known which these are.
 */
export function startingAccounts(
  { requester, isConnected }: Pick<ApprovalView, 'requester' | 'isConnected'>,
  {
    accounts,
    askingSites,
    selection,
  }: { [Name in 'accounts' | 'askingSites' | 'selection']?: Slices[Name] | undefined },
): Address[] {
  const shown = selection == null ? [] : [selection.address]
  if (requester.kind !== 'site' || !isConnected) return shown
  const site = askingSites?.find(({ origin }) => origin === requester.origin)
  if (site === undefined || accounts === undefined) return []
  const seen = site.accounts
  const kept = seen.flatMap(
    address => accounts.find(each => !each.hidden && isSameAddress(each.address, address))?.address ?? [],
  )
  return kept.length === 0 ? shown : kept
}
