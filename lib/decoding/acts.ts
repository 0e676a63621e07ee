import type { Address, Hex } from 'viem'
import {
  type Act,
  type Asset,
  type Effect,
  type EffectAmount,
  type EffectOf,
  type Power,
  unlimitedAllowance,
} from '@/lib/values/effects'
import { type KnownCall, readCalldata } from './calldata'
import { assetOfWord, type Contract, type ContractLookup, type Standard } from './contracts'
import { permit2Address } from './published-contracts'

/** A call of an account, as it is read into effects. */
export interface StatedCall {
  to: Address | null
  /** In wei. */
  value: bigint
  data: Hex
}

export interface ActContext {
  /** The account that calls. */
  account: Address
  contractOf: ContractLookup
}

/** More effects than these of one call are read as one effect of the collection. */
const mostEffects = 200
const zeroAddress: Address = `0x${'00'.repeat(20)}`

/**
 * Returns what a call says that it does. The words of calldata are read by what the contract is; where that is not
 * known, an amount is an amount or the number of an item. Nothing reassuring is read of a contract that is not known to
 * keep to the standard.
 */
export function readAct({ to, value, data }: StatedCall, { account, contractOf }: ActContext): Act {
  const context = { account: lower(account), contractOf }
  const target = to === null ? null : lower(to)
  const paid: Effect[] =
    value > 0n ? [{ source: 'stated', kind: 'pays', asset: { kind: 'native' }, amount: value, to: target }] : []
  // Without a recipient the data is the code of a new contract, not a call.
  if (target === null) return act(null, value, null, [...paid, { source: 'stated', kind: 'creates', address: null }])
  const calldata = readCalldata(data)
  switch (calldata.kind) {
    case 'none':
      return act(target, value, null, paid)
    case 'unknown': {
      const { selector } = calldata
      const named = selector === null ? null : { selector, name: null }
      return act(target, value, named, [...paid, unknown('unknown-call', target, selector)])
    }
    case 'unreadable': {
      const { selector, name } = calldata
      return act(target, value, { selector, name }, [...paid, unknown('unreadable-call', target, selector)])
    }
    case 'known': {
      const { selector, name, call } = calldata
      const read = effectsOfCall(call, target, context)
      return act(target, value, { selector, name }, [...paid, ...(read ?? [unknown('unknown-call', target, selector)])])
    }
  }
}

function act(target: Address | null, value: bigint, called: Act['function'], effects: Effect[]): Act {
  return { target, value, function: called, effects, inner: [] }
}

function unknown(reason: EffectOf<'unknown'>['reason'], target: Address, selector: Hex | null): Effect {
  return { source: 'stated', kind: 'unknown', reason, target, selector }
}

/** `null` where the contract is none that the function is known of. */
function effectsOfCall(call: KnownCall, target: Address, { account, contractOf }: ActContext): Effect[] | null {
  const contract = contractOf(target)
  // Without code nothing is done now, and what will be done there is not known.
  if (contract?.code === 'none') return null
  const is = (standard: Standard) => contract?.standards.includes(standard) === true
  const move = (asset: Asset, amount: EffectAmount, from: Address, to: Address) =>
    moved(asset, amount, from, to, account)
  const token: Asset = { kind: 'token', address: target }
  const item = (id: bigint): Asset => ({ kind: 'item', address: target, id })
  switch (call.name) {
    case 'transfer': {
      const { asset, amount } = assetOfWord(target, call.args.amount, contract)
      return move(asset, amount, account, call.args.to)
    }
    case 'transferWithMemo':
      return move(token, call.args.amount, account, call.args.to)
    case 'transferFrom': {
      const { asset, amount } = assetOfWord(target, call.args.amount, contract)
      return move(asset, amount, call.args.from, call.args.to)
    }
    case 'safeTransferFrom':
    case 'safeTransferFromWithData': {
      const { from, to, tokenId } = call.args
      // ERC-20 has no function of this name: a token that has one is a collection as well, or means an amount.
      if (is('erc20') && !is('erc721'))
        return move({ kind: 'token-or-item', address: target, word: tokenId }, 'unknown', from, to)
      return move(item(tokenId), 1n, from, to)
    }
    case 'safeTransferItems':
      return move(item(call.args.tokenId), call.args.count, call.args.from, call.args.to)
    case 'safeBatchTransferFrom': {
      const { from, to, tokenId, count } = call.args
      if (tokenId.length > mostEffects)
        return move(
          { kind: 'collection', address: target },
          count.reduce((sum, each) => sum + each, 0n),
          from,
          to,
        )
      return tokenId.flatMap((id, index) => move(item(id), count[index] ?? 0n, from, to))
    }
    case 'transferItems':
      return move(item(call.args.id), call.args.amount, account, call.args.to)
    case 'transferItemsFrom':
      return move(item(call.args.id), call.args.amount, call.args.from, call.args.to)
    case 'transferWithAuthorization':
      return move(token, call.args.amount, call.args.from, call.args.to)
    case 'vaultDeposit':
    case 'vaultMint':
    case 'vaultWithdraw':
    case 'vaultRedeem':
      return contract !== null && is('erc4626') ? vaultEffects(call, target, contract, account) : null
    default:
      return allowanceEffects(call, target, contract, account) ?? powerEffects(call, target)
  }
}

type VaultCall = Extract<KnownCall, { name: `vault${string}` }>

/** @see ERC-4626 */
function vaultEffects(call: VaultCall, target: Address, { underlying }: Contract, account: Address): Effect[] | null {
  if (underlying === null) return null
  const shares: Asset = { kind: 'token', address: target }
  const money: Asset = { kind: 'token', address: lower(underlying) }
  const receiver = lower(call.args.receiver)
  /** What the vault gives goes to the account, or to another at the account's expense. */
  const given = (asset: Asset, amount: EffectAmount): Effect =>
    receiver === account
      ? { source: 'stated', kind: 'receives', asset, amount, from: target }
      : { source: 'stated', kind: 'moves', asset, amount, from: target, to: receiver }
  switch (call.name) {
    case 'vaultDeposit':
      return [...moved(money, call.args.assets, account, target, account), given(shares, 'unknown')]
    case 'vaultMint':
      return [...moved(money, 'unknown', account, target, account), given(shares, call.args.shares)]
    case 'vaultWithdraw':
      return [...moved(shares, 'unknown', call.args.owner, target, account), given(money, call.args.assets)]
    case 'vaultRedeem':
      return [...moved(shares, call.args.shares, call.args.owner, target, account), given(money, 'unknown')]
  }
}

/** `null` for a call that is about no allowance, or whose contract is not known to read it like this. */
function allowanceEffects(
  call: KnownCall,
  target: Address,
  contract: Contract | null,
  account: Address,
): Effect[] | null {
  const is = (standard: Standard) => contract?.standards.includes(standard) === true
  const isOnlyToken = is('erc20') && !is('erc721')
  const token: Asset = { kind: 'token', address: target }
  const collection: Asset = { kind: 'collection', address: target }
  switch (call.name) {
    case 'approve': {
      const { spender, amount: word } = call.args
      const { asset, amount } = assetOfWord(target, word, contract)
      // ERC-721, approve: the zero address takes the item's approval back. Of an ERC-20 it allows nothing.
      if (lower(spender) === zeroAddress)
        return asset.kind === 'item' || isOnlyToken ? [revoked(asset, 0n, null)] : null
      if (isOnlyToken && word === 0n) return [revoked(token, 0n, spender)]
      return [allowed(asset, limitOf(amount), spender)]
    }
    case 'increaseAllowance':
    case 'increaseApproval':
      return [allowed(token, limitOf(call.args.amount), call.args.spender, { adds: true })]
    case 'decreaseAllowance':
      return isOnlyToken ? [revoked(token, 'unknown', call.args.spender)] : null
    case 'permit': {
      const { owner, spender, amount: word } = call.args
      if (lower(owner) !== account) return []
      if (isOnlyToken && word === 0n) return [revoked(token, 0n, spender)]
      const { asset, amount } = assetOfWord(target, word, contract)
      return [allowed(asset, limitOf(amount), spender)]
    }
    case 'permitAll': {
      const { owner, spender, allowed: isAllowed } = call.args
      if (lower(owner) !== account) return []
      if (isAllowed) return [allowed(token, 'all', spender)]
      return isOnlyToken ? [revoked(token, 0n, spender)] : null
    }
    case 'permit2Approve': {
      if (target !== permit2Address) return null
      const { token: of, spender, amount, expiration } = call.args
      const asset: Asset = { kind: 'token', address: lower(of) }
      if (amount === 0n) return [revoked(asset, 0n, spender)]
      const all = amount === (1n << 160n) - 1n
      return [allowed(asset, all ? 'all' : limitOf(amount), spender, { until: expiration })]
    }
    case 'setApprovalForAll':
    case 'setOperator': {
      const { operator, approved } = call.args
      if (approved) return [allowed(collection, 'all', operator)]
      const isKnown = call.name === 'setOperator' ? is('erc6909') : is('erc721') || is('erc1155')
      return isKnown ? [revoked(collection, 0n, operator)] : null
    }
    case 'approveItems': {
      const { spender, id, amount } = call.args
      const asset: Asset = { kind: 'item', address: target, id }
      if (amount === 0n) return is('erc6909') ? [revoked(asset, 0n, spender)] : null
      return [allowed(asset, limitOf(amount), spender)]
    }
    case 'authorizeOperator':
      return [allowed(token, 'all', call.args.operator)]
    case 'revokeOperator':
      return isOnlyToken ? [revoked(token, 0n, call.args.operator)] : null
    default:
      return null
  }
}

/** `null` for a call that hands over nothing, or takes something back: that is reassuring, and not known to be true. */
function powerEffects(call: KnownCall, target: Address): Effect[] | null {
  const hands = (power: Power, to: Address): Effect[] => [
    { source: 'stated', kind: 'hands-over', power, of: target, to: lower(to), until: null },
  ]
  switch (call.name) {
    case 'transferOwnership':
      return hands('owner', call.args.to)
    case 'renounceOwnership':
      return hands('owner', zeroAddress)
    case 'grantRole':
      return hands('role', call.args.to)
    case 'upgradeTo':
    case 'upgradeToAndCall':
    case 'changeAdmin':
      return hands('code', call.args.to)
    case 'delegate':
      return hands('votes', call.args.to)
    case 'approveDelegation':
      return call.args.amount === 0n ? null : hands('borrower', call.args.to)
    case 'allow':
    case 'setAuthorization':
      return call.args.approved ? hands('operator', call.args.to) : null
    default:
      return null
  }
}

/** A move of an asset, as the account sees it; nothing where it stays with its owner. */
function moved(asset: Asset, amount: EffectAmount, from: Address, to: Address, account: Address): Effect[] {
  const [giver, taker] = [lower(from), lower(to)]
  if (giver === account && taker === account) return []
  if (giver === account) return [{ source: 'stated', kind: 'pays', asset, amount, to: taker }]
  if (taker === account) return [{ source: 'stated', kind: 'receives', asset, amount, from: giver }]
  return [{ source: 'stated', kind: 'moves', asset, amount, from: giver, to: taker }]
}

function allowed(
  asset: Asset,
  amount: EffectAmount,
  taker: Address,
  { until = null, adds = false }: { until?: bigint | null; adds?: boolean } = {},
): Effect {
  return { source: 'stated', kind: 'allows', asset, amount, taker: lower(taker), until, every: null, adds }
}

function revoked(asset: Asset, left: bigint | 'unknown', taker: Address | null): Effect {
  return { source: 'stated', kind: 'revokes', asset, left, taker: taker === null ? null : lower(taker) }
}

function limitOf(amount: EffectAmount): EffectAmount {
  return typeof amount === 'bigint' && amount >= unlimitedAllowance ? 'all' : amount
}

/** Without the schemas that `lib/values/hex` brings: pages read calls before they load those. */
function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}
