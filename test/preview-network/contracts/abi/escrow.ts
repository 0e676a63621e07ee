import { parseAbi } from 'viem'

const paymentInfo =
  'struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }'

export const escrowAbi = parseAbi([
  paymentInfo,
  'event PaymentCharged(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector, uint256 feeAmount, address feeReceiver)',
  'event PaymentAuthorized(bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector)',
  'event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint256 feeAmount, address feeReceiver)',
  'event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount)',
  'event PaymentRefunded(bytes32 indexed paymentInfoHash, uint256 amount, address tokenCollector)',
  'event TokenStoreCreated(address indexed operator, address tokenStore)',
  'error InvalidSender(address sender, address expected)',
  'error ZeroAmount()',
  'error AmountOverflow(uint256 amount, uint256 limit)',
  'error ExceedsMaxAmount(uint256 amount, uint256 maxAmount)',
  'error AfterPreApprovalExpiry(uint48 timestamp, uint48 expiry)',
  'error InvalidExpiries(uint48 preApproval, uint48 authorization, uint48 refund)',
  'error FeeBpsOverflow(uint16 feeBps)',
  'error InvalidFeeBpsRange(uint16 minFeeBps, uint16 maxFeeBps)',
  'error FeeAmountOutOfRange(uint256 feeAmount, uint256 minFeeAmount, uint256 maxFeeAmount)',
  'error ZeroFeeReceiver()',
  'error InvalidFeeReceiver(address attempted, address expected)',
  'error InvalidCollectorForOperation()',
  'error TokenCollectionFailed()',
  'error PaymentAlreadyCollected(bytes32 paymentInfoHash)',
  'error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry)',
  'error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorizedAmount, uint256 requestedAmount)',
  'error ZeroAuthorization(bytes32 paymentInfoHash)',
  'error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry)',
  'error AfterRefundExpiry(uint48 timestamp, uint48 expiry)',
  'error RefundExceedsCapture(uint256 refund, uint256 captured)',
  'error ReentrancyGuardReentrantCall()',
  'function PAYMENT_INFO_TYPEHASH() view returns (bytes32)',
  'function charge(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData, uint256 feeAmount, address feeReceiver)',
  'function authorize(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function capture(PaymentInfo paymentInfo, uint256 amount, uint256 feeAmount, address feeReceiver)',
  'function void(PaymentInfo paymentInfo)',
  'function reclaim(PaymentInfo paymentInfo)',
  'function refund(PaymentInfo paymentInfo, uint256 amount, address tokenCollector, bytes collectorData)',
  'function getHash(PaymentInfo paymentInfo) view returns (bytes32)',
  'function getTokenStore(address operator) view returns (address)',
  'function paymentState(bytes32 paymentInfoHash) view returns (bool hasCollectedPayment, uint120 capturableAmount, uint120 refundableAmount)',
])

/** Any of the collectors, as the escrow sees it. */
export const tokenCollectorAbi = parseAbi([
  paymentInfo,
  'error OnlyAuthCaptureEscrow()',
  'function collectorType() view returns (uint8)',
  'function collectTokens(PaymentInfo paymentInfo, address tokenStore, uint256 amount, bytes collectorData)',
])

export const preApprovalPaymentCollectorAbi = parseAbi([
  paymentInfo,
  'event PaymentPreApproved(bytes32 indexed paymentInfoHash)',
  'error PaymentNotPreApproved(bytes32 paymentInfoHash)',
  'error PaymentAlreadyPreApproved(bytes32 paymentInfoHash)',
  'error InvalidSender(address sender, address expected)',
  'function preApprove(PaymentInfo paymentInfo)',
  'function isPreApproved(bytes32 paymentInfoHash) view returns (bool)',
])
