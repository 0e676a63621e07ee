import type { Address, Hash, Hex } from 'viem'
import { hashStruct } from 'viem/utils'
import { isSameHex, lowerCaseAddress } from '@/lib/base/hex'
import { spendPermissionManager } from '@/lib/reading/calls/published-contracts'

/**
 * Typed data of the payment authorizations that the desk offers to sign. Amounts are in the token's smallest unit,
 * times in Unix seconds.
 */

/** EIP-712 domain of a token, as its contract uses it. */
export interface TokenDomain {
  name: string
  version?: string
  chainId: number
  verifyingContract: Address
}

/**
 * The EIP-712 domain whose hash equals the contract's `DOMAIN_SEPARATOR()`. A signature over any other domain is
 * invalid at this token, or valid at another one.
 * @param facts `separator` is the contract's answer; `version` is `null` where the token has no `version()`
 * @returns `null` if no possible domain has that hash
 * @see EIP-712, definition of domainSeparator
 */
export function tokenDomain(
  facts: { name: string; version: string | null; separator: Hash },
  place: { chainId: number; token: Address },
): TokenDomain | null {
  const base = { name: facts.name, chainId: place.chainId, verifyingContract: place.token }
  // Tokens without `version()` use version 1, or no version.
  const versions = facts.version === null ? ['1', undefined] : [facts.version]
  const candidates = versions.map(version => (version === undefined ? base : { ...base, version }))
  return candidates.find(domain => isSameHex(domainSeparator(domain), facts.separator)) ?? null
}

function domainSeparator(domain: TokenDomain): Hash {
  const fields = [
    { name: 'name', type: 'string' },
    ...(domain.version === undefined ? [] : [{ name: 'version', type: 'string' }]),
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ]
  return hashStruct({
    data: { ...domain, verifyingContract: lowerCaseAddress(domain.verifyingContract) },
    primaryType: 'EIP712Domain',
    types: { EIP712Domain: fields },
  })
}

/** Fields of a struct from their text in `encodeType`. @see EIP-712, definition of encodeType */
export const fieldsOf = (text: string) =>
  text.split(',').map(field => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })

const authorizationFields = fieldsOf(
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
)
const permitFields = fieldsOf('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline')
/** The fields of `SpendPermission`, in the order of the contract. */
export const spendPermissionFields = fieldsOf(
  'address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData',
)

/**
 * Typed data of a transfer authorization. Both time bounds are exclusive.
 * @param terms `receive`: only the payee may submit it, so that nobody can front-run the payee's call; otherwise anyone
 * may
 * @returns JSON text
 * @see EIP-3009, `transferWithAuthorization` and `receiveWithAuthorization`
 */
export function authorization(
  domain: TokenDomain,
  terms: {
    from: Address
    to: Address
    value: bigint
    validAfter: bigint
    validBefore: bigint
    nonce: Hex
    receive: boolean
  },
): string {
  const primaryType = terms.receive ? 'ReceiveWithAuthorization' : 'TransferWithAuthorization'
  return JSON.stringify({
    domain,
    primaryType,
    types: { [primaryType]: authorizationFields },
    message: {
      from: terms.from,
      to: terms.to,
      value: `${terms.value}`,
      validAfter: `${terms.validAfter}`,
      validBefore: `${terms.validBefore}`,
      nonce: terms.nonce,
    },
  })
}

/**
 * Typed data of a permit for a contract that takes only what is due.
 * @param terms `nonce` is the owner's next nonce at the token
 * @returns JSON text
 * @see EIP-2612
 */
export function permit(
  domain: TokenDomain,
  terms: { owner: Address; spender: Address; value: bigint; nonce: bigint; deadline: bigint },
): string {
  return JSON.stringify({
    domain,
    primaryType: 'Permit',
    types: { Permit: permitFields },
    message: {
      owner: terms.owner,
      spender: terms.spender,
      value: `${terms.value}`,
      nonce: `${terms.nonce}`,
      deadline: `${terms.deadline}`,
    },
  })
}

/**
 * Typed data of a spend permission: the spender may take up to `allowance` in every period.
 * @param terms `end` is exclusive
 * @returns JSON text
 */
export function spendPermission(
  chainId: number,
  terms: {
    account: Address
    spender: Address
    token: Address
    allowance: bigint
    periodSeconds: number
    start: number
    end: number
    salt: bigint
  },
): string {
  return JSON.stringify({
    domain: { name: 'Spend Permission Manager', version: '1', chainId, verifyingContract: spendPermissionManager },
    primaryType: 'SpendPermission',
    types: { SpendPermission: spendPermissionFields },
    message: {
      account: terms.account,
      spender: terms.spender,
      token: terms.token,
      allowance: `${terms.allowance}`,
      period: `${terms.periodSeconds}`,
      start: `${terms.start}`,
      end: `${terms.end}`,
      salt: `${terms.salt}`,
      extraData: '0x',
    },
  })
}
