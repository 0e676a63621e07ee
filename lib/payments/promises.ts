import type { Address, Hash, Hex } from 'viem'
import { hashStruct } from 'viem/utils'
import { lowerCaseAddress } from '@/lib/values/hex'

/** Typed data of the promises to pay that are made at the desk: EIP-3009, EIP-2612, spend permissions. All amounts in the smallest unit, all times unix seconds. */

/** EIP-712 domain of a token, as its contract has it. */
export interface TokenDomain {
  name: string
  version?: string
  chainId: number
  verifyingContract: Address
}

/**
 * The domain whose hash is the one the contract gives as its `DOMAIN_SEPARATOR()`; `null` where none of those it may have is. A signature for another one is worth nothing, or is
 * worth something elsewhere.
 */
export function tokenDomain(
  facts: { name: string; version: string | null; separator: Hash },
  place: { chainId: number; token: Address },
): TokenDomain | null {
  const base = { name: facts.name, chainId: place.chainId, verifyingContract: place.token }
  // Tokens that do not tell their version have the first one, or none.
  const versions = facts.version === null ? ['1', undefined] : [facts.version]
  const candidates = versions.map(version => (version === undefined ? base : { ...base, version }))
  return candidates.find(domain => domainSeparator(domain) === facts.separator.toLowerCase()) ?? null
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

const fieldsOf = (text: string) =>
  text.split(',').map(field => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })

const authorizationFields = fieldsOf(
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
)
const permitFields = fieldsOf('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline')
const spendPermissionFields = fieldsOf(
  'address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData',
)

/**
 * EIP-3009. `receive`: only the payee itself can hand it in, so that nobody gets ahead of it; otherwise anybody can, and the payee gets the money all the same.
 * Both bounds are exclusive, so it begins a minute ago: the chain's clock may be behind.
 */
export function authorization(
  domain: TokenDomain,
  promise: {
    from: Address
    to: Address
    value: bigint
    now: number
    validSeconds: number
    nonce: Hex
    receive: boolean
  },
): string {
  const primaryType = promise.receive ? 'ReceiveWithAuthorization' : 'TransferWithAuthorization'
  return JSON.stringify({
    domain,
    primaryType,
    types: { [primaryType]: authorizationFields },
    message: {
      from: promise.from,
      to: promise.to,
      value: `${promise.value}`,
      validAfter: `${promise.now - 60}`,
      validBefore: `${promise.now + promise.validSeconds}`,
      nonce: promise.nonce,
    },
  })
}

/** EIP-2612, for a contract that takes what is due and no more. @param nonce the owner's next one at the token */
export function permit(
  domain: TokenDomain,
  promise: { owner: Address; spender: Address; value: bigint; nonce: bigint; now: number; validSeconds: number },
): string {
  return JSON.stringify({
    domain,
    primaryType: 'Permit',
    types: { Permit: permitFields },
    message: {
      owner: promise.owner,
      spender: promise.spender,
      value: `${promise.value}`,
      nonce: `${promise.nonce}`,
      deadline: `${promise.now + promise.validSeconds}`,
    },
  })
}

/** The same address on every chain that has it. */
export const spendPermissionManager: Address = '0xf85210B21cC50302F477BA56686d2019dC9b67Ad'

/** Every period the allowance anew. @param end exclusive */
export function spendPermission(
  chainId: number,
  promise: {
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
      account: promise.account,
      spender: promise.spender,
      token: promise.token,
      allowance: `${promise.allowance}`,
      period: `${promise.periodSeconds}`,
      start: `${promise.start}`,
      end: `${promise.end}`,
      salt: `${promise.salt}`,
      extraData: '0x',
    },
  })
}
