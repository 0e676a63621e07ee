import type { Address, Hex } from 'viem'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AbiValue, readAbiValues } from './abi-values'

/**
 * Strict reading of calldata: a known function is only believed if `readAbiValues` reads its arguments, no byte is left
 * over, and lists that belong together are equally long. A contract may read less strictly than that, so what differs
 * is named unreadable and never shown as a harmless call.
 */

const vrs = 'uint8 v, bytes32 r, bytes32 s' as const

/** Functions that move or give away what a person owns: by a name of their own the selector and the signature. */
const knownFunctions = {
  transfer: [selectors.transfer, 'transfer(address to, uint256 amount)'],
  transferWithMemo: [selectors.transferWithMemo, 'transferWithMemo(address to, uint256 amount, bytes32 memo)'],
  transferFrom: [selectors.transferFrom, 'transferFrom(address from, address to, uint256 amount)'],
  safeTransferFrom: [selectors.safeTransferFrom, 'safeTransferFrom(address from, address to, uint256 tokenId)'],
  safeTransferFromWithData: [
    selectors.safeTransferFromWithData,
    'safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  ],
  approve: [selectors.approve, 'approve(address spender, uint256 amount)'],
  increaseAllowance: [selectors.increaseAllowance, 'increaseAllowance(address spender, uint256 amount)'],
  increaseApproval: [selectors.increaseApproval, 'increaseApproval(address spender, uint256 amount)'],
  decreaseAllowance: [selectors.decreaseAllowance, 'decreaseAllowance(address spender, uint256 amount)'],
  setApprovalForAll: [selectors.setApprovalForAll, 'setApprovalForAll(address operator, bool approved)'],
  // ERC-1155
  safeTransferItems: [
    selectors.safeTransferItems,
    'safeTransferFrom(address from, address to, uint256 tokenId, uint256 count, bytes data)',
  ],
  safeBatchTransferFrom: [
    selectors.safeBatchTransferFrom,
    'safeBatchTransferFrom(address from, address to, uint256[] tokenId, uint256[] count, bytes data)',
  ],
  // ERC-6909
  transferItems: [selectors.transferItems, 'transfer(address to, uint256 id, uint256 amount)'],
  transferItemsFrom: [
    selectors.transferItemsFrom,
    'transferFrom(address from, address to, uint256 id, uint256 amount)',
  ],
  approveItems: [selectors.approveItems, 'approve(address spender, uint256 id, uint256 amount)'],
  setOperator: [selectors.setOperator, 'setOperator(address operator, bool approved)'],
  // ERC-4626
  vaultDeposit: [selectors.vaultDeposit, 'deposit(uint256 assets, address receiver)'],
  vaultMint: [selectors.vaultMint, 'mint(uint256 shares, address receiver)'],
  vaultWithdraw: [selectors.vaultWithdraw, 'withdraw(uint256 assets, address receiver, address owner)'],
  vaultRedeem: [selectors.vaultRedeem, 'redeem(uint256 shares, address receiver, address owner)'],
  // ERC-777
  authorizeOperator: [selectors.authorizeOperator, 'authorizeOperator(address operator)'],
  revokeOperator: [selectors.revokeOperator, 'revokeOperator(address operator)'],
  // Signed permits that the account hands in itself
  permit: [selectors.permit, `permit(address owner, address spender, uint256 amount, uint256 deadline, ${vrs})`],
  permitAll: [
    selectors.permitAll,
    `permit(address owner, address spender, uint256 nonce, uint256 expiry, bool allowed, ${vrs})`,
  ],
  transferWithAuthorization: [
    selectors.transferWithAuthorization,
    `transferWithAuthorization(address from, address to, uint256 amount, uint256 validAfter, uint256 validBefore, bytes32 nonce, ${vrs})`,
  ],
  permit2Approve: [
    selectors.permit2Approve,
    'approve(address token, address spender, uint160 amount, uint48 expiration)',
  ],
  permit2TransferFrom: [
    selectors.permit2TransferFrom,
    'transferFrom(address from, address to, uint160 amount, address token)',
  ],
  // ERC-1363, ERC-677 and ERC-777: the taker's code runs in the same call
  approveAndCall: [selectors.approveAndCall, 'approveAndCall(address spender, uint256 amount)'],
  approveAndCallWithData: [
    selectors.approveAndCallWithData,
    'approveAndCall(address spender, uint256 amount, bytes data)',
  ],
  transferAndCall: [selectors.transferAndCall, 'transferAndCall(address to, uint256 amount)'],
  transferAndCallWithData: [
    selectors.transferAndCallWithData,
    'transferAndCall(address to, uint256 amount, bytes data)',
  ],
  transferFromAndCall: [selectors.transferFromAndCall, 'transferFromAndCall(address from, address to, uint256 amount)'],
  transferFromAndCallWithData: [
    selectors.transferFromAndCallWithData,
    'transferFromAndCall(address from, address to, uint256 amount, bytes data)',
  ],
  sendWithData: [selectors.sendWithData, 'send(address to, uint256 amount, bytes data)'],
  // Powers over a contract, and over the account in a contract
  transferOwnership: [selectors.transferOwnership, 'transferOwnership(address to)'],
  renounceOwnership: [selectors.renounceOwnership, 'renounceOwnership()'],
  grantRole: [selectors.grantRole, 'grantRole(bytes32 role, address to)'],
  upgradeTo: [selectors.upgradeTo, 'upgradeTo(address to)'],
  upgradeToAndCall: [selectors.upgradeToAndCall, 'upgradeToAndCall(address to, bytes data)'],
  changeAdmin: [selectors.changeAdmin, 'changeAdmin(address to)'],
  delegate: [selectors.delegateVotes, 'delegate(address to)'],
  approveDelegation: [selectors.approveDelegation, 'approveDelegation(address to, uint256 amount)'],
  allow: [selectors.allowManager, 'allow(address to, bool approved)'],
  setAuthorization: [selectors.setAuthorization, 'setAuthorization(address to, bool approved)'],
  setOwner: [selectors.setOwner, 'setOwner(address to)'],
  // Keys and code of a smart account: Safe, ERC-7579
  addOwnerWithThreshold: [selectors.addOwnerWithThreshold, 'addOwnerWithThreshold(address to, uint256 threshold)'],
  swapOwner: [selectors.swapOwner, 'swapOwner(address previous, address from, address to)'],
  enableModule: [selectors.enableModule, 'enableModule(address to)'],
  setGuard: [selectors.setGuard, 'setGuard(address to)'],
  setFallbackHandler: [selectors.setFallbackHandler, 'setFallbackHandler(address to)'],
  installModule: [selectors.installModule, 'installModule(uint256 type, address to, bytes data)'],
} as const satisfies Record<string, readonly [selector: Hex, signature: `${string}(${string})`]>

type Known = typeof knownFunctions
interface ValueOf {
  address: Address
  uint256: bigint
  uint160: bigint
  uint48: bigint
  uint8: bigint
  bool: boolean
  bytes32: Hex
  'uint256[]': readonly bigint[]
}
/** From `address to, uint256 amount` the names with their values. `bytes` are checked, and not given on. */
type ArgumentsOf<Text extends string> = Text extends `${infer First}, ${infer Rest}`
  ? ArgumentsOf<First> & ArgumentsOf<Rest>
  : Text extends `${infer Type extends keyof ValueOf} ${infer Name}`
    ? { [Key in Name]: ValueOf[Type] }
    : Record<never, never>
/** A call of a known function, with its arguments by name. */
export type KnownCall = {
  [Name in keyof Known]: {
    name: Name
    args: Known[Name][1] extends `${string}(${infer Text})` ? ArgumentsOf<Text> : never
  }
}[keyof Known]

export type Calldata =
  | { kind: 'none' }
  /** `name`: as the ABI has it. */
  | { kind: 'known'; selector: Hex; name: string; call: KnownCall }
  /** Starts like a known function and is not one. */
  | { kind: 'unreadable'; selector: Hex; name: string }
  /** `selector` is `null` when there are fewer than four bytes. */
  | { kind: 'unknown'; selector: Hex | null }

const bySelector = new Map<Hex, readonly [name: string, signature: string]>(
  Object.entries(knownFunctions).map(([name, [selector, signature]]) => [selector, [name, signature]]),
)

export function readCalldata(data: Hex): Calldata {
  if (data === '0x') return { kind: 'none' }
  if (data.length < 10) return { kind: 'unknown', selector: null }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const known = bySelector.get(selector)
  if (known === undefined) return { kind: 'unknown', selector }
  const [ownName, signature] = known
  const [name = '', parameters = ''] = signature.slice(0, -1).split('(')
  const args = readArguments(`0x${data.slice(10)}`, parameters === '' ? [] : parameters.split(', '))
  if (args === null) return { kind: 'unreadable', selector, name }
  return { kind: 'known', selector, name, call: { name: ownName, args } as KnownCall }
}

/** @param parameters each with its type before its name */
function readArguments(data: Hex, parameters: readonly string[]): Record<string, AbiValue> | null {
  const named = parameters.map(parameter => parameter.split(' '))
  const read = readAbiValues(named.map(([type]) => type).join(), data)
  // The size of the data counts whole bytes.
  if (typeof read === 'string' || read.rest > 0 || data.length % 2 > 0) return null
  const lists = read.values.flatMap(value => (typeof value === 'object' ? value.length : []))
  if (new Set(lists).size > 1) return null
  return Object.fromEntries(
    named.flatMap(([type, name = ''], index) => (type === 'bytes' ? [] : [[name, read.values[index] ?? '0x']])),
  )
}
