import { type Address, type Hex, zeroAddress } from 'viem'
import type { Act, Asset, Effect, EffectAmount, Power } from '@/lib/base/effects'
import { allowanceEffects } from './act-allowances'
import { type KnownCall, readCalldata } from './calldata'
import { assetOfWord, type Contract, type ContractLookup, type Standard } from './contracts'
import { allowed, limitOf, lower, moved, unknown } from './effect-makers'
import { permit2Address } from './published-contracts'

/** A call of an account, as it is read into effects. */
export interface StatedCall {
  to: Address | null
  /** In wei. */
  value: bigint
  data: Hex
}

export interface ActContext {
  /** The account that effects are told of. */
  account: Address
  /** Who calls, where it is not the account. */
  caller?: Address
  contractOf: ContractLookup
  /** The name of a function that this file does not read; `null` where it is not known. */
  nameOf?(selector: Hex): string | null
}

/** More effects than these of one call are read as one effect of the collection. */
const mostEffects = 200

/**
 * Returns what a call says that it does. The words of calldata are read by what the contract is; where that is not
 * known, an amount is an amount or the number of an item. Nothing reassuring is read of a contract that is not known to
 * keep to the standard.
 */
export function readAct({ to, value, data }: StatedCall, given: ActContext): Act {
  const account = lower(given.account)
  const caller = given.caller === undefined ? account : lower(given.caller)
  const context = { account, caller, contractOf: given.contractOf }
  const target = to === null ? null : lower(to)
  const paid = paidBy(caller, value, target, account)
  // Without a recipient the data is the code of a new contract, not a call.
  if (target === null) return act(null, value, null, [...paid, { source: 'stated', kind: 'creates', address: null }])
  const calldata = readCalldata(data)
  switch (calldata.kind) {
    case 'none':
      return act(target, value, null, paid)
    case 'unknown': {
      const { selector } = calldata
      const named = selector === null ? null : { selector, name: given.nameOf?.(selector) ?? null }
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

/** The currency that goes with a call. */
function paidBy(caller: Address, amount: bigint, to: Address | null, account: Address): Effect[] {
  const asset: Asset = { kind: 'native' }
  if (amount === 0n) return []
  if (to !== null) return moved(asset, amount, caller, to, account)
  return [
    caller === account
      ? { source: 'stated', kind: 'pays', asset, amount, to }
      : { source: 'stated', kind: 'moves', asset, amount, from: caller, to },
  ]
}

interface Reading {
  account: Address
  caller: Address
  contractOf: ContractLookup
}

function act(target: Address | null, value: bigint, called: Act['function'], effects: Effect[]): Act {
  return { target, value, function: called, effects, inner: [] }
}

/** `null` where the contract does not implement the standard that has the function. */
function effectsOfCall(call: KnownCall, target: Address, reading: Reading): Effect[] | null {
  const { account, caller, contractOf } = reading
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
      return move(asset, amount, caller, call.args.to)
    }
    case 'transferWithMemo':
      return move(token, call.args.amount, caller, call.args.to)
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
      return move(item(call.args.id), call.args.amount, caller, call.args.to)
    case 'transferItemsFrom':
      return move(item(call.args.id), call.args.amount, call.args.from, call.args.to)
    case 'transferWithAuthorization':
      return move(token, call.args.amount, call.args.from, call.args.to)
    case 'permit2TransferFrom': {
      if (target !== permit2Address) return null
      const { from, to, amount, token: of } = call.args
      return move({ kind: 'token', address: lower(of) }, amount, from, to)
    }
    // It is unknown what the recipient does with it in the same call.
    case 'sendWithData':
    case 'transferAndCall':
    case 'transferAndCallWithData':
      return [
        ...move(token, call.args.amount, caller, call.args.to),
        unknown('unknown-call', lower(call.args.to), null),
      ]
    case 'transferFromAndCall':
    case 'transferFromAndCallWithData':
      return [
        ...move(token, call.args.amount, call.args.from, call.args.to),
        unknown('unknown-call', lower(call.args.to), null),
      ]
    case 'approveAndCall':
    case 'approveAndCallWithData': {
      const owner = caller === account ? undefined : caller
      return [
        allowed(token, limitOf(call.args.amount), call.args.spender, { owner }),
        unknown('unknown-call', lower(call.args.spender), null),
      ]
    }
    case 'vaultDeposit':
    case 'vaultMint':
    case 'vaultWithdraw':
    case 'vaultRedeem':
      return contract !== null && is('erc4626') ? vaultEffects(call, target, contract, reading) : null
    default:
      return allowanceEffects(call, target, contract, reading) ?? powerEffects(call, target)
  }
}

type VaultCall = Extract<KnownCall, { name: `vault${string}` }>

/** @see ERC-4626 */
function vaultEffects(
  call: VaultCall,
  target: Address,
  { underlying }: Contract,
  { account, caller }: Reading,
): Effect[] | null {
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
      return [...moved(money, call.args.assets, caller, target, account), given(shares, 'unknown')]
    case 'vaultMint':
      return [...moved(money, 'unknown', caller, target, account), given(shares, call.args.shares)]
    case 'vaultWithdraw':
      return [...moved(shares, 'unknown', call.args.owner, target, account), given(money, call.args.assets)]
    case 'vaultRedeem':
      return [...moved(shares, call.args.shares, call.args.owner, target, account), given(money, 'unknown')]
  }
}

/** `null` for a call that hands over nothing, or takes something back: that is reassuring, and not known to be true. */
function powerEffects(call: KnownCall, target: Address): Effect[] | null {
  const hands = (power: Power, to: Address): Effect[] => [
    { source: 'stated', kind: 'hands-over', power, of: target, to: lower(to), until: null },
  ]
  switch (call.name) {
    case 'transferOwnership':
    case 'setOwner':
      return hands('owner', call.args.to)
    case 'renounceOwnership':
      return hands('owner', zeroAddress)
    case 'grantRole':
      return hands('role', call.args.to)
    case 'upgradeTo':
    case 'upgradeToAndCall':
    case 'changeAdmin':
      return hands('code', call.args.to)
    case 'addOwnerWithThreshold':
    case 'swapOwner':
      return hands('signer', call.args.to)
    case 'enableModule':
    case 'installModule':
      return hands('module', call.args.to)
    // The zero address takes the guard or the handler away: that is not known to be harmless either.
    case 'setGuard':
    case 'setFallbackHandler':
      return hands('module', call.args.to)
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
