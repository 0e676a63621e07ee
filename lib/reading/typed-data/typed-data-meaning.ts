import type { Effect } from '@/lib/base/effects'
import { encodeType, type TypedData } from './typed-data'
import { address, integer, list, maximum, spend, struct } from './typed-data-fields'
import { signedGrants } from './typed-data-grants'
import { bulkOrderOf, signedOrders } from './typed-data-orders'
import type { KnownTypes, Read, TypedDataMeaning } from './typed-data-types'

const permissions = 'TokenPermissions(address token,uint256 amount)'
const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const witnessTransfer =
  'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,'
const batchWitnessTransfer =
  'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,'
const authorization = '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

const readAuthorization: Read = (message, domain) => ({
  owner: address(message.from),
  spender: address(message.to),
  recipient: address(message.to),
  spends: spend(domain.verifyingContract, message.value),
  validFrom: integer(message.validAfter),
  validUntil: integer(message.validBefore),
})

const readPermit2Transfer: Read = message => ({
  spender: address(message.spender),
  spends: list(message.permitted).flatMap(({ token, amount }) => spend(token, amount)),
  validUntil: integer(message.deadline),
})

const readWitnessTransfer: Read = (message, domain) => ({
  ...readPermit2Transfer(message, domain),
  recipient: address(struct(message.witness).to),
  validFrom: integer(struct(message.witness).validAfter),
})

const readPermit2Allowance: Read = message => {
  const details = list(message.details)
  // 0: the block in which the signature is handed in, whenever that is (Permit2, Allowance.sol,
  // BLOCK_TIMESTAMP_EXPIRATION).
  const ends = details.flatMap(({ expiration }) => integer(expiration === '0' ? message.sigDeadline : expiration) ?? [])
  return {
    spender: address(message.spender),
    spends: details.flatMap(({ token, amount }) => spend(token, amount, 160n)),
    // The allowance outlives the deadline by which the signature has to be used.
    validUntil: ends.reduce<bigint | null>((latest, end) => (latest === null || end > latest ? end : latest), null),
  }
}

/** Exact text of the type → what it is. EIP-3009, EIP-2612, Permit2, x402, spend permissions, escrow and ERC-7710. */
const known: KnownTypes = {
  ...signedOrders,
  ...signedGrants,
  [`TransferWithAuthorization${authorization}`]: ['transfer-authorization', readAuthorization],
  [`ReceiveWithAuthorization${authorization}`]: ['receive-authorization', readAuthorization],
  'CancelAuthorization(address authorizer,bytes32 nonce)': [
    'cancel-authorization',
    message => ({ owner: address(message.authorizer) }),
  ],
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': [
    'permit',
    (message, domain) => ({
      owner: address(message.owner),
      spender: address(message.spender),
      spends: spend(domain.verifyingContract, message.value),
      validUntil: integer(message.deadline),
    }),
  ],
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': [
    'permit-all',
    (message, domain) => ({
      owner: address(message.holder),
      spender: address(message.spender),
      spends: spend(domain.verifyingContract, message.allowed === true ? maximum.toString() : '0'),
      // DAI: an expiry of 0 never expires.
      validUntil: message.expiry === '0' ? maximum : integer(message.expiry),
    }),
  ],
  [`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`]: [
    'permit2-allowance',
    readPermit2Allowance,
  ],
  [`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`]: [
    'permit2-allowance',
    readPermit2Allowance,
  ],
  [`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`]: [
    'permit2-transfer',
    readPermit2Transfer,
  ],
  [`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`]:
    ['permit2-transfer', readPermit2Transfer],
  [`${witnessTransfer}Witness witness)${permissions}Witness(address to,uint256 validAfter)`]: [
    'permit2-x402-exact',
    readWitnessTransfer,
  ],
  [`${witnessTransfer}Witness witness)${permissions}Witness(address to,address facilitator,uint256 validAfter)`]: [
    'permit2-x402-upto',
    readWitnessTransfer,
  ],
  [`${witnessTransfer}DepositWitness witness)DepositWitness(bytes32 channelId)${permissions}`]: [
    'permit2-x402-deposit',
    readPermit2Transfer,
  ],
  'ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)':
    ['x402-channel', message => ({ owner: address(message.payer), recipient: address(message.receiver) })],
  // What token and how much more than before, only the channel knows.
  'Voucher(bytes32 channelId,uint128 maxClaimableAmount)': ['x402-voucher', () => ({})],
  'Refund(bytes32 channelId,uint256 nonce,uint128 amount)': ['x402-refund', () => ({})],
  'ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)': [
    'x402-claim',
    () => ({}),
  ],
  'PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)':
    [
      'escrow-payment',
      message => ({
        owner: address(message.payer),
        spender: address(message.operator),
        recipient: address(message.receiver),
        spends: spend(message.token, message.maxAmount, 120n),
        validUntil: integer(message.authorizationExpiry),
      }),
    ],
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)':
    [
      'spend-permission',
      message => ({
        owner: address(message.account),
        spender: address(message.spender),
        spends: spend(message.token, message.allowance, 160n),
        validFrom: integer(message.start),
        validUntil: integer(message.end),
        period: integer(message.period),
      }),
    ],
  'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)':
    [
      'spend-permission',
      message => {
        const permitted = list(message.permissions)
        const [spender, other] = new Set(permitted.map(each => each.spender))
        return {
          owner: address(message.account),
          // If there are several spenders, none may stand for the others.
          spender: other === undefined ? address(spender) : null,
          spends: permitted.flatMap(({ token, allowance }) => spend(token, allowance, 160n)),
          validFrom: integer(message.start),
          validUntil: integer(message.end),
          period: integer(message.period),
        }
      },
    ],
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)':
    [
      'delegation',
      message => {
        const of = address(message.delegator)
        const to = address(message.delegate)
        const grants: Effect[] =
          of === null ? [] : [{ source: 'stated', kind: 'hands-over', power: 'account', of, to, until: null }]
        return { owner: of, spender: to, grants }
      },
    ],
  'Offer(uint256 version,string resourceUrl,string scheme,string network,string asset,string payTo,string amount,uint256 validUntil)':
    ['x402-offer', message => ({ validUntil: integer(message.validUntil) })],
  'Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)': [
    'x402-receipt',
    () => ({}),
  ],
}

const none = {
  owner: null,
  spender: null,
  recipient: null,
  spends: [],
  validFrom: null,
  validUntil: null,
  period: null,
  grants: [],
  orders: [],
  call: null,
  statedAmount: null,
}

/**
 * What typed data would allow, or `null` for a kind the wallet does not know: then its fields are shown, under a
 * warning.
 */
export function meaningOf(typedData: TypedData): TypedDataMeaning | null {
  const type = encodeType(typedData)
  const entry = bulkOrderOf(type) ?? (Object.hasOwn(known, type) ? known[type] : undefined)
  if (entry !== undefined) {
    const [kind, read] = entry
    return { ...none, kind, ...read(typedData.message, typedData.domain) }
  }
  // The witness is somebody's own; what Permit2 itself enforces can be read all the same.
  if ([witnessTransfer, batchWitnessTransfer].some(start => type.startsWith(start)) && type.includes(permissions))
    return {
      ...none,
      kind: 'permit2-unknown-witness',
      ...readPermit2Transfer(typedData.message, typedData.domain),
    }
  return null
}

/** x402 signs offers and receipts for chain 1 on purpose, wherever they are paid; nothing on that chain takes them. */
export function isForEveryChain(typedData: TypedData): boolean {
  const kind = meaningOf(typedData)?.kind
  const { name, version, chainId, verifyingContract } = typedData.domain
  return (
    ((kind === 'x402-offer' && name === 'x402 offer') || (kind === 'x402-receipt' && name === 'x402 receipt')) &&
    version === '1' &&
    chainId === '1' &&
    verifyingContract === undefined
  )
}
