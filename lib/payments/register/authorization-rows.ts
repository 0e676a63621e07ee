import type { Hash, Hex } from 'viem'
import { hexOf, lowerCaseAddress } from '@/lib/base/hex'
import { hashOfTypedData, hashStruct } from '@/lib/keys/shared/canonical/typed-data'
import { spendPermissionFields } from '@/lib/payments/shared/authorization-templates'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import {
  readTypedData,
  type TypedData,
  type TypedDataStruct,
  type TypedDataValue,
} from '@/lib/reading/typed-data/typed-data'
import { meaningOf } from '@/lib/reading/typed-data/typed-data-meaning'
import { isPermitKind, type TypedDataKind, type TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import type { AuthorizationRecord } from '@/lib/storage/payment-records'
import type { GivenSignature } from './types'

/** Kinds that are no promise to pay: they open nothing, are for the other side, or only say something. */
const withoutPower: ReadonlySet<TypedDataKind> = new Set([
  'x402-channel',
  'x402-refund',
  'x402-claim',
  'x402-offer',
  'x402-receipt',
])
/** Seconds: what lies behind it is never. Contracts write never as the largest value of some type. */
const never = 1n << 40n

/**
 * The ledger follows tokens that may be taken, and delegations, by their manager; it cannot tell whether an order,
 * another power or a call was used.
 */
function isForLedger({ grants, orders, call, kind }: TypedDataMeaning): boolean {
  if (kind === 'delegation') return true
  return grants.length === 0 && orders.length === 0 && call === null && !kind.startsWith('exchange-')
}

/** The rows of the ledger that a signature is worth: one for each token it lets somebody take. */
export function authorizationRows(given: GivenSignature, at: { epoch: number; now: number }): AuthorizationRecord[] {
  const typedData = readTypedData(given.typedData)
  const meaning = meaningOf(typedData)
  if (meaning === null || withoutPower.has(meaning.kind) || !isForLedger(meaning)) return []
  const { kind, spender, recipient } = meaning
  const { domain, message } = typedData
  const isPermit = kind === 'permit' || kind === 'permit-all'
  // Contracts take a permit at the very second of its end; all else they refuse then already.
  const end = (value: bigint | null): bigint | null =>
    value === null || value >= never ? null : isPermitKind(kind) ? value + 1n : value
  const validBefore = end(meaning.validUntil)
  const contract = addressOf(domain.verifyingContract)
  const spends = meaning.spends.length > 0 ? meaning.spends : [null]
  const digest = hashOfTypedData(typedData)
  return spends.map((spend, index) => {
    const token = spend?.token ?? given.token ?? null
    const amount = spend?.amount ?? (kind === 'x402-voucher' ? BigInt(textOf(message.maxClaimableAmount)) : null)
    return {
      id: `${given.id}:${index}`,
      networkId: given.networkId,
      chainId: given.chainId,
      epoch: at.epoch,
      account: lowerCaseAddress(given.account),
      kind,
      contract: contract ?? (kind.startsWith('permit2') ? permit2Address : null),
      token: token === null ? null : lowerCaseAddress(token),
      spender: addressOf(detailsOf(message, index).spender) ?? spender,
      recipient,
      amount,
      validAfter: meaning.validFrom,
      // The allowance that a permit makes does not end.
      validBefore: isPermit ? null : validBefore,
      deadline: kind === 'permit2-allowance' ? end(BigInt(textOf(message.sigDeadline))) : validBefore,
      period: meaning.period,
      nonce: nonceOf(kind, typedData, digest, index),
      digest,
      typedData: given.typedData,
      signature: given.signature,
      origin: given.origin,
      paymentId: given.paymentId,
      state: 'live',
      used: 0n,
      remaining: kind === 'cancel-authorization' ? 0n : amount,
      isOnChain: false,
      isProvisional: false,
      evidence: [],
      fromBlock: null,
      readTo: null,
      isClosed: false,
      createdAt: at.now,
      checkedAt: null,
    }
  })
}

/** What the contract knows it by, as hex of 32 bytes where it is hex and as decimal text where it counts. */
function nonceOf(kind: TypedDataKind, typedData: TypedData, digest: Hash, index: number): string | null {
  const { message } = typedData
  switch (kind) {
    case 'permit2-allowance': {
      const details = Array.isArray(message.details) ? message.details[index] : message.details
      return textOf(structOf(details).nonce)
    }
    case 'x402-voucher':
      return textOf(message.channelId)
    case 'spend-permission':
      return typedData.primaryType === 'SpendPermission' ? digest : permissionOf(typedData, index)
    case 'delegation':
      // The contract knows a delegation without the domain it was signed in.
      return structHash(typedData)
    case 'escrow-payment':
      return digest
    default:
      return textOf(message.nonce)
  }
}

/** Signed together, kept apart: each permission of a batch is known by the hash it would have alone. */
function permissionOf({ types, domain, message }: TypedData, index: number): Hash {
  const { account, period, start, end } = message
  return hashOfTypedData({
    types: { EIP712Domain: types.EIP712Domain ?? [], SpendPermission: spendPermissionFields },
    primaryType: 'SpendPermission',
    domain,
    message: {
      ...detailsOf(message, index),
      ...{ account: account ?? '', period: period ?? '', start: start ?? '', end: end ?? '' },
    },
  })
}

/** One permission of a batch. */
function detailsOf({ permissions }: TypedDataStruct, index: number): TypedDataStruct {
  return structOf(Array.isArray(permissions) ? permissions[index] : undefined)
}

function structHash({ types, primaryType, message }: TypedData): Hash {
  return hexOf(hashStruct(primaryType, message, new Map(Object.entries(types))))
}

function addressOf(given: TypedDataValue | undefined): Hex | null {
  return typeof given === 'string' && given.startsWith('0x') ? (given as Hex) : null
}

function textOf(given: TypedDataValue | undefined): string {
  return typeof given === 'string' ? given : '0'
}

function structOf(given: TypedDataValue | undefined): TypedDataStruct {
  return typeof given === 'object' && !Array.isArray(given) ? (given as TypedDataStruct) : {}
}
