import type { Address, Hex } from 'viem'
import { readWords, wordToAddress, wordToBoolean, wordToBytes32 } from '@/lib/values/abi'
import * as selectors from '@/lib/values/signatures/selectors'

/**
 * Strict reading of calldata: a known function is only believed if the data has exactly the length its ABI prescribes,
 * addresses have zero high bytes, booleans are 0 or 1 and numbers fit their type; what has a length of its own lies
 * where an encoder puts it, right after what comes before, and lists that belong together are equally long. A contract
 * may read less strictly than that, so what differs is named unreadable and never shown as a harmless call.
 */

/** `bytes` are checked, and not given on. */
type Word = 'address' | 'uint256' | 'uint160' | 'uint48' | 'uint8' | 'bool' | 'bytes32' | 'uint256[]' | 'bytes'

interface KnownFunction {
  /** Its own in this table. */
  name: string
  /** As its ABI has it, where another function of the table has the same name. */
  abiName?: string
  words: readonly (readonly [name: string, type: Word])[]
}

const from = ['from', 'address'] as const
const to = ['to', 'address'] as const
const spender = ['spender', 'address'] as const
const amount = ['amount', 'uint256'] as const
const tokenId = ['tokenId', 'uint256'] as const
const data = ['data', 'bytes'] as const
const receiver = ['receiver', 'address'] as const
const owner = ['owner', 'address'] as const
const operator = ['operator', 'address'] as const
const id = ['id', 'uint256'] as const
const signature = [
  ['v', 'uint8'],
  ['r', 'bytes32'],
  ['s', 'bytes32'],
] as const

/** Functions that move or give away what a person owns, by selector. */
const knownFunctions = {
  [selectors.transfer]: { name: 'transfer', words: [to, amount] },
  [selectors.transferWithMemo]: { name: 'transferWithMemo', words: [to, amount, ['memo', 'bytes32']] },
  [selectors.transferFrom]: { name: 'transferFrom', words: [from, to, amount] },
  [selectors.safeTransferFrom]: { name: 'safeTransferFrom', words: [from, to, tokenId] },
  [selectors.safeTransferFromWithData]: {
    name: 'safeTransferFromWithData',
    abiName: 'safeTransferFrom',
    words: [from, to, tokenId, data],
  },
  [selectors.approve]: { name: 'approve', words: [spender, amount] },
  [selectors.increaseAllowance]: { name: 'increaseAllowance', words: [spender, amount] },
  [selectors.increaseApproval]: { name: 'increaseApproval', words: [spender, amount] },
  [selectors.decreaseAllowance]: { name: 'decreaseAllowance', words: [spender, amount] },
  [selectors.setApprovalForAll]: { name: 'setApprovalForAll', words: [operator, ['approved', 'bool']] },
  // ERC-1155
  [selectors.safeTransferItems]: {
    name: 'safeTransferItems',
    abiName: 'safeTransferFrom',
    words: [from, to, tokenId, ['count', 'uint256'], data],
  },
  [selectors.safeBatchTransferFrom]: {
    name: 'safeBatchTransferFrom',
    words: [from, to, ['tokenId', 'uint256[]'], ['count', 'uint256[]'], data],
  },
  // ERC-6909
  [selectors.transferItems]: { name: 'transferItems', abiName: 'transfer', words: [to, id, amount] },
  [selectors.transferItemsFrom]: { name: 'transferItemsFrom', abiName: 'transferFrom', words: [from, to, id, amount] },
  [selectors.approveItems]: { name: 'approveItems', abiName: 'approve', words: [spender, id, amount] },
  [selectors.setOperator]: { name: 'setOperator', words: [operator, ['approved', 'bool']] },
  // ERC-4626
  [selectors.vaultDeposit]: { name: 'vaultDeposit', abiName: 'deposit', words: [['assets', 'uint256'], receiver] },
  [selectors.vaultMint]: { name: 'vaultMint', abiName: 'mint', words: [['shares', 'uint256'], receiver] },
  [selectors.vaultWithdraw]: {
    name: 'vaultWithdraw',
    abiName: 'withdraw',
    words: [['assets', 'uint256'], receiver, owner],
  },
  [selectors.vaultRedeem]: { name: 'vaultRedeem', abiName: 'redeem', words: [['shares', 'uint256'], receiver, owner] },
  // ERC-777
  [selectors.authorizeOperator]: { name: 'authorizeOperator', words: [operator] },
  [selectors.revokeOperator]: { name: 'revokeOperator', words: [operator] },
  // Signed permits that the account hands in itself
  [selectors.permit]: { name: 'permit', words: [owner, spender, amount, ['deadline', 'uint256'], ...signature] },
  [selectors.permitAll]: {
    name: 'permitAll',
    abiName: 'permit',
    words: [owner, spender, ['nonce', 'uint256'], ['expiry', 'uint256'], ['allowed', 'bool'], ...signature],
  },
  [selectors.transferWithAuthorization]: {
    name: 'transferWithAuthorization',
    words: [
      from,
      to,
      amount,
      ['validAfter', 'uint256'],
      ['validBefore', 'uint256'],
      ['nonce', 'bytes32'],
      ...signature,
    ],
  },
  [selectors.permit2Approve]: {
    name: 'permit2Approve',
    abiName: 'approve',
    words: [['token', 'address'], spender, ['amount', 'uint160'], ['expiration', 'uint48']],
  },
  [selectors.permit2TransferFrom]: {
    name: 'permit2TransferFrom',
    abiName: 'transferFrom',
    words: [from, to, ['amount', 'uint160'], ['token', 'address']],
  },
  // ERC-1363, ERC-677 and ERC-777: the taker's code runs in the same call
  [selectors.approveAndCall]: { name: 'approveAndCall', words: [spender, amount] },
  [selectors.approveAndCallWithData]: {
    name: 'approveAndCallWithData',
    abiName: 'approveAndCall',
    words: [spender, amount, data],
  },
  [selectors.transferAndCall]: { name: 'transferAndCall', words: [to, amount] },
  [selectors.transferAndCallWithData]: {
    name: 'transferAndCallWithData',
    abiName: 'transferAndCall',
    words: [to, amount, data],
  },
  [selectors.transferFromAndCall]: { name: 'transferFromAndCall', words: [from, to, amount] },
  [selectors.transferFromAndCallWithData]: {
    name: 'transferFromAndCallWithData',
    abiName: 'transferFromAndCall',
    words: [from, to, amount, data],
  },
  [selectors.sendWithData]: { name: 'sendWithData', abiName: 'send', words: [to, amount, data] },
  // Powers over a contract, and over the account in a contract
  [selectors.transferOwnership]: { name: 'transferOwnership', words: [['to', 'address']] },
  [selectors.renounceOwnership]: { name: 'renounceOwnership', words: [] },
  [selectors.grantRole]: { name: 'grantRole', words: [['role', 'bytes32'], to] },
  [selectors.upgradeTo]: { name: 'upgradeTo', words: [to] },
  [selectors.upgradeToAndCall]: { name: 'upgradeToAndCall', words: [to, data] },
  [selectors.changeAdmin]: { name: 'changeAdmin', words: [to] },
  [selectors.delegateVotes]: { name: 'delegate', words: [to] },
  [selectors.approveDelegation]: { name: 'approveDelegation', words: [to, amount] },
  [selectors.allowManager]: { name: 'allow', words: [to, ['approved', 'bool']] },
  [selectors.setAuthorization]: { name: 'setAuthorization', words: [to, ['approved', 'bool']] },
  [selectors.setOwner]: { name: 'setOwner', words: [to] },
  // Keys and code of a smart account: Safe, ERC-7579
  [selectors.addOwnerWithThreshold]: { name: 'addOwnerWithThreshold', words: [to, ['threshold', 'uint256']] },
  [selectors.swapOwner]: { name: 'swapOwner', words: [['previous', 'address'], from, to] },
  [selectors.enableModule]: { name: 'enableModule', words: [to] },
  [selectors.setGuard]: { name: 'setGuard', words: [to] },
  [selectors.setFallbackHandler]: { name: 'setFallbackHandler', words: [to] },
  [selectors.installModule]: { name: 'installModule', words: [['type', 'uint256'], to, data] },
} as const satisfies Record<Hex, KnownFunction>

type Known = (typeof knownFunctions)[keyof typeof knownFunctions]
interface ValueOf {
  address: Address
  uint256: bigint
  uint160: bigint
  uint48: bigint
  uint8: bigint
  bool: boolean
  bytes32: Hex
  'uint256[]': readonly bigint[]
  bytes: never
}
type ArgumentsOf<Entry extends KnownFunction> = {
  [Pair in Entry['words'][number] as Pair[1] extends 'bytes' ? never : Pair[0]]: ValueOf[Pair[1]]
}
/** A call of a known function, with its arguments by name. */
export type KnownCall = {
  [Entry in Known as Entry['name']]: { name: Entry['name']; args: ArgumentsOf<Entry> }
}[Known['name']]

export type Calldata =
  | { kind: 'none' }
  /** `name`: as the ABI has it. */
  | { kind: 'known'; selector: Hex; name: string; call: KnownCall }
  /** Starts like a known function and is not one. */
  | { kind: 'unreadable'; selector: Hex; name: string }
  /** `selector` is `null` when there are fewer than four bytes. */
  | { kind: 'unknown'; selector: Hex | null }

export function readCalldata(data: Hex): Calldata {
  if (data === '0x') return { kind: 'none' }
  if (data.length < 10) return { kind: 'unknown', selector: null }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const known = findFunction(selector)
  if (known === undefined) return { kind: 'unknown', selector }
  const args = readArguments(`0x${data.slice(10)}`, known)
  const name = known.abiName ?? known.name
  if (args === null) return { kind: 'unreadable', selector, name }
  return { kind: 'known', selector, name, call: { name: known.name, args } as KnownCall }
}

function findFunction(selector: Hex): KnownFunction | undefined {
  return Object.hasOwn(knownFunctions, selector) ? knownFunctions[selector as keyof typeof knownFunctions] : undefined
}

type Value = bigint | boolean | Hex | readonly bigint[]

function readArguments(data: Hex, { words: types }: KnownFunction): Record<string, Value> | null {
  const words = readWords(data)
  if (words === null) return null
  const args: Record<string, Value> = {}
  /** Where the next argument with a length of its own must begin. */
  let end = types.length
  let listLength: bigint | null = null
  for (const [index, [name, type]] of types.entries()) {
    const word = words[index]
    if (word === undefined) return null
    if (type !== 'bytes' && type !== 'uint256[]') {
      const value = readWord(word, type)
      if (value === null) return null
      args[name] = value
      continue
    }
    const length = words[end]
    if (length === undefined || word !== BigInt(end * 32)) return null
    const start = end + 1
    const size = type === 'bytes' ? (length + 31n) / 32n : length
    if (size > BigInt(words.length - start)) return null
    end = start + Number(size)
    if (type === 'bytes') {
      const filling = size * 32n - length
      if ((words[end - 1] ?? 0n) % (1n << (8n * filling)) !== 0n) return null
    } else {
      if (listLength !== null && length !== listLength) return null
      listLength = length
      args[name] = words.slice(start, end)
    }
  }
  return end === words.length ? args : null
}

function readWord(word: bigint, type: Exclude<Word, 'bytes' | 'uint256[]'>): bigint | boolean | Hex | null {
  switch (type) {
    case 'address':
      return wordToAddress(word)
    case 'bool':
      return wordToBoolean(word)
    case 'bytes32':
      return wordToBytes32(word)
    case 'uint160':
      return word >> 160n === 0n ? word : null
    case 'uint48':
      return word >> 48n === 0n ? word : null
    case 'uint8':
      return word >> 8n === 0n ? word : null
    case 'uint256':
      return word
  }
}
