import { parseAbi } from 'viem/utils'

/** Functions of payments that the wallet reads, for an encoder of its own in the tests. */

export const authorizationAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

export const permit2Abi = parseAbi([
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'struct TokenSpender { address token; address spender; }',
  'function lockdown(TokenSpender[] approvals)',
])

export const checkoutAbi = parseAbi([
  'function capture(bytes32 orderId, address payer, uint256 actualAmount, uint256 authorizedMaximum, uint256 permitDeadline, uint8 v, bytes32 r, bytes32 s)',
])

const spendPermission =
  'struct SpendPermission { address account; address spender; address token; uint160 allowance; uint48 period; uint48 start; uint48 end; uint256 salt; bytes extraData; }'

export const spendPermissionAbi = parseAbi([
  spendPermission,
  'function approve(SpendPermission spendPermission)',
  'function approveWithSignature(SpendPermission spendPermission, bytes signature)',
  'function revoke(SpendPermission spendPermission)',
  'function revokeAsSpender(SpendPermission spendPermission)',
  'function spend(SpendPermission spendPermission, uint160 value)',
])

export const delegationAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
  'function enableDelegation(Delegation delegation)',
])

const paymentInfo =
  'struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }'

export const escrowAbi = parseAbi([
  paymentInfo,
  'function authorize(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function capture(PaymentInfo paymentInfo, uint256 amount, uint256 feeAmount, address feeReceiver)',
  'function void(PaymentInfo paymentInfo)',
  'function reclaim(PaymentInfo paymentInfo)',
  'function refund(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
])
