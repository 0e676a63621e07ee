import { parseAbi } from 'viem'

const permit = [
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct EIP2612Permit { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }',
] as const

const proxy = [
  'event Settled()',
  'event SettledWithPermit()',
  'error InvalidAmount()',
  'error InvalidDestination()',
  'error InvalidOwner()',
  'error PaymentTooEarly()',
  'error Permit2612AmountMismatch()',
  'error ReentrancyGuardReentrantCall()',
  'function PERMIT2() view returns (address)',
  'function WITNESS_TYPEHASH() view returns (bytes32)',
  'function WITNESS_TYPE_STRING() view returns (string)',
] as const

export const x402ExactPermit2ProxyAbi = parseAbi([
  ...permit,
  'struct Witness { address to; uint256 validAfter; }',
  ...proxy,
  'function settle(PermitTransferFrom permit, address owner, Witness witness, bytes signature)',
  'function settleWithPermit(EIP2612Permit permit2612, PermitTransferFrom permit, address owner, Witness witness, bytes signature)',
])

export const x402UptoPermit2ProxyAbi = parseAbi([
  ...permit,
  'struct Witness { address to; address facilitator; uint256 validAfter; }',
  ...proxy,
  'error AmountExceedsPermitted()',
  'error UnauthorizedFacilitator()',
  'function settle(PermitTransferFrom permit, uint256 amount, address owner, Witness witness, bytes signature)',
  'function settleWithPermit(EIP2612Permit permit2612, PermitTransferFrom permit, uint256 amount, address owner, Witness witness, bytes signature)',
])

export const x402BatchSettlementAbi = parseAbi([
  'struct ChannelConfig { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
  'struct Voucher { ChannelConfig channel; uint128 maxClaimableAmount; }',
  'struct VoucherClaim { Voucher voucher; bytes signature; uint128 totalClaimed; }',
  'event ChannelCreated(bytes32 indexed channelId, ChannelConfig config)',
  'event ChannelClosed(bytes32 indexed channelId, ChannelConfig config)',
  'event Deposited(bytes32 indexed channelId, address indexed sender, uint128 amount, uint128 newBalance)',
  'event Claimed(bytes32 indexed channelId, address indexed sender, uint128 claimAmount, uint128 newTotalClaimed)',
  'event Settled(address indexed receiver, address indexed token, address indexed sender, uint128 amount)',
  'event Refunded(bytes32 indexed channelId, address indexed sender, uint128 amount)',
  'event WithdrawInitiated(bytes32 indexed channelId, uint128 amount, uint40 finalizeAfter)',
  'event WithdrawFinalized(bytes32 indexed channelId, address indexed sender, uint128 amount)',
  'error InvalidChannel()',
  'error ZeroDeposit()',
  'error DepositOverflow()',
  'error DepositCollectionFailed()',
  'error InvalidCollector()',
  'error InvalidSignature()',
  'error NotReceiverAuthorizer()',
  'error NotAuthorizedToClaim()',
  'error NotAuthorizedToRefund()',
  'error NotAuthorizedToFinalizeWithdraw()',
  'error ClaimExceedsCeiling()',
  'error ClaimExceedsBalance()',
  'error EmptyBatch()',
  'error InvalidRefundNonce()',
  'error ZeroRefund()',
  'error NothingToWithdraw()',
  'error WithdrawalAlreadyPending()',
  'error WithdrawalNotPending()',
  'error WithdrawAmountExceedsAvailable()',
  'error WithdrawDelayNotElapsed()',
  'error WithdrawDelayOutOfRange()',
  'error ReentrancyGuardReentrantCall()',
  'function MIN_WITHDRAW_DELAY() view returns (uint40)',
  'function MAX_WITHDRAW_DELAY() view returns (uint40)',
  'function CHANNEL_CONFIG_TYPEHASH() view returns (bytes32)',
  'function VOUCHER_TYPEHASH() view returns (bytes32)',
  'function REFUND_TYPEHASH() view returns (bytes32)',
  'function CLAIM_BATCH_TYPEHASH() view returns (bytes32)',
  'function deposit(ChannelConfig config, uint128 amount, address collector, bytes collectorData)',
  'function claim(VoucherClaim[] voucherClaims)',
  'function claimWithSignature(VoucherClaim[] voucherClaims, bytes authorizerSignature)',
  'function settle(address receiver, address token)',
  'function initiateWithdraw(ChannelConfig config, uint128 amount)',
  'function finalizeWithdraw(ChannelConfig config)',
  'function refund(ChannelConfig config, uint128 amount)',
  'function refundWithSignature(ChannelConfig config, uint128 amount, uint256 nonce, bytes receiverAuthorizerSignature)',
  'function multicall(bytes[] data) returns (bytes[] results)',
  'function channels(bytes32 channelId) view returns (uint128 balance, uint128 totalClaimed)',
  'function pendingWithdrawals(bytes32 channelId) view returns (uint128 amount, uint40 initiatedAt)',
  'function receivers(address receiver, address token) view returns (uint128 totalClaimed, uint128 totalSettled)',
  'function refundNonce(bytes32 channelId) view returns (uint256)',
  'function getChannelId(ChannelConfig config) view returns (bytes32)',
  'function getVoucherDigest(bytes32 channelId, uint128 maxClaimableAmount) view returns (bytes32)',
  'function getRefundDigest(bytes32 channelId, uint256 nonce, uint128 amount) view returns (bytes32)',
  'function getClaimBatchDigest(VoucherClaim[] voucherClaims) view returns (bytes32)',
])

/** Either of the collectors, as the batch settlement sees it. */
export const depositCollectorAbi = parseAbi([
  'error OnlyBatchSettlement()',
  'function collect(address payer, address token, uint256 amount, bytes32 channelId, bytes collectorData)',
])
