import type { Address, Hex } from 'viem'
import { authorization, fieldsOf, permit } from '@/lib/payments/shared/authorization-templates'
import { readTypedData, type TypedData } from '@/lib/reading/typed-data/typed-data'
import { channelDomain } from './channel'
import { depositCollector, exactProxy, permit2Address, uptoProxy } from './ways'

/** The typed data that payments are made of. Amounts are in the token's smallest unit, times Unix seconds. */

/** A token that checks signatures itself, by the name and version of its EIP-712 domain. */
export interface SigningToken {
  chainId: number
  token: Address
  name: string
  version: string
}

/** An authorization of EIP-3009. */
export interface TokenAuthorization {
  from: Address
  to: Address
  value: bigint
  validBefore: bigint
  nonce: Hex
}

/** @see EIP-3009, TransferWithAuthorization */
export function transferAuthorization(token: SigningToken, terms: TokenAuthorization): TypedData {
  return readTypedData(authorization(domainOf(token), { ...terms, validAfter: 0n, receive: false }))
}

/**
 * The deposit of a channel. Its nonce binds it to the channel, so the collector can put the money nowhere else.
 * @see EIP-3009, ReceiveWithAuthorization
 */
export function depositAuthorization(token: SigningToken, terms: Omit<TokenAuthorization, 'to'>): TypedData {
  const whole = { ...terms, to: depositCollector, validAfter: 0n, receive: true }
  return readTypedData(authorization(domainOf(token), whole))
}

/** A permit that lets Permit2 take this amount. @see EIP-2612 */
export function permitForPermit2(
  token: SigningToken,
  terms: { owner: Address; value: bigint; nonce: bigint; deadline: bigint },
): TypedData {
  return readTypedData(permit(domainOf(token), { ...terms, spender: permit2Address }))
}

/**
 * A transfer through Permit2 that only the proxy of x402 can make, and only to the payee.
 * @param transfer.facilitator for a maximum: who alone may take less of it; `null` for a fixed amount
 * @see x402 scheme_exact_evm and scheme_upto_evm, Permit2
 */
export function witnessTransfer({
  chainId,
  token,
  amount,
  to,
  facilitator,
  nonce,
  deadline,
}: {
  chainId: number
  token: Address
  amount: bigint
  to: Address
  facilitator: Address | null
  nonce: bigint
  deadline: bigint
}): TypedData {
  const witnessFields =
    facilitator === null ? 'address to,uint256 validAfter' : 'address to,address facilitator,uint256 validAfter'
  return readTypedData({
    types: {
      PermitWitnessTransferFrom: fieldsOf(
        'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness',
      ),
      TokenPermissions: fieldsOf('address token,uint256 amount'),
      Witness: fieldsOf(witnessFields),
    },
    primaryType: 'PermitWitnessTransferFrom',
    domain: { name: 'Permit2', chainId: String(chainId), verifyingContract: permit2Address },
    message: {
      permitted: { token, amount: String(amount) },
      spender: facilitator === null ? exactProxy : uptoProxy,
      nonce: String(nonce),
      deadline: String(deadline),
      witness: { to, ...(facilitator === null ? {} : { facilitator }), validAfter: '0' },
    },
  })
}

/**
 * Lets the payee of a channel claim up to this sum, all answers so far included. @see x402 batch-settlement, Voucher
 */
export function voucher(chainId: number, channelId: Hex, maxClaimableAmount: bigint): TypedData {
  return readTypedData({
    types: { Voucher: fieldsOf('bytes32 channelId,uint128 maxClaimableAmount') },
    primaryType: 'Voucher',
    domain: channelDomain(chainId),
    message: { channelId, maxClaimableAmount: String(maxClaimableAmount) },
  })
}

function domainOf({ chainId, token, name, version }: SigningToken) {
  return { name, version, chainId, verifyingContract: token }
}
