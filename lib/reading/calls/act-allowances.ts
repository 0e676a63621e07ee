import { type Address, zeroAddress } from 'viem'
import type { Asset, Effect } from '@/lib/base/effects'
import type { KnownCall } from './calldata'
import { assetOfWord, type Contract, type Standard } from './contracts'
import { allowed, limitOf, lower, revoked } from './effect-makers'
import { permit2Address } from './published-contracts'

/** In lower case. */
export interface Parties {
  account: Address
  /** Who calls: the account, or a contract that it calls. */
  caller: Address
}

/** `null` for a call that is about no allowance, or whose contract is not known to read it like this. */
export function allowanceEffects(
  call: KnownCall,
  target: Address,
  contract: Contract | null,
  { account, caller }: Parties,
): Effect[] | null {
  const is = (standard: Standard) => contract?.standards.includes(standard) === true
  const isOnlyToken = is('erc20') && !is('erc721')
  const token: Asset = { kind: 'token', address: target }
  const collection: Asset = { kind: 'collection', address: target }
  const owner = caller === account ? undefined : caller
  switch (call.name) {
    case 'approve': {
      const { spender, amount: word } = call.args
      const { asset, amount } = assetOfWord(target, word, contract)
      // ERC-721, approve: the zero address takes the item's approval back. For an ERC-20 it allows nothing.
      if (lower(spender) === zeroAddress)
        return asset.kind === 'item' || isOnlyToken ? [revoked(asset, 0n, null, owner)] : null
      if (isOnlyToken && word === 0n) return [revoked(token, 0n, spender, owner)]
      return [allowed(asset, limitOf(amount), spender, { owner })]
    }
    case 'increaseAllowance':
    case 'increaseApproval':
      return [allowed(token, limitOf(call.args.amount), call.args.spender, { adds: true, owner })]
    case 'decreaseAllowance':
      return isOnlyToken ? [revoked(token, 'unknown', call.args.spender, owner)] : null
    case 'permit': {
      const { owner: holder, spender, amount: word } = call.args
      const owner = ownerIn(holder, { account, caller })
      if (owner === null) return []
      if (isOnlyToken && word === 0n) return [revoked(token, 0n, spender, owner)]
      const { asset, amount } = assetOfWord(target, word, contract)
      return [allowed(asset, limitOf(amount), spender, { owner })]
    }
    case 'permitAll': {
      const { owner: holder, spender, allowed: isAllowed } = call.args
      const owner = ownerIn(holder, { account, caller })
      if (owner === null) return []
      if (isAllowed) return [allowed(token, 'all', spender, { owner })]
      return isOnlyToken ? [revoked(token, 0n, spender, owner)] : null
    }
    case 'permit2Approve': {
      if (target !== permit2Address) return null
      const { token: of, spender, amount, expiration } = call.args
      const asset: Asset = { kind: 'token', address: lower(of) }
      if (amount === 0n) return [revoked(asset, 0n, spender, owner)]
      const all = amount === (1n << 160n) - 1n
      return [allowed(asset, all ? 'all' : limitOf(amount), spender, { until: expiration, owner })]
    }
    case 'setApprovalForAll':
    case 'setOperator': {
      const { operator, approved } = call.args
      if (approved) return [allowed(collection, 'all', operator, { owner })]
      const isKnown = call.name === 'setOperator' ? is('erc6909') : is('erc721') || is('erc1155')
      return isKnown ? [revoked(collection, 0n, operator, owner)] : null
    }
    case 'approveItems': {
      const { spender, id, amount } = call.args
      const asset: Asset = { kind: 'item', address: target, id }
      if (amount === 0n) return is('erc6909') ? [revoked(asset, 0n, spender, owner)] : null
      return [allowed(asset, limitOf(amount), spender, { owner })]
    }
    case 'authorizeOperator':
      return [allowed(token, 'all', call.args.operator, { owner })]
    case 'revokeOperator':
      return isOnlyToken ? [revoked(token, 0n, call.args.operator, owner)] : null
    default:
      return null
  }
}

/** Whose allowance a signed permit is: `undefined` the account's, `null` of one that the call does not speak for. */
function ownerIn(holder: Address, { account, caller }: Parties): Address | null | undefined {
  if (lower(holder) === account) return undefined
  return lower(holder) === caller ? caller : null
}
