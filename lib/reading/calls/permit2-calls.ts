import type { Address } from 'viem'
import type { Asset, Effect } from '@/lib/base/effects'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AbiValue, hexOf, listOf, numberOf } from './abi-values'
import { allowed, limitOf, moved, revoked } from './effect-makers'
import type { CallSite, StructuredFunction } from './inner-call'
import { permit2Address } from './published-contracts'

/** Functions of Permit2 that hand in a signed allowance, or move several tokens at once. */

const details = '(address,uint160,uint48,uint48)'
const unlimited = (1n << 160n) - 1n

/**
 * The allowances of one permit of Permit2. Nothing is told of a permit whose owner neither is the account nor calls.
 * @param given `PermitDetails` of each token
 */
export function permit2Allowances(
  owner: Address,
  spender: Address,
  given: readonly AbiValue[],
  { account, caller }: Pick<CallSite, 'account' | 'caller'>,
): Effect[] {
  if (owner !== account && owner !== caller) return []
  const whose = owner === account ? undefined : owner
  return given.map(each => {
    const [token, amount, until] = listOf(each)
    const asset: Asset = { kind: 'token', address: hexOf(token) }
    const most = numberOf(amount)
    if (most === 0n) return revoked(asset, 0n, spender, whose)
    return allowed(asset, most === unlimited ? 'all' : limitOf(most), spender, { until: numberOf(until), owner: whose })
  })
}

/** Anybody can write a contract with these functions: only of Permit2 itself they are known to do this. */
const isPermit2 = ({ target }: CallSite) => target === permit2Address

const permit = (isBatch: boolean): StructuredFunction => ({
  name: 'permit',
  types: `address,(${isBatch ? `${details}[]` : details},address,uint256),bytes`,
  read([owner, given], site) {
    const [tokens, spender] = listOf(given)
    const list = isBatch ? listOf(tokens) : [listOf(tokens)]
    return isPermit2(site)
      ? { effects: permit2Allowances(hexOf(owner), hexOf(spender), list, site), isWhole: true }
      : null
  },
})

export const permit2Functions: Readonly<Record<string, StructuredFunction>> = {
  [selectors.permit2Permit]: permit(false),
  [selectors.permit2PermitBatch]: permit(true),
  [selectors.permit2TransferFromBatch]: {
    name: 'transferFrom',
    types: '(address,address,uint160,address)[]',
    read([list], site) {
      if (!isPermit2(site)) return null
      const effects = listOf(list).flatMap(each => {
        const [from, to, amount, token] = listOf(each)
        return moved({ kind: 'token', address: hexOf(token) }, numberOf(amount), hexOf(from), hexOf(to), site.account)
      })
      return { effects, isWhole: true }
    },
  },
}
